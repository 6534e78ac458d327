import { cpus } from 'node:os';
import type { StartUp } from './start-up.js';
import type { WriteReport, WriteRow } from './writes.js';

const NAMES: Record<WriteRow['variant'], string> = {
  guarded: 'guarded write',
  unguarded: '(a) same stack and rows, no guard',
  bare: '(b) fastify, zod, pg: one bare INSERT',
};

/** A goal of the project, with what was measured beside it; a miss says so. */
export interface Goal {
  what: string;
  measured: string;
  goal: string;
  isMet: boolean;
}

export function report(writes: WriteReport, start: StartUp): string {
  return [
    `${writes.connections} connections, medians of ${writes.rounds} rounds in turn, ${cpus().length} cores, load average ${writes.loadAverage.toFixed(1)}.`,
    '',
    '| what | claims stored before | writes/s | p50 ms | p95 ms | not stored |',
    '|---|---|---|---|---|---|',
    ...writes.rows.map(writeLine),
    '',
    goalTable(goals(writes, start)),
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

function writeLine({ variant, size, perSecond, p50Ms, p95Ms, notStored }: WriteRow): string {
  return `| ${NAMES[variant]} | ${size} | ${perSecond.toFixed(0)} | ${p50Ms.toFixed(2)} | ${p95Ms.toFixed(2)} | ${notStored} |`;
}

function goals({ rows }: WriteReport, start: StartUp): Goal[] {
  const guarded = rows.filter(({ variant }) => variant === 'guarded');
  const [small, ...larger] = guarded;
  const reference = (variant: WriteRow['variant']) =>
    rows.find((row) => row.variant === variant)?.perSecond ?? Number.NaN;
  if (small === undefined) return [];
  return [
    atLeast('guarded / (a), writes per second', small.perSecond / reference('unguarded'), 0.5),
    atLeast('guarded / (b), writes per second', small.perSecond / reference('bare'), 0.3),
    ...larger.flatMap((row) => [
      atMost(`p50 at ${row.size} / p50 at ${small.size}`, row.p50Ms / small.p50Ms, 1.2, '×'),
      atMost(`p95 at ${row.size} / p95 at ${small.size}`, row.p95Ms / small.p95Ms, 1.2, '×'),
    ]),
    atMost('second start, embedded, to ready', start.secondMs / 1000, 2, 's'),
    ...(start.rssMb === null ? [] : [atMost('resident memory of Node after it', start.rssMb, 300, 'MB')]),
  ];
}

export function atLeast(what: string, value: number, goal: number): Goal {
  return { what, measured: `${value.toFixed(2)} ×`, goal: `≥ ${goal} ×`, isMet: value >= goal };
}

export function atMost(what: string, value: number, goal: number, unit: string): Goal {
  return { what, measured: `${value.toFixed(2)} ${unit}`, goal: `≤ ${goal} ${unit}`, isMet: value <= goal };
}
