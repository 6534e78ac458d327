import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { definitionOf } from '../helpers/time.js';

describe('get_calendar', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ clock: { now: () => 1000, elapsed: () => 0 } });
  });
  afterAll(() => app.close());

  test('200 with iso for a project that has set none, whether it is there or not', async () => {
    const { status, headers, body } = await app.get('/v1/calendar?project=nowhere');
    expect([status, headers.etag]).toEqual([200, '"0"']);
    expect(body).toMatchObject({ version: 0, id: 'iso', current: '1970-01-01T00:00:01Z', circa_years: 5 });
    expect(body.accepted).toContain('2026-03-31');
  });

  test('200 with what was set, for every role', async () => {
    const { current: _replaced, ...saltmere } = definitionOf('saltmere');
    const put = await app.put('/v1/calendar', { ...saltmere, current: '345 TA' });
    const reply = await app.get('/v1/calendar', bearer(await app.keyFor('reader')));
    expect([reply.status, reply.headers.etag, reply.body]).toEqual([200, '"1"', put.body]);
    expect(reply.body).toMatchObject({
      ...saltmere,
      current: '345 TA',
      version: 1,
      tick: { unit: 'day', per_unit: 24 },
    });
  });

  test('400 for a project that can not be', async () => {
    expect((await app.get('/v1/calendar?project=a%20b')).body.errors).toMatchObject([{ path: 'project' }]);
  });
});
