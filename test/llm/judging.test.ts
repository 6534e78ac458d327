import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WriteRequest } from '../../src/core/claim.js';
import { UNCALIBRATED_JUDGE } from '../../src/core/judge-card.js';
import { EVERYWHERE } from '../../src/core/scope.js';
import type { Judging } from '../../src/flows/judging/judging.js';
import { WriteJudge } from '../../src/flows/judging/write-judge.js';
import { examine } from '../../src/guard/pipeline.js';
import { judgeDue, startJudging } from '../../src/jobs/judge.js';
import { openLlmJudge } from '../../src/llm/judge.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { candidate, reading } from '../helpers/guard.js';
import { judges, pairsIn } from '../helpers/judge-server.js';
import { fails, type LlmServer, says, startLlmServer } from '../helpers/llm-server.js';

const APPLIED = 'Migration 47 has not been applied yet';
const RUNNING = 'Production already runs with migration 47';

const fail = (error: unknown): never => {
  throw error;
};

async function judgingOf(server: LlmServer, rest: Partial<Judging>): Promise<Judging> {
  const judge = await openLlmJudge({
    ...{ baseUrl: server.baseUrl, apiKey: null, model: 'test', timeoutMs: 2000 },
    ...{ clock: systemClock, random: systemRandom },
    breaker: { failures: 1000, pauseMs: 1 },
  });
  const limits = { writeLimitMs: 500, jobLimitMs: 1000 };
  return { judge, mode: 'after', thresholds: UNCALIBRATED_JUDGE, ...limits, ...rest };
}

