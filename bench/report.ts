import { cpus } from 'node:os';
import type { StartUp } from './start-up.js';
import { CONNECTIONS, type WriteReport, type WriteRow } from './writes.js';

const NAMES: Record<WriteRow['variant'], string> = {
  guarded: 'guarded write',
  unguarded: '(a) same stack, rows of release 0.6, no guard',
  bare: '(b) fastify, zod, pg: one bare INSERT',
};

/** A goal of the project, with what was measured beside it; a miss says so. */
export interface Goal {
  what: string;
  measured: string;
  goal: string;
  isMet: boolean;
}

/** Bytes that a stored claim takes with its keys and heads, and beside that its words, indexes included. */
export interface Bytes {
  guarded: number;
  words: number;
}

export function report(writes: WriteReport, start: StartUp, bytes: Bytes): string {
  return [
    `Medians of ${writes.rounds} rounds in turn, ${cpus().length} cores, load average ${writes.loadAverage.toFixed(1)}.`,
    '',
    '| what | claims stored before | connections | writes/s | p50 ms | p95 ms | processor ms a write: Node | Postgres | not stored |',
    '|---|---|---|---|---|---|---|---|---|',
    ...writes.rows.map(writeLine),
    '',
    goalTable([...goals(writes, start), ...bytesGoals(bytes)]),
    '',
    `The words that recall finds a claim by take ${(bytes.words / 1000).toFixed(2)} kB more.`,
  ].join('\n');
}

export function goalTable(goals: readonly Goal[]): string {
  return [
    '| measure | measured | goal | |',
    '|---|---|---|---|',
    ...goals.map(
      ({ what, measured, goal, isMet }) => `| ${what} | ${measured} | ${goal} | ${isMet ? 'met' : 'missed'} |`,
    ),
  ].join('\n');
}

function writeLine(row: WriteRow): string {
  const figures = [row.p50Ms, row.p95Ms, row.nodeMs, row.postgresMs].map((ms) => ms.toFixed(2));
  const cells = [NAMES[row.variant], row.size, row.connections, row.perSecond.toFixed(0), ...figures, row.notStored];
  return `| ${cells.join(' | ')} |`;
}

function goals({ rows }: WriteReport, start: StartUp): Goal[] {
  const [small, ...larger] = rows.filter((row) => row.variant === 'guarded' && row.connections === CONNECTIONS);
  if (small === undefined) return [];
  const perSecond = (variant: WriteRow['variant'], connections: number) =>
    rows.find((row) => row.variant === variant && row.connections === connections)?.perSecond ?? Number.NaN;
  const overReference = (connections: number) =>
    perSecond('guarded', connections) / perSecond('unguarded', connections);
  return [
    atLeast('guarded / (a), writes per second', overReference(CONNECTIONS), 0.6),
    atLeast('guarded / (a), 64 connections', overReference(64), 0.65),
    atLeast('guarded / (b), writes per second', small.perSecond / perSecond('bare', CONNECTIONS), 0.16),
    ...larger.flatMap((row) => [
      atMost(`p50 at ${row.size} / p50 at ${small.size}`, row.p50Ms / small.p50Ms, 1.2, '×'),
      atMost(`p95 at ${row.size} / p95 at ${small.size}`, row.p95Ms / small.p95Ms, 1.2, '×'),
    ]),
    atMost('second start, embedded, to ready', start.secondMs / 1000, 2, 's'),
    ...(start.rssMb === null ? [] : [atMost('resident memory of Node after it', start.rssMb, 300, 'MB')]),
  ];
}

function bytesGoals({ guarded }: Bytes): Goal[] {
  return [atMost('a claim with its keys, heads and their indexes', guarded / 1000, 2, 'kB')];
}

export function atLeast(what: string, value: number, goal: number): Goal {
  return { what, measured: `${value.toFixed(2)} ×`, goal: `≥ ${goal} ×`, isMet: value >= goal };
}

export function atMost(what: string, value: number, goal: number, unit: string): Goal {
  return { what, measured: `${value.toFixed(2)} ${unit}`, goal: `≤ ${goal} ${unit}`, isMet: value <= goal };
}
