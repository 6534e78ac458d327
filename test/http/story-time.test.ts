import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { calendarOf, definitionOf, unitOn } from '../helpers/time.js';

const SALTMERE = definitionOf('saltmere');
const saltmere = calendarOf('saltmere');

describe('a project with a calendar of its own', () => {
  let app: TestApp;
  /** Another instance on the same database, which knows the project from before it had a calendar. */
  let twin: TestApp;
  let made = 0;

  const world = async () => {
    made += 1;
    const project = `world${made}`;
    await app.put('/v1/calendar', { project, ...SALTMERE });
    const claim = (statement: string, rest: object = {}) => ({
      project,
      statement,
      who: 'alice',
      kind: 'fact',
      ...rest,
    });
    return {
      project,
      claim,
      remember: (statement: string, rest: object = {}) => app.post('/v1/remember', claim(statement, rest)),
      idsAt: async (at: string) => {
        const { body } = await app.get(`/v1/claims?project=${project}&at_time=${encodeURIComponent(at)}`);
        return body.items.map(({ id }: { id: string }) => id);
      },
      periods: () =>
        app.database.asAdmin(
          'SELECT valid_certain, valid_possible, valid_tail FROM claims WHERE project = $1 ORDER BY id',
          [project],
        ),
    };
  };

  beforeAll(async () => {
    app = await createTestApp();
    twin = await createTestApp({}, { sharedDatabase: app.database });
  });
  afterAll(async () => {
    await twin.close();
    await app.close();
  });

  test('stores the ticks of its own dates, and shows them with their text', async () => {
    const { remember, periods } = await world();
    const { body } = await remember('The harbour of Saltmere is closed', {
      valid_from: '340 TA',
      valid_until: 'the 12th of Seedfall, 342 TA',
    });
    const [from, until] = [unitOn(saltmere, '340 TA'), unitOn(saltmere, '12 Seedfall 342 TA')];
    const range = `[${from.start},${until.start})`;
    expect(await periods()).toEqual([
      { valid_certain: range, valid_possible: range, valid_tail: String(until.end - until.start) },
    ]);
    expect(body.claim).toMatchObject({
      valid_from: { text: '340 TA', from: 25_710_048, until: 25_718_784 },
      norms: [{ period: { from: { text: '340 TA' }, until: { text: '12 Seedfall 342 TA' } } }],
    });
  });

  test('takes an unknown end, and dates that are rough', async () => {
    const { remember, periods } = await world();
    expect(
      (await remember('The bridge is closed', { valid_from: 'circa 340 TA', valid_until: 'unknown' })).status,
    ).toBe(201);
    const [stored] = await periods();
    expect(stored).toMatchObject({ valid_certain: 'empty', valid_possible: `[${unitOn(saltmere, '335 TA').start},)` });
  });

  test('finds claims by a time that is coarse', async () => {
    const { remember, idsAt } = await world();
    const early = (await remember('The harbour is closed', { valid_from: '320 TA', valid_until: '330 TA' })).body.claim
      .id;
    const late = (await remember('The mint is closed', { valid_from: 'Seedfall 340 TA' })).body.claim.id;
    expect(await idsAt('325 TA')).toEqual([early]);
    expect(await idsAt('340 TA')).toEqual([late]);
    expect(await idsAt('Thawing 340 TA')).toEqual([]);
    expect(await idsAt('the Third Age')).toEqual([late, early]);
    expect(await idsAt('current')).toEqual([late]);
    expect(await idsAt('First Age')).toEqual([]);
  });

  test('400 names the date that can not be read, and shows the accepted forms', async () => {
    const { remember, claim, project } = await world();
    const refused = async (rest: object) => (await remember('The mint is closed', rest)).body;
    expect(await refused({ valid_from: '2026-03-31' })).toMatchObject({
      code: 'invalid_date',
      errors: [{ path: 'valid_from' }],
    });
    expect((await refused({ valid_from: 'soon' })).errors[0].message).toContain('accepted: first_age.year_12');
    expect((await refused({ valid_until: '2000 SA' })).errors).toEqual([
      { path: 'valid_until', message: '"2000 SA" lies past the end of Second Age, which has 1424 years' },
    ]);
    const atTime = await app.get(`/v1/claims?project=${project}&at_time=2026`);
    expect(atTime.body).toMatchObject({ code: 'invalid_date', errors: [{ path: 'at_time' }] });
    const fact = { statement: 'The mint is closed', valid_from: '2026' };
    const ingested = await app.post('/v1/ingest', { project, facts: [fact, { ...fact, valid_from: '12 FA' }] });
    expect(ingested.body).toMatchObject({
      counts: { stored: 1 },
      errors: [{ code: 'invalid_date', path: 'facts.0.valid_from' }],
    });
    const check = await app.post('/v1/check', { op: 'remember', ...claim('The mint is open', { valid_from: 'soon' }) });
    expect(check.body.code).toBe('invalid_date');
  });

  test('400 for a window that ends before it begins, by years or by events', async () => {
    const { remember } = await world();
    const reversed = [
      ['341 TA', '340 TA'],
      ['1 TA', 'second_age'],
      ['third_age.event_3', 'third_age.event_2'],
    ] as const;
    for (const [from, until] of reversed) {
      const { status, body } = await remember('The mint is closed', { valid_from: from, valid_until: until });
      expect([status, body.code, from]).toEqual([400, 'invalid_period', from]);
    }
  });

  test('refuses a second ruler in the same years, told in the text or by fields; a successor may begin in the very year', async () => {
    const { remember } = await world();
    expect((await remember('Aldric ruled Valdorn from 320 TA to 340 TA')).status).toBe(201);
    expect((await remember('Borin ruled Valdorn from 330 TA to 350 TA')).status).toBe(409);
    expect((await remember('Borin ruled Valdorn', { valid_from: '330 TA', valid_until: '335 TA' })).status).toBe(409);
    const successor = await remember('Sera ruled Valdorn from the year 340 of the Third Age to 344 TA');
    expect([successor.status, successor.body.tier]).toEqual([201, 'clean']);
    expect((await remember('Mira ruled Valdorn', { valid_from: '1 FA', valid_until: '20 FA' })).body.tier).toBe(
      'clean',
    );
  });

  test('warns of a ruler whose years are rough, and of one who begins in the year on a day of which another ends', async () => {
    const { remember } = await world();
    await remember('Aldric ruled Valdorn', { valid_from: '320 TA', valid_until: '12 Seedfall 340 TA' });
    expect((await remember('Sera ruled Valdorn', { valid_from: '340 TA', valid_until: '343 TA' })).body.tier).toBe(
      'warn',
    );
    expect(
      (await remember('Borin ruled Valdorn', { valid_from: 'circa 318 TA', valid_until: '322 TA' })).body.tier,
    ).toBe('warn');
    expect(
      (await remember('Mira ruled Valdorn', { valid_from: 'third_age', valid_until: 'third_age' })).body.tier,
    ).toBe('warn');
  });

  test('ends what an update replaces at the current time', async () => {
    const { remember, project } = await world();
    const old = (await remember('The harbour of Saltmere is closed')).body.claim;
    const { body } = await app.post('/v1/supersede', {
      ...{ project, claim_id: old.id, statement: 'The harbour of Saltmere is open', who: 'alice' },
      ...{ reason: 'The siege is over', reason_kind: 'update' },
    });
    expect(body.claim.valid_from.text).toBe('345 TA');
    expect(body.closed).toMatchObject([{ valid_until: { text: '345 TA' }, status: 'active' }]);
  });

  test('keeps the time that was current when it was written', async () => {
    const { remember, project } = await world();
    const { body } = await remember('The harbour of Saltmere is closed', { valid_from: 'current' });
    expect(body.claim.valid_from.text).toBe('345 TA');
    await app.put('/v1/calendar', { project, ...SALTMERE, current: '350 TA' });
    const { body: replayed } = await app.post(`/v1/decisions/${body.decision_id}/replay`, { project });
    expect(replayed).toMatchObject({ matches: true });
  });

  test('replays a decision on its calendar', async () => {
    const { remember, project } = await world();
    await remember('Aldric ruled Valdorn from 320 TA to 340 TA');
    const refused = await remember('Borin ruled Valdorn from 330 TA to 350 TA');
    expect(refused.body.conflicts[0].shared.period).toMatchObject({
      from: { text: '330 TA' },
      until: { text: '340 TA' },
    });
    const { body } = await app.post(`/v1/decisions/${refused.body.decision_id}/replay`, { project });
    expect(body).toMatchObject({ matches: true });
  });

  test('is read on it by another instance at once', async () => {
    const project = 'shared';
    const claim = { project, statement: 'The mint is closed', who: 'bob', kind: 'fact' };
    const item = (from: string) => ({ op: 'remember', ...claim, valid_from: from });
    await twin.get(`/v1/claims?project=${project}`);
    await app.put('/v1/calendar', { project, ...SALTMERE });
    expect((await twin.post('/v1/check', item('340 TA'))).body.tier).toBe('clean');
    expect((await twin.post('/v1/check', item('2026'))).body.code).toBe('invalid_date');
  });

  test.each([
    [
      'a batch',
      (from: string) => [
        '/v1/batch',
        {
          atomic: true,
          items: [{ op: 'remember', statement: 'The mint is closed', who: 'bob', kind: 'fact', valid_from: from }],
        },
      ],
    ],
    ['an ingest', (from: string) => ['/v1/ingest', { facts: [{ statement: 'The mint is closed', valid_from: from }] }]],
  ] as const)('is read on it by another instance in %s', async (name, request) => {
    const project = name.replace(' ', '-');
    await twin.get(`/v1/claims?project=${project}`);
    await app.put('/v1/calendar', { project, ...SALTMERE });
    const [path, body] = request('340 TA');
    expect((await twin.post(path as string, { project, ...(body as object) })).status).toBe(200);
    const ids = (await twin.get(`/v1/claims?project=${project}&at_time=341%20TA`)).body.items;
    expect(ids).toHaveLength(1);
  });
});
