import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewRelation } from '../../src/core/lore.js';
import { eraseDue } from '../../src/jobs/erase.js';
import { recheckDue } from '../../src/jobs/recheck.js';
import { getRelation, listRelationVersions } from '../../src/store/queries/lore/relations.js';
import { createTestApp, type Reply, type TestApp } from '../helpers/app.js';
import { disputedPair } from '../helpers/lore.js';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

describe('erase', () => {
  let app: TestApp;
  let project = 'p0';
  let projects = 0;
  const fresh = () => {
    projects += 1;
    project = `p${projects}`;
  };
  const post = (path: string, body: object, headers = {}) => app.post(path, { project, ...body }, headers);
  const remember = (statement: string, rest: object = {}) =>
    post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest });
  const erase = (body: object) => post('/v1/erase', { reason: 'Article 17', who: 'dpo', ...body });
  const read = async (path: string) =>
    (await app.get(`${path}${path.includes('?') ? '&' : '?'}project=${project}`)).body;

  /** Every value of every column of every table that holds a word, as text. A time may hold any number by chance. */
  async function grep(word: string): Promise<string[]> {
    if (/^[0-9a-f]{0,8}$/.test(word)) throw new Error(`An id may hold "${word}" by chance`);
    const columns = await app.database.asAdmin<{ table: string; column: string }>(
      `SELECT c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relkind IN ('r', 'p', 'v') AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0
         AND NOT a.attisdropped AND a.atttypid <> 'timestamptz'::regtype`,
    );
    expect(columns.length).toBeGreaterThan(80);
    const holds = columns.map(
      ({ table, column }) =>
        `SELECT '${table}.${column}' AS place WHERE EXISTS (SELECT FROM "${table}"
          WHERE strpos(lower("${column}"::text), lower('${word}')) > 0)`,
    );
    const found = await app.database.asAdmin<{ place: string }>(holds.join(' UNION ALL '));
    return found.map(({ place }) => place).sort();
  }

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 leaves no word of the claim in any column of any table', async () => {
    fresh();
    const words = ['zyxwood', 'quorble', 'fnord', 'plugh', 'grault'];
    const told = { reason: 'Because of Quorble', entity: 'Fnord', tags: ['plugh'], source: 'grault.md' };
    const statement = 'The default quota of zyxwood is 808080808';
    // Refused before it was stored, so that its statement is on the record without the claim.
    const other = (await remember('The default quota of zyxwood is 909090909')).body.claim;
    await remember(statement, { reason: 'Because of Quorble', tags: ['plugh'], entity: 'Fnord' });
    const { body } = await post(
      '/v1/supersede',
      { statement, who: 'alice', claim_id: other.id, ...told },
      { 'idempotency-key': 'k1' },
    );
    const id = body.claim.id;
    expect((await post('/v1/learn', { statement, who: 'bob', source: 'grault.md' })).body.result).toBe('unchanged');
    expect((await remember('The default quota of zyxwood is 707070707', {})).status).toBe(409);
    await post(
      '/v1/remember',
      {
        ...{ statement: 'The default quota of zyxwood is 6060', who: 'carol', reason: 'Agreed', force_exception: true },
      },
      { 'idempotency-key': 'k2' },
    );
    await app.database.asAdmin(`UPDATE violations SET detail = '{"note": "zyxwood"}' WHERE project = '${project}'`);
    for (const word of words) expect((await grep(word)).length, word).toBeGreaterThan(0);

    const reply = await erase({ claim_id: id });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        result: 'erased',
        claim: {
          id,
          status: 'erased',
          statement: '[erased]',
          reason: null,
          source: null,
          entity: null,
          tags: [],
          norms: [],
        },
      },
    });
    // What other claims say, and what was refused for them, is theirs: it goes with them.
    const others = await app.database.asAdmin<{ id: string }>(
      `SELECT DISTINCT id FROM claims WHERE project = '${project}' AND statement <> '[erased]'`,
    );
    for (const { id: otherId } of others) await erase({ claim_id: otherId });
    expect(await grep('808080808')).toEqual([]);
    for (const word of ['quorble', 'fnord', 'plugh', 'grault']) expect(await grep(word), word).toEqual([]);
    expect(await grep('zyxwood')).toEqual(['decisions.record', 'decisions.request', 'decisions.statement']);
    const left = await app.database.asAdmin(
      `SELECT statement FROM decisions WHERE project = '${project}' AND statement LIKE '%zyxwood%'`,
    );
    expect(left).toEqual([{ statement: 'The default quota of zyxwood is 707070707' }]);
  });

  test('200 leaves no word of the relations that it said, nor of why they were changed', async () => {
    fresh();
    const tenant = { orgId: 'default', project };
    const { claim } = (await remember('The default quota of wibblet is 808080808')).body;
    const fields = { type: 'GENDER', toId: null, value: 'Wibblish', claimId: claim.id, properties: { as: 'wibblet' } };
    const { ids, violationId } = await app.store.tenant('default', (db) =>
      disputedPair(db, tenant, [fields as Partial<NewRelation>, {}]),
    );
    const settled = { id: violationId, action: 'keep', keep: ids[1], reason: 'No wibblet is so' };
    expect((await post('/v1/lore/resolve-contradiction', settled)).status).toBe(200);
    expect(await grep('wibbl')).not.toEqual([]);
    expect((await erase({ claim_id: claim.id })).status).toBe(200);
    expect(await grep('wibbl')).toEqual([]);
    const versions = await app.store.tenant('default', (db) => listRelationVersions(db, tenant, ids[0]));
    expect(versions.map(({ status, value, systemUntil }) => [status, value, systemUntil === null])).toEqual([
      ['active', '[erased]', false],
      ['active', '[erased]', false],
      ['retracted', '[erased]', false],
      ['erased', '[erased]', true],
    ]);
    expect(await app.store.tenant('default', (db) => getRelation(db, tenant, ids[1]))).toMatchObject({ value: null });
    expect((await erase({ claim_id: claim.id })).status).toBe(200);
  });

  test('200 leaves no word of a reason to cancel it', async () => {
    fresh();
    const { claim } = (await remember('Reviews must be required')).body;
    await post('/v1/cancel', { claim_id: claim.id, who: 'bob', reason: 'xyzzyspam is wrong' });
    expect(await grep('xyzzyspam')).toContain('actions.reason');
    await erase({ claim_id: claim.id });
    expect(await grep('xyzzyspam')).toEqual([]);
  });

  test('200 every version of an ingested fact is erased, by its key, and it is not ingested again', async () => {
    fresh();
    const key = { key: 'customer-7', source: 'crm' };
    await post('/v1/ingest', { facts: [{ statement: 'Ann Zyxo lives in Paris', ...key }] });
    const { body } = await post('/v1/ingest', { facts: [{ statement: 'Ann Zyxo lives in Berlin', ...key }] });
    const { claim } = (await erase(key)).body;
    expect(claim.id).toBe(body.facts[0].claim_id);
    expect(await grep('zyxo')).toEqual([]);
    const { versions } = await read(`/v1/claims/${claim.id}/history`);
    expect(versions.map(({ statement }: { statement: string }) => statement)).toEqual(Array(3).fill('[erased]'));
    const again = (await post('/v1/ingest', { facts: [{ statement: 'Ann Zyxo lives in Rome', ...key }] })).body;
    expect(again).toMatchObject({
      counts: { stored: 0, failed: 1 },
      errors: [{ code: 'erased', path: 'facts.0.key' }],
    });
    expect(await grep('zyxo')).toEqual([]);
  });

  test('200 the claim is never compared again', async () => {
    fresh();
    const { claim } = (await remember('Reviews must be required')).body;
    await erase({ claim_id: claim.id });
    expect((await remember('Reviews must not be required')).body.result).toBe('stored');
    expect(await recheckDue(app.deps, () => undefined)).toBe(0);
    const { items } = await read('/v1/claims');
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(claim.id);
    const closed = await post('/v1/cancel', { claim_id: claim.id, who: 'bob', reason: 'Wrong' });
    expect(closed).toMatchObject({ status: 409, body: { code: 'not_active' } });
  });

  test('200 what other claims say stays, and what cites the claim says so without its words', async () => {
    fresh();
    const { claim } = (await remember('Deploys must use a blue canary')).body;
    const refused = (await remember('Deploys must use a red canary', { who: 'bob' })).body;
    await erase({ claim_id: claim.id });
    const decision = await read(`/v1/decisions/${refused.decision_id}`);
    expect(decision).toMatchObject({
      ...{ statement: 'Deploys must use a red canary', who: 'bob', result: 'conflict' },
      conflicts: [
        {
          claim: { id: claim.id, statement: '[erased]', reason: null },
          code: 'value_differs',
          slots: {},
          reason: '[erased]',
        },
      ],
    });
    expect(decision.norms).not.toEqual([]);
    const replayed = await post(`/v1/decisions/${refused.decision_id}/replay`, {});
    expect(replayed).toMatchObject({ status: 410, body: { code: 'erased' } });
  });

  test('200 the words of a refused write go by its decision, and those of a stored one with its claim', async () => {
    fresh();
    const { claim, decision_id } = (await remember('Deploys must use a blue canary')).body;
    const refused = (await remember('Deploys must use a red canary', { reason: 'Wibblefish likes it' })).body;
    const body = { decision_id: refused.decision_id };
    for (const reply of [await erase(body), await erase(body)]) {
      expect(reply).toMatchObject({ status: 200, body: { result: 'erased', claim: null } });
    }
    expect(await grep('wibblefish')).toEqual([]);
    expect(await read(`/v1/decisions/${refused.decision_id}`)).toMatchObject({
      ...{ statement: '[erased]', norms: [], result: 'conflict' },
      conflicts: [{ claim: { id: claim.id, statement: 'Deploys must use a blue canary' }, slots: {} }],
    });
    expect((await read('/v1/audit?action=erase')).items).toHaveLength(1);
    expect((await erase({ decision_id })).body.claim).toMatchObject({ id: claim.id, status: 'erased' });
  });

  test('200 a claim with the same words elsewhere keeps its own', async () => {
    fresh();
    const dev = (await remember('Debug logging must be enabled', { scope: { env: 'dev' } })).body;
    const prod = (await remember('Debug logging must be enabled', { scope: { env: 'prod' } })).body;
    await erase({ claim_id: dev.claim.id });
    expect(await read(`/v1/claims/${prod.claim.id}`)).toMatchObject({ statement: 'Debug logging must be enabled' });
    expect(await read(`/v1/decisions/${prod.decision_id}`)).toMatchObject({
      statement: 'Debug logging must be enabled',
    });
  });

  test('200 takes an id in capitals for the same one, and leaves no word where it is cited', async () => {
    fresh();
    const { claim } = (await remember('The default quota of zyxcap is 808080808')).body;
    const refused = (await remember('The default quota of zyxcap is 909090909')).body;
    expect((await erase({ claim_id: claim.id.toUpperCase() })).body.claim.id).toBe(claim.id);
    expect(await grep('808080808')).toEqual([]);
    expect((await read(`/v1/decisions/${refused.decision_id.toUpperCase()}`)).conflicts[0].claim).toMatchObject({
      ...{ id: claim.id, statement: '[erased]' },
    });
  });

  describe('a request that is repeated with its Idempotency-Key afterwards', () => {
    const GONE = { status: 410, body: { code: 'erased', instance: '#' }, headers: { 'idempotency-replayed': 'true' } };
    const keyed = (key: string) => ({ 'idempotency-key': key });
    const claims = async () => (await read('/v1/claims')).items;

    test('200 is not done again where it said the words, stored, unchanged or in a batch', async () => {
      fresh();
      const statement = 'The default quota of wobbly is 808080808';
      const body = { statement, who: 'alice', reason: 'Agreed' };
      const requests: [string, object][] = [
        ['/v1/remember', body],
        ['/v1/learn', { statement, who: 'bob', source: 'a.md' }],
        ['/v1/batch', { items: [{ op: 'remember', ...body }] }],
        ['/v1/batch', { items: [{ op: 'remember', ...body }], atomic: true }],
      ];
      const answers: Reply[] = [];
      for (const [n, [path, sent]] of requests.entries()) answers.push(await post(path, sent, keyed(`${path}-${n}`)));
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
      expect((await erase({ claim_id: answers[0]?.body.claim.id })).status).toBe(200);
      expect(await grep('wobbly')).toEqual([]);
      for (const [n, [path, sent]] of requests.entries()) {
        const key = keyed(`${path}-${n}`);
        expect(await post(path, sent, key), path).toMatchObject(GONE);
      }
      expect(await grep('wobbly')).toEqual([]);
      expect(await claims()).toEqual([]);
      const other = await post('/v1/remember', { ...body, who: 'carol' }, keyed('/v1/remember-0'));
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    });

    test('200 is not done again where it was refused with the words, or superseded with them', async () => {
      fresh();
      const { claim } = (await remember('The default quota of wobble is 808080808')).body;
      const refusal = { statement: 'The default quota of wobble is 919191919', who: 'bob', reason: 'Agreed' };
      const refused = await post('/v1/remember', refusal, keyed('refused'));
      expect(refused.status).toBe(409);
      await erase({ decision_id: refused.body.decision_id });
      await post('/v1/cancel', { claim_id: claim.id, who: 'bob', reason: 'Wrong' });
      expect(await post('/v1/remember', refusal, keyed('refused'))).toMatchObject(GONE);

      const old = (await remember('The default quota of wimble is 808080808')).body.claim;
      const change = {
        claim_id: old.id,
        statement: 'The default quota of wimble is 717171717',
        who: 'bob',
        reason: 'Moved',
      };
      const changed = await post('/v1/supersede', change, keyed('changed'));
      expect(changed.status).toBe(201);
      await erase({ claim_id: changed.body.claim.id });
      expect(await post('/v1/supersede', change, keyed('changed'))).toMatchObject(GONE);
      expect(await claims()).toEqual([]);
      expect([...(await grep('919191919')), ...(await grep('717171717'))]).toEqual([]);
    });

    test('200 is done again where only its answer held the words of another', async () => {
      fresh();
      const { claim } = (await remember('The default quota of wombat is 818181818')).body;
      const refusal = { statement: 'The default quota of wombat is 909090909', who: 'bob', reason: 'Agreed' };
      expect((await post('/v1/remember', refusal, keyed('refused'))).status).toBe(409);
      const forced = { ...refusal, statement: 'The default quota of wombat is 707070707', force_exception: true };
      const stored = await post('/v1/remember', forced, keyed('forced'));
      expect(stored.status).toBe(201);
      await erase({ claim_id: claim.id });
      expect(await grep('818181818')).toEqual([]);
      const again = await post('/v1/remember', forced, keyed('forced'));
      expect(again).toMatchObject({ status: 200, body: { result: 'unchanged', claim: { id: stored.body.claim.id } } });
      await post('/v1/cancel', { claim_id: stored.body.claim.id, who: 'bob', reason: 'Wrong' });
      expect(await post('/v1/remember', refusal, keyed('refused'))).toMatchObject({ status: 201 });
    });

    test('200 says so too when its answer was on its way, and the erasure itself may be repeated', async () => {
      fresh();
      const body = { statement: 'The default quota of wamble is 808080808', who: 'alice', reason: 'Agreed' };
      const { claim } = (await post('/v1/remember', body, keyed('late'))).body;
      const [kept] = await app.database.asAdmin<{ body: string }>("SELECT body FROM idempotency WHERE key = 'late'");
      const erasure = { claim_id: claim.id, reason: 'Article 17', who: 'dpo' };
      const erased = await post('/v1/erase', erasure, keyed('erasure'));
      expect(erased.status).toBe(200);
      await app.database.asAdmin("UPDATE idempotency SET status = 201, body = $1 WHERE key = 'late'", [kept?.body]);
      await app.database.asAdmin("UPDATE jobs SET not_before = now() WHERE kind = 'erase'");
      expect(await eraseDue(app.deps, () => undefined)).toBeGreaterThan(0);
      expect(await grep('wamble')).toEqual([]);
      expect(await post('/v1/remember', body, keyed('late'))).toMatchObject(GONE);
      expect(await post('/v1/erase', erasure, keyed('erasure'))).toMatchObject({ status: 200, body: erased.body });
      expect(await claims()).toEqual([]);
    });

    test('200 may be sent with a new key, as any new request', async () => {
      fresh();
      const body = { statement: 'The default quota of wumble is 808080808', who: 'alice', reason: 'Agreed' };
      const { claim } = (await post('/v1/remember', body, keyed('first'))).body;
      await erase({ claim_id: claim.id });
      expect((await post('/v1/remember', body, keyed('second'))).status).toBe(201);
    });
  });

  test('200 again is the same answer, and one line on the record', async () => {
    fresh();
    const { claim } = (await remember('Reviews must be required')).body;
    const first = await erase({ claim_id: claim.id });
    const second = await erase({ claim_id: claim.id, reason: 'Once more' });
    expect(second.body).toEqual(first.body);
    const { items } = await read(`/v1/audit?claim_id=${claim.id}`);
    expect(items).toMatchObject([
      { action: 'erase', who: 'dpo', reason: 'Article 17' },
      { action: 'remember', who: 'alice', result: 'stored' },
    ]);
  });

  test('200 a decision that was on its way is found afterwards', async () => {
    fresh();
    const { claim } = (await remember('Deploys must use a blue canary')).body;
    const refused = (await remember('Deploys must use a red canary')).body;
    const [kept] = await app.database.asAdmin<{ record: object }>(
      `SELECT record FROM decisions WHERE id = '${refused.decision_id}'`,
    );
    await erase({ claim_id: claim.id });
    await app.database.asAdmin('UPDATE decisions SET record = $1 WHERE id = $2', [
      JSON.stringify(kept?.record),
      refused.decision_id,
    ]);
    expect(await eraseDue(app.deps, () => undefined)).toBe(0);
    await app.database.asAdmin("UPDATE jobs SET not_before = now() WHERE kind = 'erase'");
    expect(await eraseDue(app.deps, () => undefined)).toBeGreaterThan(0);
    expect((await read(`/v1/decisions/${refused.decision_id}`)).conflicts[0].claim.statement).toBe('[erased]');
    expect(await app.database.asAdmin(`SELECT 1 FROM jobs WHERE project = '${project}'`)).toEqual([]);
  });

  test('404 for an unknown claim or key', async () => {
    expect(await erase({ claim_id: UNKNOWN })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await erase({ decision_id: UNKNOWN })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await erase({ key: 'none' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('400 without a claim or with two, or without a reason', async () => {
    for (const body of [{}, { claim_id: UNKNOWN, key: 'k' }, { claim_id: 'x' }, { claim_id: UNKNOWN, reason: ' ' }]) {
      expect((await erase(body)).status).toBe(400);
    }
  });

  test('422 for an Idempotency-Key that came with another request', async () => {
    const headers = { 'idempotency-key': 'erase-1' };
    await post('/v1/erase', { claim_id: UNKNOWN, reason: 'a', who: 'dpo' }, headers);
    expect((await post('/v1/erase', { claim_id: UNKNOWN, reason: 'b', who: 'dpo' }, headers)).status).toBe(422);
  });
});
