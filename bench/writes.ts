import { loadavg } from 'node:os';
import type { ServerProcess } from '../test/helpers/server-process.js';
import { PROJECT } from './fill.js';
import { load, median, type Sample, sendAll } from './load.js';
import { childrenMs, processMs } from './processor-time.js';
import { startVariant, type Variant } from './servers.js';
import { statementOf } from './statements.js';

const ROUNDS = 5;
/** Before them, into a project of their own, until what is hot is compiled: a server spends twice the time on its first thousands. */
export const WARM_UP = { project: 'warm-up', writes: 8000 };
const ROUND_MS = 3000;
/** Connections that the sizes are compared at. */
export const CONNECTIONS = 10;
/** Others, at which the guard is compared with what has none: one client by itself, and more than wait in turn. */
const OTHER_CONNECTIONS = [1, 64];

/** A database with so many claims stored. */
export interface Site {
  size: number;
  databaseUrl: string;
}

/** Medians over the rounds of one variant on one database. */
export interface WriteRow {
  variant: Variant;
  size: number;
  connections: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  /** Processor time a write of the server and of Postgres; not a number where the system does not tell. */
  nodeMs: number;
  postgresMs: number;
  /** Answers other than 201, over all rounds. */
  notStored: number;
}

export interface WriteReport {
  rows: WriteRow[];
  loadAverage: number;
  rounds: number;
}

/** Where the writes go: the databases of the guard, that of the frozen reference, and the process number of Postgres. */
export interface Sites {
  guarded: readonly Site[];
  frozenUrl: string;
  postmaster: number;
}

interface Timed extends Sample {
  nodeMs: number;
  postgresMs: number;
}

interface Contestant {
  variant: Variant;
  size: number;
  server: ServerProcess;
  /** By the number of connections. */
  samples: Map<number, Timed[]>;
}

/** The guarded write on every database, and the two references on their own, in rounds that take turns. */
export async function measureWrites({ guarded, frozenUrl, postmaster }: Sites): Promise<WriteReport> {
  const contestants = await startAll(guarded, frozenUrl);
  for (const { server } of contestants) await sendAll(target(server, WARM_UP.project), CONNECTIONS, WARM_UP.writes);
  let used = Math.max(...guarded.map(({ size }) => size));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { contestant, connections } of turns(contestants)) {
      const sample = await timed(contestant.server, postmaster, () =>
        load(target(contestant.server), connections, ROUND_MS, () => used++),
      );
      contestant.samples.set(connections, [...(contestant.samples.get(connections) ?? []), sample]);
    }
  }
  const loadAverage = loadavg()[0] ?? Number.NaN;
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return { rows: contestants.flatMap(summaries), loadAverage, rounds: ROUNDS };
}

function turns(contestants: readonly Contestant[]): { contestant: Contestant; connections: number }[] {
  const [first] = contestants;
  return contestants.flatMap((contestant) => {
    const others = contestant === first || contestant.variant === 'unguarded' ? OTHER_CONNECTIONS : [];
    return [CONNECTIONS, ...others].map((connections) => ({ contestant, connections }));
  });
}

async function startAll(sites: readonly Site[], frozenUrl: string): Promise<Contestant[]> {
  const wanted: [Variant, Site][] = [
    ...sites.map((site): [Variant, Site] => ['guarded', site]),
    ['unguarded', { size: 0, databaseUrl: frozenUrl }],
    ['bare', { size: 0, databaseUrl: frozenUrl }],
  ];
  return Promise.all(
    wanted.map(async ([variant, { size, databaseUrl }]) => ({
      ...{ variant, size, samples: new Map() },
      server: await startVariant(variant, databaseUrl),
    })),
  );
}

/** What a load took of the processor, beside what it took of time. */
async function timed(server: ServerProcess, postmaster: number, work: () => Promise<Sample>): Promise<Timed> {
  const spent = async () => [await processMs(server.child.pid), await childrenMs(postmaster)] as const;
  const before = await spent();
  const sample = await work();
  const after = await spent();
  const writes = [...sample.statuses.values()].reduce((sum, count) => sum + count, 0);
  const each = (at: 0 | 1) => ((after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)) / writes;
  return { ...sample, nodeMs: each(0), postgresMs: each(1) };
}

export function target({ url, apiKey }: ServerProcess, project = PROJECT) {
  const bodyOf = (n: number) => ({ project, statement: statementOf(n), who: 'bench', reason: 'To measure' });
  return { url, apiKey, path: '/v1/remember', bodyOf };
}

function summaries({ variant, size, samples }: Contestant): WriteRow[] {
  return [...samples].map(([connections, rounds]) => {
    const notStored = rounds.flatMap(({ statuses }) => [...statuses]).filter(([status]) => status !== 201);
    return {
      ...{ variant, size, connections },
      perSecond: median(rounds.map(({ perSecond }) => perSecond)),
      p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
      p95Ms: median(rounds.map(({ p95Ms }) => p95Ms)),
      nodeMs: median(rounds.map(({ nodeMs }) => nodeMs)),
      postgresMs: median(rounds.map(({ postgresMs }) => postgresMs)),
      notStored: notStored.reduce((sum, [, count]) => sum + count, 0),
    };
  });
}
