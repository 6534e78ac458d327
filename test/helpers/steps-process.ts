import { Session } from 'node:inspector/promises';
import type { Candidate } from '../../src/core/claim.js';
import { examine, lockKeys, recallKeys } from '../../src/guard/pipeline.js';
import { candidate, reading } from './guard.js';

/**
 * Counts what the guard does with a text: how often each block of its code runs. What the engine does inside one call
 * of its own, such as copying a part of a list, counts as nothing. A process of its own, as counting slows all code down.
 */

export interface Counted {
  /** Blocks run while the text is read and its keys are made. */
  reading: number;
  /** Blocks run while it is compared with the stored statement. */
  comparing: number;
}

const OURS = /\/src\/(?:guard|core|lore)\//;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Blocks run since the last call. */
async function stepsTaken(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result.filter(({ url }) => OURS.test(url)).flatMap((script) => script.functions);
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}

/** What was last compared with. Taking the counts takes long: they are only taken anew where something else was read. */
let last: { stored: string; premise: Candidate } | null = null;

async function premiseOf(stored: string): Promise<Candidate> {
  if (last?.stored === stored) return last.premise;
  const premise = candidate('stored', stored);
  last = { stored, premise };
  await stepsTaken();
  return premise;
}

process.on('message', async ({ statement, stored }: { statement: string; stored: string }) => {
  const premise = await premiseOf(stored);
  const read = reading(statement);
  lockKeys(read);
  recallKeys(read);
  const counted: Counted = { reading: await stepsTaken(), comparing: 0 };
  examine(read, [premise]);
  counted.comparing = await stepsTaken();
  process.send?.(counted);
});
process.send?.('ready');
