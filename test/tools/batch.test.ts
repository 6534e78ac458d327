import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

interface Result {
  index: number;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape it expects
  body: any;
}

describe('batch', () => {
  let app: TestApp;
  let project = 0;
  const item = (statement: string, rest: object = {}) => ({
    op: 'remember',
    statement,
    who: 'alice',
    reason: 'Agreed',
    ...rest,
  });
  const batch = (items: object[], rest: object = {}) =>
    app.post('/v1/batch', { project: `p${project}`, items, ...rest });
  const statuses = (results: Result[]) => results.map(({ status }) => status);
  const stored = async () =>
    (await app.get(`/v1/claims?project=p${project}`)).body.items.map((claim: { statement: string }) => claim.statement);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 gives every item its own verdict, with the conflicts inside the batch seen', async () => {
    project++;
    const { status, body } = await batch([
      item('Deploys must use a blue canary'),
      item('Deploys must use a red canary'),
      item('Deploys must use a blue canary'),
      item('Backups must be enabled'),
    ]);
    expect(status).toBe(200);
    expect(statuses(body.results)).toEqual([201, 409, 200, 201]);
    expect(body.results[1].body.conflicts[0].claim.id).toBe(body.results[0].body.claim.id);
    expect(await stored()).toEqual(['Backups must be enabled', 'Deploys must use a blue canary']);
    for (const { body: one } of body.results as Result[]) {
      const replayed = await app.post(`/v1/decisions/${one.decision_id}/replay`, { project: `p${project}` });
      expect(replayed.body).toMatchObject({ matches: true });
    }
  });

  test('200 sees what an item ended that is written alone, and what it was compared with is what is stored', async () => {
    project++;
    const remember = (statement: string) =>
      app.post('/v1/remember', { project: `p${project}`, ...without(item(statement)) });
    const old = (await remember('The gateway must listen on port 8080')).body.claim.id;
    const supersede = { op: 'supersede', claim_id: old, who: 'a', reason: 'Moved' };
    const { body } = await batch([
      item('The gateway must listen on port 9090'),
      item('Backups must be enabled'),
      { ...supersede, statement: 'The gateway must listen on port 9090' },
      item('The gateway must listen on port 7070'),
      { ...supersede, statement: 'The gateway must listen on port 6060' },
      item('Backups must be disabled', { force_exception: true }),
      item('Backups must be disabled'),
      item('Anna is the mother of Bea'),
      item('Queues must be drained'),
    ]);
    expect(statuses(body.results)).toEqual([409, 201, 201, 409, 409, 201, 200, 201, 201]);
    expect(body.results[3].body.conflicts[0].claim.id).toBe(body.results[2].body.claim.id);
    expect(body.results[4].body.code).toBe('not_active');
    const enabled = await app.get(`/v1/claims/${body.results[1].body.claim.id}?project=p${project}`);
    expect(enabled.body).toMatchObject({ is_disputed: true, disputed_with: [body.results[5].body.claim.id] });
  });

  test('of a batch and its opposite at the same moment, one of each pair is stored', async () => {
    for (let round = 0; round < 5; round++) {
      project++;
      const things = ['Backups', 'Alarms', 'Audits', 'Mirrors'];
      const both = await Promise.all(
        ['enabled', 'disabled'].map((state) => batch(things.map((thing) => item(`${thing} must be ${state}`)))),
      );
      const [one, other] = both.map(({ body }) => statuses(body.results));
      expect(things.map((_, at) => [one?.[at], other?.[at]].sort())).toEqual(things.map(() => [201, 409]));
      expect(await stored()).toHaveLength(things.length);
    }
  });

  test('200 keeps the good items of a batch with bad ones, and says which field of which item is wrong', async () => {
    project++;
    const { status, body } = await batch([
      item('Queues must be drained', { colour: 'blue' }),
      { op: 'forget', statement: 'x' },
      {},
      { op: 'supersede', claim_id: UNKNOWN, statement: 'x', who: 'a', reason: 'r' },
      item('Caches must be warmed', { valid_from: 'someday' }),
      item('Reviews must be required', { project: 'elsewhere' }),
      item('Lint runs must be enabled', { project: `p${project}` }),
    ]);
    expect(status).toBe(200);
    expect(statuses(body.results)).toEqual([400, 400, 400, 404, 400, 400, 201]);
    expect(body.results[0].body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'colour' }] });
    expect(body.results[4].body).toMatchObject({ code: 'invalid_date', errors: [{ path: 'valid_from' }] });
    expect(body.results[0].body.instance).toMatch(/\/v1\/batch#.*\/items\/0$/);
    expect(await stored()).toEqual(['Lint runs must be enabled']);
  });

  test('200 stores an atomic batch in one step, later items beside earlier ones', async () => {
    project++;
    const old = (await app.post('/v1/remember', { project: `p${project}`, ...without(item('Use npm for installs')) }))
      .body;
    const { status, body } = await batch(
      [
        item('Deploys must use a blue canary'),
        item('Deploys must use a blue canary'),
        item('Deploys must use a red canary', { force_exception: true }),
        { op: 'supersede', claim_id: old.claim.id, statement: 'Use pnpm for installs', who: 'a', reason: 'Faster' },
        { op: 'learn', statement: 'The gateway listens on port 8080', who: 'a', source: 'docs' },
      ],
      { atomic: true },
    );
    expect(status).toBe(200);
    expect(statuses(body.results)).toEqual([201, 200, 201, 201, 201]);
    const [blue, again, red, pnpm] = (body.results as Result[]).map((result) => result.body.claim);
    expect(again.id).toBe(blue.id);
    expect(red).toMatchObject({ is_disputed: true, disputed_with: [blue.id] });
    expect(pnpm.supersedes).toEqual([old.claim.id]);
    const read = await app.get(`/v1/claims/${blue.id}?project=p${project}`);
    expect(read.body).toMatchObject({ is_disputed: true, disputed_with: [red.id] });
    const replayed = await app.post(`/v1/decisions/${body.results[2].body.decision_id}/replay`, {
      project: `p${project}`,
    });
    expect(replayed.body).toMatchObject({ matches: true });
  });

  test('409 sees in an atomic batch what an earlier item ended, but not what was refused before', async () => {
    project++;
    const remember = (statement: string) =>
      app.post('/v1/remember', { project: `p${project}`, ...without(item(statement)) });
    const old = (await remember('The gateway must listen on port 8080')).body.claim.id;
    await remember('Backups must be enabled');
    const { status, body } = await batch(
      [
        {
          op: 'supersede',
          claim_id: old,
          statement: 'The gateway must listen on port 9090',
          who: 'a',
          reason: 'Moved',
          reason_kind: 'update',
        },
        item('The gateway must listen on port 7070', { valid_from: '2020-01-01', valid_until: '2021-01-01' }),
        item('Backups must be disabled'),
        item('Backups must be disabled on Sundays'),
      ],
      { atomic: true },
    );
    expect(status).toBe(409);
    expect(statuses(body.results)).toEqual([424, 409, 409, 424]);
    expect(body.results[1].body.conflicts[0].claim.id).toBe(old);
    expect(await stored()).toContain('The gateway must listen on port 8080');
  });

  test('409 stores nothing of an atomic batch with a refused item, and says which', async () => {
    project++;
    const { status, body } = await batch(
      [item('Backups must be enabled'), item('Queues must be drained'), item('Backups must be disabled'), { op: 'x' }],
      { atomic: true },
    );
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'batch_refused', detail: '2 of 4 items were refused; nothing is stored.' });
    expect(statuses(body.results)).toEqual([424, 424, 409, 400]);
    expect(body.results[2].body.conflicts[0].claim.statement).toBe('Backups must be enabled');
    expect(await stored()).toEqual([]);
    const decision = await app.get(`/v1/decisions/${body.results[2].body.decision_id}?project=p${project}`);
    expect(decision.body).toMatchObject({ result: 'conflict', tier: 'block' });
  });

  test('an atomic batch and its opposite at the same moment: one of the two', async () => {
    for (let round = 0; round < 10; round++) {
      project++;
      const both = await Promise.all(
        ['enabled', 'disabled'].map((state) =>
          batch([item(`Backups must be ${state}`), item(`Alarms must be ${state}`)], { atomic: true }),
        ),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await stored()).toHaveLength(2);
    }
  });

  test('400 for no items, too many, or none that are objects', async () => {
    for (const items of [[], Array.from({ length: 501 }, () => item('x')), ['x'], 'x']) {
      const { status, body } = await app.post('/v1/batch', { items });
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    }
  });
});

function without({ op: _op, ...body }: { op: string }): object {
  return body;
}
