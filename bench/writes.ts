import { loadavg } from 'node:os';
import type { ServerProcess } from '../test/helpers/server-process.js';
import { PROJECT } from './fill.js';
import { load, median, type Sample } from './load.js';
import { startVariant, type Variant } from './servers.js';
import { statementOf } from './statements.js';

const ROUNDS = 5;
/** Before them, until what is hot is compiled: a server spends twice the time on its first thousands of writes. */
const WARM_UP_ROUNDS = 4;
const ROUND_MS = 3000;
const CONNECTIONS = 10;

/** A database with so many claims stored. */
export interface Site {
  size: number;
  databaseUrl: string;
}

/** Medians over the rounds of one variant on one database. */
export interface WriteRow {
  variant: Variant;
  size: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  /** Answers other than 201, over all rounds. */
  notStored: number;
}

export interface WriteReport {
  rows: WriteRow[];
  loadAverage: number;
  connections: number;
  rounds: number;
}

interface Contestant {
  variant: Variant;
  size: number;
  server: ServerProcess;
  samples: Sample[];
}

/** The guarded write on every database, and the two references on the first, in rounds that take turns. */
export async function measureWrites(sites: readonly Site[]): Promise<WriteReport> {
  const contestants = await startAll(sites);
  let used = Math.max(...sites.map(({ size }) => size));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const contestant of contestants) {
      const sample = await load(target(contestant.server), CONNECTIONS, ROUND_MS, () => used++);
      if (round >= WARM_UP_ROUNDS) contestant.samples.push(sample);
    }
  }
  const loadAverage = loadavg()[0] ?? Number.NaN;
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return { rows: contestants.map(summary), loadAverage, connections: CONNECTIONS, rounds: ROUNDS };
}

async function startAll(sites: readonly Site[]): Promise<Contestant[]> {
  const first = sites[0];
  if (first === undefined) return [];
  const wanted: [Variant, Site][] = [
    ...sites.map((site): [Variant, Site] => ['guarded', site]),
    ['unguarded', first],
    ['bare', first],
  ];
  return Promise.all(
    wanted.map(async ([variant, { size, databaseUrl }]) => ({
      ...{ variant, size, samples: [] },
      server: await startVariant(variant, databaseUrl),
    })),
  );
}

function target({ url, apiKey }: ServerProcess) {
  const bodyOf = (n: number) => ({ project: PROJECT, statement: statementOf(n), who: 'bench', reason: 'To measure' });
  return { url, apiKey, path: '/v1/remember', bodyOf };
}

function summary({ variant, size, samples }: Contestant): WriteRow {
  const notStored = samples.flatMap(({ statuses }) => [...statuses]).filter(([status]) => status !== 201);
  return {
    variant,
    size,
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    p50Ms: median(samples.map(({ p50Ms }) => p50Ms)),
    p95Ms: median(samples.map(({ p95Ms }) => p95Ms)),
    notStored: notStored.reduce((sum, [, count]) => sum + count, 0),
  };
}
