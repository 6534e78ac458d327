import { spawnSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { NliScorer } from '../../src/core/ports.js';
import type { Request, WorkerData } from '../../src/inference/messages.js';
import { startWorker } from '../../src/inference/model-thread.js';
import { nliOff } from '../../src/inference/off.js';
import { type ScorerOptions, ThreadScorer } from '../../src/inference/scorer.js';
import { systemClock } from '../../src/start/system.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { fakeScorer } from '../helpers/fake-scorer.js';
import { copyModel, modelDir } from '../helpers/models.js';
import { MAIN } from '../helpers/server-process.js';

const OBEDIENT = new URL('../helpers/threads/obedient.mjs', import.meta.url);
const STORED = 'Workers must keep failed jobs for the night shift';
const INCOMING = 'Workers must throw failed jobs away before the night shift';

const closing: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

async function appWith(scorer: NliScorer, shared?: TestApp): Promise<TestApp> {
  const app = await createTestApp({ scorer }, shared === undefined ? {} : { sharedDatabase: shared.database });
  closing.push(app);
  return app;
}

const remember = (app: TestApp, statement: string) =>
  app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed' });
const decisionOf = async (app: TestApp, { decision_id: id }: { decision_id: string }) =>
  (await app.get(`/v1/decisions/${id}`)).body;

describe('a pair that the rules leave open', () => {
  test('is asked about, and refused where the model is sure and the pair shows why', async () => {
    const scorer = fakeScorer(() => 0.95);
    const app = await appWith(scorer);
    await remember(app, STORED);
    const check = await app.post('/v1/check', { op: 'remember', statement: INCOMING, who: 'alice', reason: 'Agreed' });
    const write = await remember(app, INCOMING);
    expect(write.status).toBe(409);
    expect(write.body.conflicts).toMatchObject([
      { code: 'nli_contradiction', stage: 'nli', score: 0.95, tier: 'block' },
    ]);
    expect(check.body).toMatchObject({ tier: 'block', conflicts: write.body.conflicts });
    const decision = await decisionOf(app, write.body);
    expect(decision).toMatchObject({ nli: 'asked', nli_fault: null, versions: { model: 'fake' } });
    expect(decision.compared).toMatchObject([{ confidence: 'LOW', nli: { forward: 0.95, backward: 0.95 } }]);
    expect(scorer.asked[0]).toEqual({ premise: STORED, hypothesis: INCOMING });
  });

  test('is a warning where the model is less sure', async () => {
    const app = await appWith(fakeScorer(() => 0.7));
    await remember(app, STORED);
    const { status, body } = await remember(app, INCOMING);
    expect([status, body.tier]).toEqual([201, 'warn']);
    expect(body.warnings).toMatchObject([{ code: 'nli_contradiction', stage: 'nli', confidence: 'LOW' }]);
  });

  test('is a warning of a repetition where the model takes both for the same, also when it is decided again', async () => {
    const app = await appWith(
      fakeScorer(
        () => 0,
        { same: 0.8 },
        () => 0.9,
      ),
    );
    await remember(app, STORED);
    const { status, body } = await remember(app, INCOMING);
    expect([status, body.tier]).toEqual([201, 'warn']);
    expect(body.warnings).toMatchObject([{ code: 'nli_restatement', stage: 'nli', claim: { statement: STORED } }]);
    expect((await decisionOf(app, body)).compared).toMatchObject([{ nli: { forward: 0, backward: 0, same: 0.9 } }]);
    const replay = await (await appWith(nliOff, app)).post(`/v1/decisions/${body.decision_id}/replay`, {});
    expect(replay.body).toMatchObject({ matches: true, differences: [] });
  });

  test('decides again what was recorded before repetitions were asked about', async () => {
    const app = await appWith(fakeScorer(() => 0.7));
    await remember(app, STORED);
    const { body } = await remember(app, INCOMING);
    await app.database.asAdmin(
      `UPDATE decisions SET record = jsonb_set(record::jsonb #- '{nliThresholds,same}', '{compared}',
         (SELECT jsonb_agg(pair #- '{nli,same}') FROM jsonb_array_elements(record::jsonb -> 'compared') pair))
       WHERE id = $1`,
      [body.decision_id],
    );
    expect((await decisionOf(app, body)).compared[0].nli).toEqual({ forward: 0.7, backward: 0.7 });
    const later = await appWith(
      fakeScorer(() => 0, { same: 0 }),
      app,
    );
    const replay = await later.post(`/v1/decisions/${body.decision_id}/replay`, {});
    expect(replay.body).toMatchObject({ matches: true, differences: [] });
  });

  test('is decided again from the record, also where no model runs or another one asks for more', async () => {
    const scorer = fakeScorer(() => 0.95);
    const app = await appWith(scorer);
    await remember(app, STORED);
    const { body } = await remember(app, INCOMING);
    const asked = scorer.asked.length;
    for (const other of [scorer, nliOff, fakeScorer(() => 0.1, { block: 1, warn: 1, maxPairs: 1 })]) {
      const replay = await (await appWith(other, app)).post(`/v1/decisions/${body.decision_id}/replay`, {});
      expect(replay.body).toMatchObject({ matches: true, differences: [] });
    }
    expect(scorer.asked).toHaveLength(asked);
  });

  test('is not asked about by a model without a threshold, as no score could count', async () => {
    const scorer = fakeScorer(() => 1, { block: null, warn: null });
    const app = await appWith(scorer);
    await remember(app, STORED);
    const { status, body } = await remember(app, INCOMING);
    expect([status, body.tier, scorer.asked]).toEqual([201, 'clean', []]);
    expect(await decisionOf(app, body)).toMatchObject({ nli: 'uncalibrated', nli_fault: null });
    for (const other of [scorer, fakeScorer(() => 1)]) {
      const replay = await (await appWith(other, app)).post(`/v1/decisions/${body.decision_id}/replay`, {});
      expect(replay.body).toMatchObject({ matches: true, differences: [] });
    }
  });

  test('counts as one of several that got no answer', async () => {
    const whole = fakeScorer(() => 0.95);
    const scorer: NliScorer = {
      ...whole,
      score: async (pairs) => ({ scores: [null, ...(await whole.score(pairs.slice(1))).scores], fault: 'timed_out' }),
    };
    const app = await appWith(scorer);
    await remember(app, STORED);
    await remember(app, 'Workers must hand failed jobs to the night shift');
    const { body } = await remember(app, INCOMING);
    expect(await decisionOf(app, body)).toMatchObject({ nli: 'partly_asked', nli_fault: 'timed_out' });
  });
});

describe('a model that fails never fails a write, and the decision says why it was not asked', () => {
  const faults: [string, string, Partial<ScorerOptions>][] = [
    ['takes too long', 'timed_out', { model: { dir: 'slow 60000', sha256: null, labels: null }, limitMs: 60 }],
    ['has no score', 'model_failed', { model: { dir: 'fail', sha256: null, labels: null } }],
    ['has too much to do', 'queue_full', { queueMax: 1 }],
  ];

  test.each(faults)('when it %s', async (_, fault, options) => {
    const scorer = await ThreadScorer.open({
      ...{ clock: systemClock, limitMs: 5000, model: { dir: 'nowhere', sha256: null, labels: null } },
      ...{ start: (workerData) => new Worker(OBEDIENT, { workerData }), ...options },
    });
    closing.push(scorer);
    const app = await appWith(scorer);
    await remember(app, STORED);
    const { status, body } = await remember(app, INCOMING);
    expect([status, body.result, body.tier]).toEqual([201, 'stored', 'clean']);
    expect(await decisionOf(app, body)).toMatchObject({ nli: 'unavailable', nli_fault: fault });
    const page = await app.app.inject('/metrics');
    expect(page.body).toContain(`loreguard_nli_pairs_total{outcome="${fault}"} 1`);
    expect((await app.post(`/v1/decisions/${body.decision_id}/replay`, {})).body.matches).toBe(true);
  });
});

describe('the thread of a real model', () => {
  test('is killed in the middle of a request: the write is answered, and the next one asks again', async () => {
    const started: Worker[] = [];
    const start = (data: WorkerData) => {
      const worker = startWorker(data);
      if (started.push(worker) === 1) killWhenAsked(worker);
      return worker;
    };
    const model = { dir: modelDir('bert'), sha256: null, labels: null };
    const scorer = await ThreadScorer.open({ model, clock: systemClock, limitMs: 10_000, start });
    closing.push(scorer);
    const app = await appWith(scorer);
    await remember(app, STORED);
    const { status, body } = await remember(app, INCOMING);
    expect([status, body.result, body.tier]).toEqual([201, 'stored', 'clean']);
    expect(await decisionOf(app, body)).toMatchObject({ nli: 'unavailable', nli_fault: 'worker_lost' });
    const page = await app.app.inject('/metrics');
    expect(page.body).toContain('loreguard_nli_pairs_total{outcome="worker_lost"} 1');
    expect((await app.post(`/v1/decisions/${body.decision_id}/replay`, {})).body.matches).toBe(true);
    await vi.waitFor(() => expect(scorer.readiness).toBe('ready'), { timeout: 15_000 });
    const next = await remember(app, 'Workers must hand failed jobs to the night shift');
    expect(await decisionOf(app, next.body)).toMatchObject({ nli: 'asked', nli_fault: null });
    expect(started).toHaveLength(2);
  });
});

/** Ends the thread with its first question: before the runtime is at it, which would take the process along. */
function killWhenAsked(worker: Worker): void {
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (request: Request) => {
    if (request.type === 'score') void worker.terminate();
    post(request);
  };
}

describe('/ready', () => {
  test.each([
    ['off', nliOff],
    ['ready', fakeScorer(() => 0)],
  ] as const)('says %s of the model and stays 200', async (state, scorer) => {
    const app = await appWith(scorer);
    const { statusCode, body } = await app.app.inject('/ready');
    expect([statusCode, JSON.parse(body).nli]).toEqual([200, state]);
  });
});

describe('a server whose model can not be used ends with 1 and says what to do', () => {
  function start(environment: Record<string, string>): { status: number | null; said: string } {
    const env = { PATH: process.env.PATH, LOREGUARD_DATA: '/nowhere', LOREGUARD_AUTH: 'off', ...environment };
    const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8', timeout: 60_000 });
    return { status, said: stderr };
  }

  test('when the folder is missing', () => {
    const { status, said } = start({ NLI_MODEL_DIR: '/no/such/model' });
    expect([status, said]).toEqual([1, 'NLI_MODEL_DIR: there is no folder /no/such/model.\n']);
  });

  test('when the digest is another', () => {
    const { status, said } = start({ NLI_MODEL_DIR: modelDir('bert'), NLI_MODEL_SHA256: 'a'.repeat(64) });
    expect(status).toBe(1);
    expect(said).toMatch(/^NLI_MODEL_SHA256: .* has the digest [0-9a-f]{64}, not a{64}\. Take the file/);
  });

  test('when the file is corrupt', () => {
    const model = copyModel('bert');
    model.write('model.onnx', 'no model at all');
    const { status, said } = start({ NLI_MODEL_DIR: model.dir });
    expect([status, said]).toEqual([1, expect.stringMatching(/^NLI_MODEL_DIR: its ONNX file can not be loaded: /)]);
    model.dispose();
  });

  test('when a digest is set for no folder', () => {
    const { status, said } = start({ NLI_MODEL_SHA256: 'a'.repeat(64) });
    expect([status, said]).toEqual([1, expect.stringMatching(/NLI_MODEL_SHA256: .* belongs to NLI_MODEL_DIR/)]);
  });
});
