import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { definitionOf, EXAMPLES } from '../helpers/time.js';

const SALTMERE = definitionOf('saltmere');
const UNDATED = { type: 'RULES', from: 'Aldric', to: 'Valdorn' };

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
    const shown = (await app.get(`/v1/calendar?project=${project}`)).body;
    const { version: _, accepted: _forms, tick: _ticks, current_time: _now, ...got } = shown;
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
    expect([status, body.version, body.current]).toEqual([200, 2, '2 Siege']);
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

  test.each<[string, string, object]>([
    ['a claim', 'remember', { statement: 'Use pnpm', who: 'alice', reason: 'Agreed' }],
    [
      'claims stored all or none',
      'batch',
      { atomic: true, items: [{ op: 'remember', statement: 'Use pnpm', who: 'a', reason: 'Agreed' }] },
    ],
    ['a fact that is ingested', 'ingest', { facts: [{ statement: 'Aldric ruled Valdorn', key: 'aldric' }] }],
    ['a relation with a window', 'ingest', { relations: [{ ...UNDATED, valid_from: '1340' }] }],
    ['a relation that only ends', 'ingest', { relations: [{ ...UNDATED, valid_until: '1340' }] }],
    ['a birth', 'ingest', { entities: [{ type: 'Person', name: 'Aldric', born: '1340' }] }],
    ['an event with a date', 'ingest', { events: [{ name: 'Fall of Karth', date: '1340' }] }],
    ['a document', 'ingest', { documents: [{ path: 'a.md', content: 'Aldric ruled Valdorn from 1340 to 1350.' }] }],
    [
      'an encounter',
      'lore/log-encounter',
      { name: 'Hollow One', type: 'Creature', by: 'Aldric', at_time: '1340', who: 'alice' },
    ],
  ])('409 for a project that holds %s of the real world', async (_, operation, body) => {
    await app.post('/v1/ingest', { project, relations: [UNDATED] });
    const stored = await app.post(`/v1/${operation}`, { project, ...body });
    expect(stored.status, JSON.stringify(stored.body)).toBeLessThan(300);
    expect((await put(SALTMERE)).body).toMatchObject({ code: 'calendar_in_use', errors: [{ path: 'id' }] });
  });

  test('409 once a retcon tells a date', async () => {
    await app.post('/v1/ingest', { project, relations: [UNDATED] });
    const [old] = (await app.get(`/v1/lore/list-relations?project=${project}&entity=Aldric`)).body.items;
    const retcon = { project, old: old.id, new: { valid_from: '1340' }, reason: 'Now we know', who: 'alice' };
    expect((await app.post('/v1/lore/retcon', retcon)).status).toBe(200);
    expect((await put(SALTMERE)).body.code).toBe('calendar_in_use');
  });

  test('200 while nothing that is stored has a date, whatever was tried or only checked', async () => {
    const kept = [
      ['ingest', { relations: [UNDATED], entities: [{ type: 'Person', name: 'Sera', gender: 'female' }] }],
      ['ingest', { relations: [{ ...UNDATED, valid_from: 'no such year' }] }],
      [
        'ingest',
        { documents: [{ path: 'a.yaml', content: 'entities:\n  - { type: Person, name: Odo, born: 1340, no: 1 }\n' }] },
      ],
      ['check', { op: 'remember', statement: 'Use pnpm', who: 'alice', reason: 'Agreed' }],
      ['remember', { statement: 'Use pnpm', who: 'alice', reason: 'Agreed', valid_from: 'no such year' }],
      [
        'lore/log-encounter',
        { name: 'Hollow One', type: 'Creature', by: 'Aldric', at_time: 'no such year', who: 'alice' },
      ],
      ['lore/log-encounter', { name: 'Grey One', type: 'Creature', by: 'Aldric', who: 'alice' }],
    ] as const;
    for (const [operation, body] of kept) {
      const { status } = await app.post(`/v1/${operation}`, { project, ...body });
      expect([operation, [200, 201, 400].includes(status)]).toEqual([operation, true]);
    }
    expect((await put(SALTMERE)).status).toBe(200);
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
