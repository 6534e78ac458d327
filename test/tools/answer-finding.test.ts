import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { facts } from '../helpers/stories.js';

describe('answer_finding', () => {
  let app: TestApp;
  let id: string;
  const settle = (finding: string, body: object = {}) =>
    app.post(`/v1/findings/${finding}/answer`, {
      project: 'told',
      answer: 'yes',
      reason: 'Looked at',
      who: 'dora',
      ...body,
    });

  beforeAll(async () => {
    app = await createTestApp();
    const told = facts('The tower lift is enabled.', 'The tower lift is disabled.', 'The tower lift is enabled.');
    await app.post('/v1/ingest', { project: 'told', facts: told });
    id = (await app.post('/v1/investigate', { project: 'told' })).body.findings[0].id;
  });
  afterAll(() => app?.close());

  test('400 for a body that says too little or what there is not; 403 for a writer', async () => {
    expect((await settle(id, { answer: 'perhaps' })).status).toBe(400);
    const body = { project: 'told', answer: 'yes', reason: 'Looked at' };
    expect((await app.post(`/v1/findings/${id}/answer`, body, bearer(await app.keyFor('writer')))).status).toBe(403);
  });

  test('200 settles it, on the record', async () => {
    const { status, body } = await settle(id);
    expect([status, body.result]).toEqual([200, 'answered']);
    expect(body.finding).toMatchObject({ settled_by: 'dora', settled_reason: 'Looked at', resolutions: [] });
    expect((await app.get('/v1/findings?project=told')).body.items).toEqual([]);
    const { items } = (await app.get('/v1/audit?project=told')).body;
    expect(items.some(({ action }: { action: string }) => action === 'answer_finding')).toBe(true);
  });

  test('409 a second time', async () => {
    expect(await settle(id)).toMatchObject({ status: 409, body: { code: 'already_settled' } });
  });

  test('the same claims are not raised again', async () => {
    const { body } = await app.post('/v1/investigate', { project: 'told' });
    expect(body.findings).toEqual([]);
  });

  test('404 for a finding that there is not', async () => {
    expect((await settle(app.deps.ids.next())).status).toBe(404);
  });
});
