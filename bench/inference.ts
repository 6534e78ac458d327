import { cp, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../src/config.js';
import type { NliPair } from '../src/core/ports.js';
import { CARD_FILE, PAIRS_MAX } from '../src/inference/folder.js';
import { openModel } from '../src/inference/model.js';
import { loadLexicon } from '../src/start/lexicons.js';
import { modelChoice } from '../src/start/nli-scorer.js';
import { type ServerProcess, startServer } from '../test/helpers/server-process.js';
import { fill, PROJECT } from './fill.js';
import { load, median, type Sample } from './load.js';
import { atMost, goalTable } from './report.js';
import { OPEN_STORED, OPEN_SUBJECTS, openQuestionOf, openStatementOf } from './statements.js';

const BATCH = 8;
const BATCHES = 300;
const CONNECTIONS = 2;
const WARM_MS = 3000;
const ROUND_MS = 8000;

/** A model in this thread, as the server has it in one of its own. */
export interface ModelSpeed {
  loadMs: number;
  memoryMb: number;
  /** One pair, one direction, features included; median over batches. */
  pairMs: number;
  /** The same in time of the processor, which other programs do not lengthen as much. */
  pairCpuMs: number;
}

/** Writes that ask about as many pairs as they may. */
export interface AskingWrites {
  sample: Sample;
  pairsPerWrite: number;
  loopDelayP99Ms: number;
}

/** To be called before much else is loaded. */
export async function measureModel(): Promise<ModelSpeed> {
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  const model = await openModel(modelChoice(readConfig()));
  const loadMs = performance.now() - startedAt;
  const took: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (let round = 0; round < BATCHES; round++) {
    const pairs = Array.from({ length: BATCH }, (_, at): NliPair => {
      const index = round * OPEN_STORED + at;
      return { premise: openStatementOf(index), hypothesis: openQuestionOf(Math.floor(index / OPEN_STORED)) };
    });
    const start = performance.now();
    await model.probabilities(pairs);
    took.push(performance.now() - start);
  }
  const memoryMb = (process.memoryUsage().rss - before) / 2 ** 20;
  const { user, system } = process.cpuUsage(cpuBefore);
  await model.close();
  return { loadMs, memoryMb, pairMs: median(took) / BATCH, pairCpuMs: (user + system) / 1000 / BATCH / BATCHES };
}

/** A server on this database, with enough stored about every subject that a write asks about 8 pairs. */
export async function measureAskingWrites(databaseUrl: string, folder: string): Promise<AskingWrites> {
  await fill(databaseUrl, loadLexicon(), OPEN_SUBJECTS * OPEN_STORED, openStatementOf);
  const model = await copyThatIsAsked(join(folder, 'model'));
  const server = await startServer({ DATABASE_URL: databaseUrl, NLI_MODEL_DIR: model, NLI_TIMEOUT_MS: '10000' });
  try {
    const path = '/v1/remember';
    const bodyOf = (n: number) => ({
      project: PROJECT,
      statement: openQuestionOf(n),
      who: 'bench',
      reason: 'To measure',
    });
    const target = { url: server.url, apiKey: server.apiKey, path, bodyOf };
    let used = 0;
    const next = () => used++ % OPEN_SUBJECTS;
    await load(target, CONNECTIONS, WARM_MS, next);
    // Telling the delay starts its measurement anew.
    const before = await metricsOf(server);
    const sample = await load(target, CONNECTIONS, ROUND_MS, next);
    await sleep(50);
    const after = await metricsOf(server);
    const writes = [...sample.statuses.values()].reduce((sum, count) => sum + count, 0);
    return {
      sample,
      pairsPerWrite:
        (after('loreguard_nli_pairs_total{outcome="scored"}') - before('loreguard_nli_pairs_total{outcome="scored"}')) /
        writes,
      loopDelayP99Ms: after('nodejs_eventloop_lag_p99_seconds') * 1000,
    };
  } finally {
    await server.stop();
  }
}

/** The model of the configuration, with a threshold that no score reaches: without any it would not be asked. */
async function copyThatIsAsked(to: string): Promise<string> {
  await cp(modelChoice(readConfig()).dir, to, { recursive: true });
  const card = JSON.parse(await readFile(join(to, CARD_FILE), 'utf8')) as object;
  const thresholds = { floor: 1, warn: 1, block: null, same: 1, max_pairs: PAIRS_MAX };
  await writeFile(join(to, CARD_FILE), JSON.stringify({ ...card, thresholds }));
  return to;
}

async function metricsOf(server: ServerProcess): Promise<(name: string) => number> {
  const page = await (await fetch(`${server.url}/metrics`)).text();
  const lines = new Map(page.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1)]));
  return (name) => Number(lines.get(name) ?? 0);
}

export function inferenceReport(model: ModelSpeed, { sample, pairsPerWrite, loopDelayP99Ms }: AskingWrites): string {
  const goals = [
    atMost(`latency per pair, batches of ${BATCH}, one thread`, model.pairMs, 1, 'ms'),
    atMost('loading the model', model.loadMs, 200, 'ms'),
    atMost('memory that it takes', model.memoryMb, 80, 'MB'),
    atMost(
      `write that asks about ${pairsPerWrite.toFixed(1)} pairs, ${CONNECTIONS} connections, p95`,
      sample.p95Ms,
      50,
      'ms',
    ),
    atMost('event-loop delay meanwhile, p99', loopDelayP99Ms, 20, 'ms'),
  ];
  const statuses = [...sample.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    `${sample.perSecond.toFixed(0)} such writes/s, p50 ${sample.p50Ms.toFixed(1)} ms (${statuses}); a pair takes ${model.pairCpuMs.toFixed(2)} ms of processor time; ${cpus().length} cores, load average ${(loadavg()[0] ?? Number.NaN).toFixed(1)}.`,
    '',
    goalTable(goals),
  ].join('\n');
}
