import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { candidatesOf } from '../../src/flows/candidates.js';
import { RecallIndex } from '../../src/flows/recall-index.js';
import { lockKeys } from '../../src/guard/pipeline.js';
import { getClaim } from '../../src/store/queries/claims/claims.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

const TENANT = { orgId: 'default', project: 'p' };
const SUBJECTS = ['ledger', 'gateway', 'invoice service', 'upload worker', 'session store', 'audit log'];
const RULES = [
  'must use Postgres',
  'must not use Redis',
  'should be restarted nightly',
  'must be signed by two owners before release',
  'must keep records for 30 days, because auditors ask for them',
  'must listen on port 8080',
  'may be disabled in staging',
];

describe('candidates in memory', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('are those that the store finds, in its order, also where bounds cut them', async () => {
    const statements = SUBJECTS.flatMap((subject) => RULES.map((rule) => `The ${subject} ${rule}.`));
    // More than a key brings in.
    const crowd = Array.from(
      { length: 60 },
      (_, at) => `The crane of dock ${at + 1} must be greased every ${at + 2} weeks.`,
    );
    const long = `${Array.from({ length: 12 }, (_, at) => `The ${SUBJECTS[at % 6]} must be checked by team ${at + 1}.`).join(' ')}`;
    const facts = [...statements, ...crowd, long].map((statement) => ({ statement, who: 'alice' }));
    const { body } = await app.post('/v1/ingest', { project: 'p', facts });
    const ids: string[] = body.facts.map(({ claim_id }: { claim_id: string }) => claim_id);
    const claims = await app.store.tenant('default', async (db) => {
      const found = [];
      for (const id of ids) found.push(await getClaim(db, TENANT, id));
      return found.flatMap((claim) => claim ?? []);
    });
    const index = new RecallIndex();
    for (const claim of claims) index.add(claim);
    const stored: string[][] = [];
    for (const { id, reading } of claims) {
      const query = { lockKeys: lockKeys(reading), exclude: [id] };
      stored.push((await candidatesOf(app.store, TENANT, reading, query)).candidates.map((one) => one.id));
    }
    const own = claims.map((claim) => index.candidatesFor(claim).map(({ id }) => id));
    expect(own).toEqual(stored);
    expect(own.some((one) => one.length >= 12)).toBe(true);
  });
});