/** Every real part: the application, Postgres, an HTTP endpoint and the client that asks it. */
describe('a judge that is asked after the write', () => {
  let server: LlmServer;
  let app: TestApp;
  let project = '';
  let made = 0;

  const remember = async (statement: string, body: object = {}) =>
    (await app.post('/v1/remember', { project, statement, kind: 'fact', who: 'mara', ...body })).body;
  const listed = async (status: string) =>
    (await app.get(`/v1/contradictions?project=${project}&status=${status}`)).body.items;
  const rows = (sql: string) => app.database.asAdmin(sql.replaceAll(':project', `'${project}'`));
  const jobsLeft = async () => (await rows("SELECT kind FROM jobs WHERE project = :project AND kind = 'judge'")).length;
  const makeDue = () => rows('UPDATE jobs SET not_before = now() WHERE project = :project');
  const asked = () => server.asked.flatMap(pairsIn);

  beforeAll(async () => {
    server = await startLlmServer();
    app = await createTestApp({ judging: await judgingOf(server, {}) });
  });
  afterAll(async () => {
    await app?.close();
    await server?.close();
  });
  beforeEach(() => {
    project = `p${made++}`;
    server.behave(judges(({ incoming }) => (incoming.statement === RUNNING ? 'contradicts' : 'compatible')));
  });

  test('suspects what it takes to contradict: it is listed with stage, reason and quotes, and nobody is disputed', async () => {
    const { claim: first } = await remember(APPLIED);
    const { claim: second, tier } = await remember(RUNNING);
    expect([tier, server.asked]).toEqual(['clean', []]);
    expect(await judgeDue(app.deps, fail)).toBe(1);
    expect(asked()).toEqual([{ pair: 1, stored: { statement: APPLIED }, incoming: { statement: RUNNING } }]);
    expect([await listed('open'), await jobsLeft()]).toEqual([[], 0]);
    const [suspected] = await listed('suspected');
    expect(suspected).toMatchObject({
      ...{ code: 'judge_contradiction', stage: 'judge', status: 'suspected', sentence: 'Both can not hold.' },
      sides: [{ id: first.id }, { id: second.id }],
      judged: { judge: 'llm', model: 'test', certainty: 0.95, quotes: { stored: APPLIED, incoming: RUNNING } },
    });
    for (const { id } of [first, second]) {
      expect((await app.get(`/v1/claims/${id}?project=${project}`)).body.is_disputed).toBe(false);
    }
  });

  test('keeps each verdict as a row that cites the decision', async () => {
    await remember(APPLIED);
    const { decision_id } = await remember(RUNNING);
    await judgeDue(app.deps, fail);
    expect(await rows('SELECT decision_id, answer, model FROM judge_verdicts WHERE project = :project')).toEqual([
      { decision_id, answer: 'contradicts', model: 'test' },
    ]);
  });

  test('is not asked again about a pair, whatever else is new beside it', async () => {
    await remember(APPLIED);
    const { claim } = await remember(RUNNING);
    await judgeDue(app.deps, fail);
    await remember('The rollback script of migration 47 is in the wiki');
    await rows(`INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
      VALUES ('default', :project, 'judge', '${claim.id}', now(), now())`);
    await judgeDue(app.deps, fail);
    const about = asked().filter(
      ({ stored, incoming }) => stored.statement === APPLIED && incoming.statement === RUNNING,
    );
    expect(about).toHaveLength(1);
    expect(asked().length).toBeGreaterThan(1);
  });

  test('that is down is asked again later: the job stays, and nothing is suspected meanwhile', async () => {
    server.behave(fails(503));
    await remember(APPLIED);
    await remember(RUNNING);
    expect(await judgeDue(app.deps, fail)).toBe(0);
    expect([await jobsLeft(), await listed('suspected')]).toEqual([1, []]);
    server.behave(judges(() => 'contradicts'));
    await makeDue();
    expect(await judgeDue(app.deps, fail)).toBe(1);
    expect([await jobsLeft(), (await listed('suspected')).length]).toEqual([0, 1]);
  });

  test.each([
    ['chatter', 'I would say that both of them are fine.'],
    ['another form', '{"verdicts": "none"}'],
    ['verdicts on pairs that nobody asked about', '{"verdicts": [{"pair": 7}]}'],
  ])('that answers %s is given up after some tries, and suspects nothing', async (_, content) => {
    server.behave(says(content));
    await remember(APPLIED);
    await remember(RUNNING);
    for (let turn = 1; turn <= 5; turn++) {
      expect(await jobsLeft()).toBe(1);
      await makeDue();
      await judgeDue(app.deps, fail);
    }
    expect([await jobsLeft(), await listed('suspected')]).toEqual([0, []]);
  });

  test.each([
    ['quotes what neither says', { stored_quote: 'has been applied' }],
    ['quotes nothing', { stored_quote: '', incoming_quote: '' }],
    ['takes the contrary for likelier', { certainty: 40 }],
  ])('that %s suspects nothing, and is not asked again', async (_, said) => {
    server.behave(judges(() => ({ answer: 'contradicts', ...said })));
    await remember(APPLIED);
    await remember(RUNNING);
    expect(await judgeDue(app.deps, fail)).toBe(1);
    expect([await jobsLeft(), await listed('suspected'), server.asked.length]).toEqual([0, [], 1]);
  });

  test('works in the background until it is stopped', async () => {
    await remember(APPLIED);
    await remember(RUNNING);
    const work = startJudging(app.deps, fail);
    await expect.poll(async () => (await listed('suspected')).length).toBe(1);
    await work.stop();
  });

  test('a pair that a curator dismissed is not raised again', async () => {
    await remember(APPLIED);
    const { claim } = await remember(RUNNING);
    await judgeDue(app.deps, fail);
    const [{ id }] = await listed('suspected');
    await app.post('/v1/lore/resolve-violation', { project, id, action: 'dismiss', reason: 'Two databases' });
    await rows(`INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
      VALUES ('default', :project, 'judge', '${claim.id}', now(), now())`);
    await judgeDue(app.deps, fail);
    expect([await listed('suspected'), await listed('open')]).toEqual([[], []]);
  });

  test('an erased claim leaves no verdict', async () => {
    const { claim } = await remember(APPLIED);
    await remember(RUNNING);
    await judgeDue(app.deps, fail);
    await app.post('/v1/erase', { project, claim_id: claim.id, reason: 'Asked for' });
    expect(await rows('SELECT key FROM judge_verdicts WHERE project = :project')).toEqual([]);
  });
});

