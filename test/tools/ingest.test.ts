import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERYWHERE } from '../../src/core/scope.js';
import { ingest as ingestFacts } from '../../src/flows/ingest.js';
import { recheckDue } from '../../src/jobs/recheck.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('ingest', () => {
  let app: TestApp;
  let project = 'p0';
  let projects = 0;
  const fresh = () => {
    projects += 1;
    project = `p${projects}`;
  };
  const ingest = (facts: object[], rest: object = {}) => app.post('/v1/ingest', { project, facts, ...rest });
  const claim = async (id: string, query = '') => (await app.get(`/v1/claims/${id}?project=${project}${query}`)).body;
  const history = async (id: string) => (await app.get(`/v1/claims/${id}/history?project=${project}`)).body;
  const requestOf = (statement: string, sweepMs: number) => {
    const words = { statement, key: null, source: null, who: 'alice', kind: 'fact' as const, reason: null, tags: [] };
    const where = { scope: EVERYWHERE, validFrom: null, validUntil: null, entity: null, saidAt: null };
    return {
      tenant: { orgId: 'default', project },
      keyId: null,
      facts: [{ index: 0, fact: { ...words, ...where } }],
      sweepMs,
    };
  };
  const remember = (statement: string) =>
    app.post('/v1/remember', { project, statement, who: 'alice', reason: 'Agreed' });
  const jobs = () => app.database.asAdmin(`SELECT claim_id FROM jobs WHERE project = '${project}'`);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 stores facts as active claims that nobody guarded, and leaves no job when all were compared', async () => {
    fresh();
    const { body } = await ingest(
      [
        {
          statement: 'The default port of the gateway is 8080',
          key: 'gateway',
          tags: ['net'],
          said_at: '2026-01-02T03:04:05Z',
        },
        {
          statement: 'Backups run every night',
          kind: 'convention',
          who: 'bob',
          scope: { env: 'prod' },
          valid_from: '2026',
        },
      ],
      { who: 'crm', source: 'runbook.md' },
    );
    expect(body.counts).toEqual({ stored: 2, updated: 0, unchanged: 0, failed: 0, compared: 2, to_compare: 0 });
    expect(body.errors).toEqual([]);
    const [first, second] = await Promise.all(body.facts.map((fact: { claim_id: string }) => claim(fact.claim_id)));
    expect(first).toMatchObject({
      ...{ kind: 'fact', status: 'active', who: 'crm', source: 'runbook.md', tags: ['net'], guarded: false },
      ...{ said_at: '2026-01-02T03:04:05.000000Z', reason: null },
    });
    expect(second).toMatchObject({
      kind: 'convention',
      who: 'bob',
      scope: { env: 'prod', team: null },
      valid_from: { text: '2026' },
    });
    expect(await jobs()).toEqual([]);
    const nobody = (await ingest([{ statement: 'Ann leads the guild' }])).body.facts[0].claim_id;
    expect((await claim(nobody)).who).toBe('server admin');
  });

  test('200 what names no time was all said when the request came, however many statements store it', async () => {
    fresh();
    const facts = Array.from({ length: 260 }, (_, at) => ({
      statement: `The gateway of region ${at} listens on port ${at}`,
    }));
    const { body } = await ingest(facts, { compare: 'later' });
    expect(body.counts.stored).toBe(260);
    const times = `SELECT count(DISTINCT said_at)::int AS said, count(DISTINCT system_from)::int AS stored FROM claims WHERE project = '${project}'`;
    expect(await app.database.asAdmin(times)).toEqual([{ said: 1, stored: 2 }]);
    await app.database.asAdmin('DELETE FROM jobs');
  });

  test('200 compared later: the answer does not wait, and the background finds what contradicts', async () => {
    fresh();
    const statements = ['Backups must be enabled', 'Backups must be disabled', 'Alarms must be enabled'];
    const { body } = await ingest(
      statements.map((statement) => ({ statement })),
      { compare: 'later' },
    );
    expect(body.counts).toMatchObject({ stored: 3, compared: 0, to_compare: 3 });
    const [one, other, third] = body.facts.map((fact: { claim_id: string }) => fact.claim_id);
    expect(await claim(one)).toMatchObject({ is_disputed: false });
    expect(await jobs()).toHaveLength(3);
    const fail = (error: unknown): never => {
      throw error;
    };
    expect(await recheckDue(app.deps, fail)).toBe(3);
    expect(await claim(one)).toMatchObject({ is_disputed: true, disputed_with: [other] });
    expect(await claim(third)).toMatchObject({ is_disputed: false });
    expect(await jobs()).toEqual([]);
  });

  test('200 a later guarded write is compared with them', async () => {
    fresh();
    const { body } = await ingest([{ statement: 'The default port of the gateway is 8080' }]);
    const refused = await remember('The default port of the gateway is 9090');
    expect(refused).toMatchObject({ status: 409, body: { conflicts: [{ claim: { id: body.facts[0].claim_id } }] } });
    expect((await remember('The default port of the gateway is 8080')).body.result).toBe('unchanged');
  });

  test('200 the same facts again are unchanged, with and without a key', async () => {
    fresh();
    const facts = [
      { statement: 'Odd \u0000 and \ud800 text is kept', key: 'odd', valid_until: '2027', tags: ['a', 'b'] },
      { statement: 'The gateway is written in Go', said_at: '2026-01-02T03:04:05.678+01:00' },
      { statement: 'The gateway is written in Go', scope: { env: 'prod' } },
      { statement: 'The gateway is written in Go', valid_from: '2020' },
    ];
    const first = (await ingest(facts)).body;
    expect(first.counts).toMatchObject({ stored: 4 });
    const again = (await ingest(facts)).body;
    expect(again.counts).toEqual({ stored: 0, updated: 0, unchanged: 4, failed: 0, compared: 0, to_compare: 0 });
    const ids = (body: { facts: { claim_id: string }[] }) => body.facts.map(({ claim_id }) => claim_id);
    expect(ids(again)).toEqual(ids(first));
    for (const id of ids(first)) expect((await history(id)).versions).toHaveLength(1);
  });

  test('200 other content under a key is a new version, which guarded writes are compared with instead', async () => {
    fresh();
    const key = { key: 'gateway', source: 'runbook.md' };
    const { body } = await ingest([{ statement: 'The default port of the gateway is 8080', ...key }]);
    const id = body.facts[0].claim_id;
    const before = await claim(id);
    const updated = (await ingest([{ statement: 'The default port of the gateway is 9090', ...key }])).body;
    expect(updated).toMatchObject({ counts: { updated: 1 }, facts: [{ result: 'updated', claim_id: id }] });
    const { versions } = await history(id);
    expect(versions).toMatchObject([
      { statement: 'The default port of the gateway is 8080', system_until: versions[1].system_from },
      { statement: 'The default port of the gateway is 9090', status: 'active', system_until: null },
    ]);
    expect(await claim(id, `&known_at=${before.system_from}`)).toMatchObject({ statement: before.statement });
    expect((await remember('The default port of the gateway is 8080')).status).toBe(409);
    expect((await remember('The default port of the gateway is 9090')).body.result).toBe('unchanged');
    const keys = await app.database.asAdmin(
      `SELECT (SELECT count(*) FROM recall_keys r WHERE r.claim_id = c.id)::int AS listed,
        cardinality(lock_keys || recall_keys) AS own FROM claims c WHERE id = '${id}' AND system_until IS NULL`,
    );
    expect(keys[0]?.listed).toBe(keys[0]?.own);
  });

  test('200 keys are told apart by their source', async () => {
    fresh();
    const { body } = await ingest([
      { statement: 'Ann leads the team', key: '1', source: 'crm' },
      { statement: 'Bob leads the guild', key: '1', source: 'wiki' },
      { statement: 'Cid leads the club', key: '1' },
    ]);
    expect(body.counts).toMatchObject({ stored: 3 });
  });

  test('200 a fact that is wrong fails by itself, with its index and field', async () => {
    fresh();
    const { body } = await ingest([
      { statement: 'Reviews must be required', valid_from: 'soon' },
      { statement: 'Lint runs must be enabled' },
      { statement: ' ' },
      { statement: 'Caches must be warm', colour: 'red' },
      { statement: 'Queues must be drained', valid_from: '2027', valid_until: '2026' },
      { statement: 'Alarms must be loud', said_at: '2999-01-01T00:00:00Z', key: 'a' },
      { key: 'nothing' },
    ]);
    expect(body.counts).toMatchObject({ stored: 1, failed: 6 });
    expect(body.facts).toMatchObject([{ index: 1, result: 'stored' }]);
    expect(
      body.errors.map((error: { index: number; code: string; path: string }) => [error.index, error.code, error.path]),
    ).toEqual([
      [0, 'invalid_date', 'facts.0.valid_from'],
      [2, 'invalid_request', 'facts.2.statement'],
      [3, 'invalid_request', 'facts.3.colour'],
      [4, 'invalid_period', 'facts.4.valid_until'],
      [5, 'invalid_request', 'facts.5.said_at'],
      [6, 'invalid_request', 'facts.6.statement'],
    ]);
  });

  test('200 one fact told twice in a request is stored once; told otherwise the second fails', async () => {
    fresh();
    const fact = { statement: 'Reviews must be required', key: 'r' };
    const { body } = await ingest([fact, fact, { ...fact, statement: 'Reviews are optional' }]);
    expect(body.counts).toMatchObject({ stored: 1, unchanged: 1, failed: 1 });
    expect(body.errors).toMatchObject([{ index: 2, code: 'invalid_request', path: 'facts.2.key' }]);
    expect(body.facts[1].claim_id).toBe(body.facts[0].claim_id);
  });

  test('200 contradictions with what is stored, and among the facts, are opened and both sides disputed', async () => {
    fresh();
    const stored = (await remember('Deploys must use a blue canary')).body.claim;
    const { body } = await ingest([
      { statement: 'Deploys must use a red canary' },
      { statement: 'The default port of the gateway is 8080', source: 'a' },
      { statement: 'The default port of the gateway is 9090', source: 'b' },
      { statement: 'The default port of the gateway is 9090', source: 'c' },
    ]);
    const [red, ...ports] = body.facts.map((fact: { claim_id: string }) => fact.claim_id);
    expect(body.counts).toMatchObject({ stored: 4, compared: 4 });
    const pairs = body.violations.map((found: { sides: { id: string }[] }) => found.sides.map(({ id }) => id).sort());
    expect(pairs.sort()).toEqual(
      [[stored.id, red].sort(), [ports[0], ports[1]].sort(), [ports[0], ports[2]].sort()].sort(),
    );
    expect(body.violations[0]).toMatchObject({ kind: 'contradiction', code: 'value_differs' });
    expect(await claim(stored.id)).toMatchObject({ is_disputed: true, disputed_with: [red] });
    expect(await claim(red)).toMatchObject({ is_disputed: true, disputed_with: [stored.id] });
    const rows = await app.database.asAdmin(`SELECT DISTINCT run_id FROM violations WHERE project = '${project}'`);
    expect(rows).toEqual([{ run_id: body.run_id }]);
  });

  test('200 an updated fact is compared again, and stays disputed until that is resolved', async () => {
    fresh();
    await remember('Deploys must use a blue canary');
    const key = { key: 'canary' };
    expect((await ingest([{ statement: 'Deploys must use a blue canary', ...key }])).body.violations).toEqual([]);
    const { body } = await ingest([{ statement: 'Deploys must use a red canary', ...key }]);
    expect(body.violations).toHaveLength(1);
    const back = (await ingest([{ statement: 'Deploys must use a blue canary', ...key }])).body;
    expect(back).toMatchObject({ counts: { updated: 1 }, violations: [] });
    expect(await claim(back.facts[0].claim_id)).toMatchObject({ is_disputed: true });
  });

  test('200 a claim that was cancelled comes back with other content only', async () => {
    fresh();
    const first = { statement: 'Reviews must be required', key: 'r' };
    const id = (await ingest([first])).body.facts[0].claim_id;
    await app.post('/v1/cancel', { project, claim_id: id, reason: 'Wrong', who: 'bob' });
    expect((await ingest([first])).body.counts).toMatchObject({ unchanged: 1 });
    expect(await claim(id)).toMatchObject({ status: 'cancelled' });
    expect((await ingest([{ ...first, statement: 'Reviews must be quick' }])).body.counts).toMatchObject({
      updated: 1,
    });
    expect(await claim(id)).toMatchObject({ status: 'active', statement: 'Reviews must be quick' });
    expect((await remember('Reviews must not be quick')).status).toBe(409);
  });

  test('200 what the time does not suffice for is compared in the background', async () => {
    fresh();
    await remember('Deploys must use a blue canary');
    const request = requestOf('Deploys must use a red canary', 0);
    const done = await ingestFacts(app.deps, request, (error) => {
      throw error;
    });
    expect(done).toMatchObject({ compared: 0, toCompare: 1, contradictions: [] });
    expect(await jobs()).toHaveLength(1);
    await app.database.asAdmin('UPDATE jobs SET not_before = now()');
    expect(await recheckDue(app.deps, () => undefined)).toBe(1);
    const [first] = done.outcomes.values();
    const id = first !== undefined && 'claimId' in first ? first.claimId : '';
    expect(await claim(id)).toMatchObject({ is_disputed: true });
  });

  test('200 a comparison that fails takes nothing back: the facts are stored and their jobs stay', async () => {
    fresh();
    await remember('Deploys must use a blue canary');
    const broken = { ...app.deps, clock: { ...app.deps.clock } };
    const errors: unknown[] = [];
    let calls = 0;
    broken.clock.elapsed = () => {
      calls += 1;
      // Asked four times before the comparison begins: three times while the fact is read, and for how long it may take.
      if (calls > 4) throw new Error('no clock');
      return 0;
    };
    const request = requestOf('Deploys must use a red canary', 1000);
    const done = await ingestFacts(broken, request, (error) => errors.push(error));
    expect(done).toMatchObject({ compared: 0, toCompare: 1 });
    expect(errors).toHaveLength(1);
    expect(await jobs()).toHaveLength(1);
  });

  test('200 several chunks are stored, and every fact is on the record', async () => {
    fresh();
    const facts = Array.from({ length: 600 }, (_, n) => ({
      statement: `Service ${n} must own queue ${n}`,
      key: `${n}`,
    }));
    const { body } = await ingest(facts);
    expect(body.counts).toMatchObject({ stored: 600, failed: 0 });
    const found = await app.database.asAdmin(
      `SELECT count(*)::int AS n, count(DISTINCT claim_id)::int AS claims FROM actions
       WHERE project = '${project}' AND action = 'ingest' AND detail->>'run_id' = '${body.run_id}'`,
    );
    expect(found).toEqual([{ n: 600, claims: 600 }]);
  });

  test('200 racing ingests of the same keys make one version each, and lose none', async () => {
    fresh();
    const facts = (round: number) =>
      Array.from({ length: 40 }, (_, n) => ({ statement: `Service ${n} must own queue ${round}`, key: `k${n}` }));
    const replies = await Promise.all(Array.from({ length: 6 }, () => ingest(facts(0))));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const stored = replies.map(({ body }) => body.counts.stored).reduce((a, b) => a + b);
    expect(stored).toBe(40);
    const versions = async () =>
      (
        await app.database.asAdmin(
          `SELECT count(*)::int AS n FROM claims WHERE project = '${project}' AND NOT is_disputed`,
        )
      )[0]?.n;
    expect(await versions()).toBe(40);
    const changed = await Promise.all(Array.from({ length: 6 }, () => ingest(facts(1))));
    expect(changed.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(changed.map(({ body }) => body.counts.updated).reduce((a, b) => a + b)).toBe(40);
    expect(changed.map(({ body }) => body.counts.failed)).toEqual(Array(6).fill(0));
    expect(await versions()).toBe(80);
  });

  test('200 a guarded write that races an ingest sees the fact, or the fact finds it', async () => {
    for (let round = 0; round < 15; round++) {
      fresh();
      const [written, { body }] = await Promise.all([
        remember('The default port of the gateway is 9090'),
        ingest([{ statement: 'The default port of the gateway is 8080' }]),
      ]);
      const id = body.facts[0].claim_id;
      if (written.status === 409) expect(written.body.conflicts[0].claim.id).toBe(id);
      else expect(await claim(id)).toMatchObject({ is_disputed: true, disputed_with: [written.body.claim.id] });
    }
  });

  test('400 for no facts, or fields that are none', async () => {
    for (const body of [{ facts: [] }, {}, { facts: 'x' }, { facts: [{ statement: 'x' }], colour: 'red' }]) {
      expect((await app.post('/v1/ingest', body)).status).toBe(400);
    }
  });
});
