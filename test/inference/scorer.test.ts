import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type StartWorker, startWorker } from '../../src/inference/model-thread.js';
import { type ScorerOptions, ThreadScorer } from '../../src/inference/scorer.js';
import { systemClock } from '../../src/start/system.js';
import { modelDir } from '../helpers/models.js';

const OBEDIENT = new URL('../helpers/threads/obedient.mjs', import.meta.url);
const open: ThreadScorer[] = [];
const workers: Worker[] = [];

/** A scorer whose thread does what the first premise of a batch says. */
async function obedient(options: Partial<ScorerOptions> = {}): Promise<ThreadScorer> {
  const start: StartWorker = (workerData) => {
    const worker = new Worker(OBEDIENT, { workerData });
    workers.push(worker);
    return worker;
  };
  const model = { dir: 'nowhere', sha256: null, labels: null };
  const scorer = await ThreadScorer.open({ model, clock: systemClock, limitMs: 5000, start, ...options });
  open.push(scorer);
  return scorer;
}

const pair = (premise: string, hypothesis = 'x'.repeat(20)) => ({ premise, hypothesis });
const scored = { forward: 0.1, backward: expect.any(Number), same: expect.any(Number) };

afterEach(async () => {
  await Promise.all(open.splice(0).map((scorer) => scorer.close()));
  workers.splice(0);
});

describe('the scorer', () => {
  test('scores both directions, in the order of the pairs', async () => {
    const scorer = await obedient();
    const { scores, fault } = await scorer.score([pair('a'.repeat(10)), pair('b'.repeat(40), 'c'.repeat(2))]);
    expect(scores).toEqual([
      { forward: 0.1, backward: 0.05, same: 0.45 },
      { forward: 0.01, backward: 0.2, same: 0.4 },
    ]);
    expect(fault).toBeNull();
  });

  test('answers nothing for no pairs', async () => {
    expect(await (await obedient()).score([])).toEqual({ scores: [], fault: null });
  });

  test('goes on without a model that takes too long, and remembers what it said when it is asked again', async () => {
    const scorer = await obedient();
    const late = pair('slow 300');
    expect(await scorer.score([late], 50)).toEqual({ scores: [null], fault: 'timed_out' });
    await vi.waitFor(async () => expect((await scorer.score([late], 20)).fault).toBeNull(), { timeout: 3000 });
  });

  test('refuses what would wait too long, and scores what was accepted', async () => {
    const scorer = await obedient({ queueMax: 4 });
    const first = scorer.score([pair('slow 200')]);
    const second = scorer.score([pair('second'), pair('also')]);
    expect(await scorer.score([pair('third')])).toEqual({ scores: [null], fault: 'queue_full' });
    expect((await first).fault).toBeNull();
    expect((await second).fault).toBeNull();
  });

  test.each(['die', 'throw'])('answers when its thread should %s, and starts it again', async (word) => {
    const reports: string[] = [];
    const scorer = await obedient({ report: (message) => reports.push(message) });
    expect(await scorer.score([pair(word)])).toEqual({ scores: [null], fault: 'worker_lost' });
    expect(scorer.readiness).toBe('unavailable');
    expect(await scorer.score([pair('while it is gone')])).toEqual({ scores: [null], fault: 'worker_lost' });
    await vi.waitFor(() => expect(scorer.readiness).toBe('ready'), { timeout: 5000 });
    expect((await scorer.score([pair('again')])).scores).toEqual([scored]);
    expect(reports).toEqual([expect.stringMatching(/ended; it is started again/)]);
    expect(workers).toHaveLength(2);
  });

  test('says so when the model has no score, and asks again', async () => {
    const scorer = await obedient();
    expect(await scorer.score([pair('fail')])).toEqual({ scores: [null], fault: 'model_failed' });
    expect((await scorer.score([pair('fine')])).scores).toEqual([scored]);
  });

  test('asks in batches of at most 32, of several writes together', async () => {
    const scorer = await obedient({ queueMax: 1000 });
    const posted = vi.spyOn(workers[0] as Worker, 'postMessage');
    const writes = Array.from({ length: 12 }, (_, at) =>
      scorer.score([0, 1, 2, 3].map((n) => pair(`write ${at} ${n}`))),
    );
    for (const { scores } of await Promise.all(writes)) expect(scores).toHaveLength(4);
    const sizes = posted.mock.calls.map(([{ pairs }]) => pairs.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(96);
    expect(Math.max(...sizes)).toBe(32);
    expect(sizes.length).toBeLessThanOrEqual(4);
  });

  test('asks once about the same pair', async () => {
    const scorer = await obedient();
    const posted = vi.spyOn(workers[0] as Worker, 'postMessage');
    const first = await scorer.score([pair('again')]);
    expect(await scorer.score([pair('again')])).toEqual(first);
    expect(posted).toHaveBeenCalledTimes(1);
  });

  test('answers what waits when it is closed, and leaves no thread', async () => {
    const scorer = await obedient();
    const waiting = [scorer.score([pair('slow 10000')]), scorer.score([pair('behind it')])];
    await scorer.close();
    for (const answer of await Promise.all(waiting)) expect(answer).toEqual({ scores: [null], fault: 'worker_lost' });
    expect((await scorer.score([pair('after')])).fault).toBe('worker_lost');
    expect(workers).toHaveLength(1);
  });
});

test('a thread that can not open its model says why', async () => {
  const model = { dir: modelDir('bert'), sha256: '0'.repeat(64), labels: null };
  await expect(ThreadScorer.open({ model, clock: systemClock, limitMs: 1000 })).rejects.toThrow(/^NLI_MODEL_SHA256: /);
});

describe('the thread of a real model', () => {
  const model = { dir: modelDir('bert'), sha256: null, labels: null };
  const pairs = Array.from({ length: 100 }, (_, at) =>
    pair(`The gate number ${at} must be closed`, `Gate ${at} is open`),
  );
  let started: Worker[] = [];
  const start: StartWorker = (data) => {
    const worker = startWorker(data);
    started.push(worker);
    return worker;
  };
  const openReal = async () => {
    started = [];
    const scorer = await ThreadScorer.open({ model, clock: systemClock, limitMs: 10_000, start });
    open.push(scorer);
    return scorer;
  };

  test('is closed in the middle of a batch without harm', async () => {
    const scorer = await openReal();
    const answer = scorer.score(pairs);
    await scorer.close();
    expect((await answer).fault).toBe('worker_lost');
  });

  test('starts again, with the same model, when it was lost', async () => {
    const scorer = await openReal();
    const first = await scorer.score(pairs.slice(0, 3));
    await started[0]?.terminate();
    await vi.waitFor(() => expect(scorer.readiness).toBe('unavailable'));
    await vi.waitFor(() => expect(scorer.readiness).toBe('ready'), { timeout: 15_000 });
    expect(first.fault).toBeNull();
    expect((await scorer.score(pairs.slice(3, 6))).fault).toBeNull();
    expect(started).toHaveLength(2);
  });
});