/** The same parts, with a judge that is asked inside of the request. */
describe('a judge that is asked within the write', () => {
  let server: LlmServer;
  let app: TestApp;
  let project = '';
  let made = 0;

  const remember = async (statement: string, body: object = {}) =>
    app.post('/v1/remember', { project, statement, kind: 'fact', who: 'mara', ...body });
  const judgeJobs = () => app.database.asAdmin(`SELECT kind FROM jobs WHERE project = '${project}' AND kind = 'judge'`);
  const asked = () => server.asked.flatMap(pairsIn);

  beforeAll(async () => {
    server = await startLlmServer();
    app = await createTestApp({ judging: await judgingOf(server, { mode: 'write' }) });
  });
  afterAll(async () => {
    await app?.close();
    await server?.close();
  });
  beforeEach(() => {
    project = `w${made++}`;
    server.behave(judges(({ incoming }) => (incoming.statement === RUNNING ? 'contradicts' : 'compatible')));
  });

  test('warns, with its reason and the words that decide, and stores the claim', async () => {
    await remember(APPLIED);
    const { status, body } = await remember(RUNNING);
    expect([status, body.tier]).toEqual([201, 'warn']);
    expect(body.warnings).toMatchObject([
      {
        ...{ code: 'judge_contradiction', stage: 'judge', claim: { statement: APPLIED } },
        quotes: { stored: APPLIED, incoming: RUNNING },
        reason: 'A judge takes them to contradict each other. Both can not hold.',
      },
    ]);
    expect(await judgeJobs()).toEqual([]);
  });

  test('a check gets the same decision, and nothing is kept of it', async () => {
    await remember(APPLIED);
    const check = { op: 'remember', project, statement: RUNNING, kind: 'fact', who: 'mara' };
    expect((await app.post('/v1/check', check)).body).toMatchObject({ tier: 'warn', warnings: [{ stage: 'judge' }] });
    const kept = await app.database.asAdmin(`SELECT key FROM judge_verdicts WHERE project = '${project}'`);
    expect(kept).toEqual([]);
  });

  test('the decision tells who said what, and its replay asks nobody', async () => {
    await remember(APPLIED);
    const { decision_id } = (await remember(RUNNING)).body;
    const decision = (await app.get(`/v1/decisions/${decision_id}?project=${project}`)).body;
    expect(decision.judge).toMatchObject({ by: { kind: 'llm', model: 'test' }, thresholds: { block: null }, later: 0 });
    expect(decision.compared).toMatchObject([{ judged: { answer: 'contradicts', certainty: 0.95 } }]);
    server.behave(fails(503));
    const replay = await app.post(`/v1/decisions/${decision_id}/replay`, { project });
    expect([replay.body.matches, replay.body.differences, server.asked]).toEqual([true, [], []]);
  });

  test.each([
    ['is down', fails(503)],
    ['chatters', says('Both are fine with me.')],
    ['never answers', () => undefined],
  ])('that %s fails no write: the pair is judged afterwards', async (_, behaviour) => {
    await remember(APPLIED);
    server.behave(behaviour);
    const { status, body } = await remember(RUNNING);
    expect([status, body.tier, await judgeJobs()]).toEqual([201, 'clean', [{ kind: 'judge' }]]);
    server.behave(judges(() => 'contradicts'));
    expect(await judgeDue(app.deps, fail)).toBe(1);
    const { items } = (await app.get(`/v1/contradictions?project=${project}&status=suspected`)).body;
    expect(items).toMatchObject([{ stage: 'judge', decision_id: null }]);
  });

  test('a job does not ask again what the write asked', async () => {
    await remember(APPLIED);
    const { claim } = (await remember(RUNNING)).body;
    expect(asked()).toHaveLength(1);
    await app.database.asAdmin(`INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
      VALUES ('default', '${project}', 'judge', '${claim.id}', now(), now())`);
    expect(await judgeDue(app.deps, fail)).toBe(1);
    expect(asked()).toHaveLength(1);
  });

  test('has nothing refused, whatever its card says, where the rules do not take both for one subject', async () => {
    const sure = { floor: 0.3, block: 0.5, warn: 0.5 };
    const refusing = await createTestApp(
      { judging: await judgingOf(server, { mode: 'write', thresholds: sure }) },
      { sharedDatabase: app.database },
    );
    server.behave(judges(() => 'contradicts'));
    const write = (statement: string) =>
      refusing.post('/v1/remember', { project, statement, kind: 'fact', who: 'mara' });
    await write(APPLIED);
    const { status, body } = await write(RUNNING);
    expect([status, body.tier, body.warnings[0].stage]).toEqual([201, 'warn', 'judge']);
    await refusing.close();
  });

  test('is not asked while the write holds locks: what comes in between is judged afterwards', async () => {
    const judging = await judgingOf(server, { mode: 'write' });
    const request = { tenant: { orgId: 'default', project }, statement: RUNNING, scope: EVERYWHERE };
    const write = { ...request, validFrom: null, validUntil: null } as WriteRequest;
    const judge = new WriteJudge(app.deps, judging, write);
    await remember(APPLIED);
    const { items } = (await app.get(`/v1/claims?project=${project}`)).body;
    const read = reading(RUNNING);
    const pairs = examine(read, [candidate(items[0].id, APPLIED)]);
    judge.askNoMore();
    expect(await judge.of(read, pairs)).toMatchObject({ later: 1, said: new Map() });
    expect(server.asked).toEqual([]);
  });
});
