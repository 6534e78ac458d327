import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEndpoint } from '../eval/endpoint.js';
import { startServer } from '../test/helpers/server-process.js';
import { PROJECT } from './fill.js';
import { load, median } from './load.js';
import { statementOf } from './statements.js';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 3;
const ROUND_MS = 3000;
const CONNECTIONS = 10;
/** Rounds under full load are followed by a while in which the jobs of one round don't run into the next. */
const REST_MS = 500;

/**
 * Clean writes with no judge and with one that is asked after the write, each on a database of its own, in rounds that take
 * turns. The judge is an endpoint on this machine that answers at once, so that it takes as much of the machine as it can.
 */
export async function judgingReport(urls: readonly [string, string], size: number): Promise<string> {
  let asked = 0;
  const endpoint = await startEndpoint(({ user }) => {
    asked += 1;
    const { pairs } = JSON.parse(user) as { pairs: { pair: number }[] };
    const open = { why: '', stored_quote: '', incoming_quote: '', answer: 'unrelated', certainty: 90 };
    return JSON.stringify({ verdicts: pairs.map(({ pair }) => ({ ...open, pair })) });
  });
  const judge = { JUDGE: 'after', LLM_BASE_URL: endpoint.baseUrl, LLM_MODEL: 'bench' };
  const servers = await Promise.all([
    startServer({ DATABASE_URL: urls[0], NLI: 'off', JUDGE: 'off' }),
    startServer({ DATABASE_URL: urls[1], NLI: 'off', ...judge }),
  ]);
  const samples: { perSecond: number; p95Ms: number }[][] = [[], []];
  let used = size;
  const bodyOf = (n: number) => ({ project: PROJECT, statement: statementOf(n), who: 'bench', reason: 'To measure' });
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [at, { url, apiKey }] of servers.entries()) {
      const sample = await load({ url, apiKey, path: '/v1/remember', bodyOf }, CONNECTIONS, ROUND_MS, () => used++);
      if (round >= WARM_UP_ROUNDS) samples[at]?.push(sample);
      await sleep(REST_MS);
    }
  }
  await Promise.all(servers.map((server) => server.stop()));
  await endpoint.close();
  const [off, after] = samples.map((some) => ({
    perSecond: median(some.map(({ perSecond }) => perSecond)),
    p95Ms: median(some.map(({ p95Ms }) => p95Ms)),
  }));
  if (off === undefined || after === undefined) throw new Error('two servers were measured');
  return [
    `clean guarded writes, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds, ${size} claims before; load ${loadavg()[0]?.toFixed(1)}`,
    `  JUDGE=off   p95 ${off.p95Ms.toFixed(1)} ms, ${off.perSecond.toFixed(0)} a second`,
    `  JUDGE=after p95 ${after.p95Ms.toFixed(1)} ms, ${after.perSecond.toFixed(0)} a second; the judge was asked ${asked} times`,
    `  p95 with the judge / without: ${(after.p95Ms / off.p95Ms).toFixed(2)} × (goal: at most 1.1)`,
  ].join('\n');
}
