import { loadavg } from 'node:os';
import pg from 'pg';
import { v7 } from 'uuid';
import { createClient } from '../test/helpers/client.js';
import { startServer } from '../test/helpers/server-process.js';
import { PROJECT } from './fill.js';
import { load, median } from './load.js';
import { statementOf } from './statements.js';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 3;
const ROUND_MS = 3000;
const CONNECTIONS = 10;
const PASSES = 200;

/** Of a detective that is off and one that is on, each on a database of its own, in rounds that take turns. */
export async function detectiveReport(urls: readonly [string, string], size: number): Promise<string> {
  for (const url of urls) await markRead(url);
  const servers = await Promise.all([
    startServer({ DATABASE_URL: urls[0], NLI: 'off', DETECTIVE: 'off' }),
    startServer({ DATABASE_URL: urls[1], NLI: 'off', DETECTIVE: 'rules' }),
  ]);
  const samples: [number[], number[]] = [[], []];
  let used = size;
  const bodyOf = (n: number) => ({ project: PROJECT, statement: statementOf(n), who: 'bench', reason: 'To measure' });
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [at, { url, apiKey }] of servers.entries()) {
      const target = { url, apiKey, path: '/v1/remember', bodyOf };
      const { perSecond } = await load(target, CONNECTIONS, ROUND_MS, () => used++);
      if (round >= WARM_UP_ROUNDS) samples[at]?.push(perSecond);
    }
  }
  const [off, on] = [median(samples[0]), median(samples[1])];
  const passes = await passesAfterWrites(servers[0], () => bodyOf(used++));
  await Promise.all(servers.map((server) => server.stop()));
  return [
    `clean guarded writes a second, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds, ${size} claims before; load ${loadavg()[0]?.toFixed(1)}`,
    `  detective off ${off.toFixed(0)}, on ${on.toFixed(0)}: ${(on / off).toFixed(2)} × (goal: at least 0.95)`,
    `investigate after a write, ${PASSES} times: p50 ${quantile(passes, 0.5).toFixed(1)} ms, p95 ${quantile(passes, 0.95).toFixed(1)} ms (goal: at most 50)`,
  ].join('\n');
}

/** What is filled in counts as read: what is measured is a project that is being written to. */
async function markRead(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`SELECT set_config('loreguard.org_id', 'default', false)`);
  await client.query(
    `INSERT INTO story_walks (org_id, project, seen_until, seen_id, settled_until, not_before)
    SELECT 'default', $1, t, '${v7()}', t, t FROM clock_timestamp() AS t`,
    [PROJECT],
  );
  await client.end();
}

/** Milliseconds that reading takes after each write, the request included; what was written before is read first. */
async function passesAfterWrites(
  { url, apiKey }: { url: string; apiKey: string },
  body: () => object,
): Promise<number[]> {
  const client = createClient(url, apiKey, 1);
  const investigate = () => client.post('/v1/investigate', { project: PROJECT });
  for (let result = ''; result !== 'finished'; ) result = (await investigate()).body.result;
  const passes: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    await client.post('/v1/remember', body());
    const start = performance.now();
    await investigate();
    passes.push(performance.now() - start);
  }
  client.close();
  return passes.sort((a, b) => a - b);
}

/** The value below which a share of the sorted numbers lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
