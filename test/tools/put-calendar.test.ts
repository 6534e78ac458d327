import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { definitionOf, EXAMPLES } from '../helpers/time.js';

const SALTMERE = definitionOf('saltmere');

describe('put_calendar', () => {
  let app: TestApp;
  let made = 0;
  let project = '';
  const put = (calendar: object, ifMatch?: string) =>
    app.put('/v1/calendar', { project, ...calendar }, ifMatch === undefined ? {} : { 'if-match': ifMatch });
  const remember = () =>
    app.post('/v1/remember', {
      project,
      statement: 'Aldric ruled Valdorn',
      who: 'alice',
      kind: 'fact',
      valid_from: '320 TA',
    });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    made += 1;
    project = `p${made}`;
  });

  test.each(EXAMPLES)('200 with the example %s, and with iso again', async (name) => {
    const { current: _, ...definition } = definitionOf(name);
    const first = await put(definitionOf(name));
    expect([first.status, first.headers.etag, first.body.version]).toEqual([200, '"1"', 1]);
    expect(first.body).toMatchObject(definition);
    expect((await put({ id: 'iso' })).body).toMatchObject({ version: 2, id: 'iso' });
  });

  test('200 keeps the settings, stands on the record, and shares its version with them', async () => {
    await app.put('/v1/settings', { project, force_role: 'curator' });
    expect((await put(SALTMERE, '"1"')).status).toBe(200);
    expect((await app.get(`/v1/settings?project=${project}`)).body).toMatchObject({
      version: 2,
      force_role: 'curator',
    });
    expect((await app.put('/v1/settings', { project }, { 'if-match': '"2"' })).status).toBe(200);
    expect((await app.get(`/v1/calendar?project=${project}`)).body).toMatchObject({ version: 3, id: 'saltmere' });
    const recorded = await app.database.asAdmin(
      "SELECT who, detail FROM actions WHERE action = 'put_calendar' AND project = $1",
      [project],
    );
    expect(recorded).toEqual([{ who: 'server admin', detail: { version: 2, calendar: SALTMERE } }]);
  });

  test('200 with what a get answered', async () => {
    await put(SALTMERE);
    await remember();
    const { version: _, accepted: _forms, ...got } = (await app.get(`/v1/calendar?project=${project}`)).body;
    expect((await put(got)).status).toBe(200);
  });

  test('200 extends a calendar that is in use', async () => {
    await put(SALTMERE);
    await remember();
    const eras = [
      ...(SALTMERE.eras ?? []),
      { slug: 'siege', name: 'Siege', start: 2940, end: 2942, parent: 'third_age' },
    ];
    const { status, body } = await put({ ...SALTMERE, eras, current: 'siege.year_2' });
    expect([status, body.version, body.current]).toEqual([200, 2, 'siege.year_2']);
    expect((await put({ ...SALTMERE, eras, current: '346 TA' })).status).toBe(200);
  });

  test('400 names each field that is wrong, and why', async () => {
    const eras = (SALTMERE.eras ?? []).map((era) => (era.slug === 'second_age' ? { ...era, start: 1100 } : era));
    const wrong: [string, string, object][] = [
      ['eras.1.start', 'overlaps its sibling "first_age"', { ...SALTMERE, eras }],
      ['current', 'lies past the end of First Age, which has 1180 years', { ...SALTMERE, current: '2000 FA' }],
      ['units.months.0.days', '', { ...SALTMERE, units: { months: [{ name: 'Thaw', days: 0 }] } }],
      [
        'eras.0.colour',
        'is not a field of this operation',
        { ...SALTMERE, eras: [{ ...SALTMERE.eras?.[0], colour: 'red' }] },
      ],
      ['eras', 'is fixed on the iso calendar', { id: 'iso', eras }],
      ['id', '', {}],
    ];
    for (const [path, message, calendar] of wrong) {
      const { status, body } = await put(calendar);
      expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
      expect(body.errors[0].message).toContain(message);
    }
    expect((await app.get(`/v1/calendar?project=${project}`)).body.version).toBe(0);
  });

  test('403 for a writer, while a curator may', async () => {
    const as = async (role: 'writer' | 'curator') =>
      app.put('/v1/calendar', { project, ...SALTMERE }, bearer(await app.keyFor(role)));
    expect([(await as('writer')).status, (await as('curator')).status]).toEqual([403, 200]);
  });

  test('409 when the calendar in use would read its dates otherwise; nothing changes', async () => {
    await put(SALTMERE);
    await remember();
    const months = SALTMERE.units?.months?.map((month) => ({ ...month, days: 30 }));
    const { status, body } = await put({ ...SALTMERE, units: { ...SALTMERE.units, months, days: [] } });
    expect([status, body.code]).toEqual([409, 'calendar_in_use']);
    expect(body.errors).toContainEqual({ path: 'units.months.2.days', message: 'must stay 31' });
    expect((await put({ id: 'iso' })).body.errors).toEqual([{ path: 'id', message: 'must stay "saltmere"' }]);
    expect((await app.get(`/v1/calendar?project=${project}`)).body.version).toBe(1);
  });

  test('409 for a project that holds claims of the real world', async () => {
    await app.post('/v1/remember', { project, statement: 'Use pnpm', who: 'alice', reason: 'Agreed' });
    expect((await put(SALTMERE)).body).toMatchObject({ code: 'calendar_in_use', errors: [{ path: 'id' }] });
  });

  test('412 when the project is no longer what was read', async () => {
    await put(SALTMERE);
    for (const tag of ['"0"', '"2"', 'W/"1"', '"x"']) {
      expect((await put(SALTMERE, tag)).body.code, tag).toBe('precondition_failed');
    }
    expect((await put(SALTMERE, '"1"')).body.version).toBe(2);
  });

  test('412 for all but one of those that change the same version at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => put(SALTMERE, '"0"')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
  });
});
