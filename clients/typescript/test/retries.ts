import assert from 'node:assert/strict';
import { createLoreguard, type Loreguard } from '@loreguard/client';
import { type Fault, startFlaky } from './flaky.js';

const BODY = { who: 'alice', reason: 'Agreed' };

/** What becomes of requests over a bad network, before a real server. */
export async function testRetries(server: string, key: string): Promise<number> {
  const flaky = await startFlaky(server);
  const loreguard = createLoreguard({ url: flaky.url, key, pauseMs: 10 });
  const met = async (faults: Fault[], work: (project: string) => Promise<void>, requests: number): Promise<void> => {
    const before = flaky.requests();
    flaky.faults.push(...faults);
    await work(`retries-${before}`);
    assert.equal(flaky.requests() - before, requests, JSON.stringify(faults));
    assert.equal(flaky.faults.length, 0);
  };
  const storesOnce = async (project: string) => {
    const body = { project, statement: 'Logs must be kept', ...BODY };
    const { data, response } = await loreguard.POST('/v1/remember', { body });
    assert.deepEqual([response.status, data?.result], [201, 'stored']);
    const decisions = await createLoreguard({ url: server, key }).GET('/v1/decisions', {
      params: { query: { project } },
    });
    assert.equal(decisions.data?.items.length, 1);
  };
  const reads = async () => {
    assert.equal((await loreguard.GET('/v1/whoami')).response.status, 200);
  };
  try {
    await met(['lose'], storesOnce, 2);
    await met(['drop', 'lose', { status: 503, retryAfter: 0 }], storesOnce, 4);
    await met([{ status: 429, retryAfter: 1 }], storesOnce, 2);
    await met(['drop', { status: 503, retryAfter: 0 }], reads, 3);
    await met([{ status: 429, retryAfter: 3600 }], () => isAnswered(loreguard, 429), 1);
    await met(['drop', 'drop', 'drop', 'drop'], () => assert.rejects(loreguard.GET('/v1/whoami')), 4);
    await met(['lose'], (project) => makesNoSecondKey(loreguard, project), 2);
    await met([{ status: 429, retryAfter: 20 }], () => isGivenUp(loreguard), 1);
    return flaky.requests();
  } finally {
    flaky.close();
  }
}

async function isAnswered(loreguard: Loreguard, status: number): Promise<void> {
  assert.equal((await loreguard.GET('/v1/whoami')).response.status, status);
}

/** It takes no Idempotency-Key, as its answer must not be kept. */
async function makesNoSecondKey(loreguard: Loreguard, name: string): Promise<void> {
  await assert.rejects(loreguard.POST('/v1/keys', { body: { name, role: 'reader' } }));
  const { data } = await loreguard.GET('/v1/keys');
  assert.equal(data?.items.filter((one) => one.name === name).length, 1);
}

/** A signal ends the wait between two tries at once. */
async function isGivenUp(loreguard: Loreguard): Promise<void> {
  const started = performance.now();
  const signal = AbortSignal.timeout(100);
  await assert.rejects(loreguard.GET('/v1/whoami', { signal }), { name: 'TimeoutError' });
  assert.ok(performance.now() - started < 5000);
}
