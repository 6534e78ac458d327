import { Problem } from '../core/errors.js';
import type { Prepare } from './batch-plan.js';
import type { Deps } from './deps.js';
import { guardedWrite, type WriteOutcome } from './guarded-write.js';

/**
 * Writes one item after the other, so that each is compared with those before it. What an item throws becomes its
 * result and ends nothing else, unless the database does not answer: then the items after it are not tried, as each
 * would wait as long. A fault that is no problem of the catalogue is told to `report`.
 */
export async function batch(
  deps: Deps,
  items: readonly Prepare[],
  report: (error: unknown) => void,
): Promise<(WriteOutcome | Problem)[]> {
  const outcomes: (WriteOutcome | Problem)[] = [];
  for (const prepare of items) {
    const last = outcomes.at(-1);
    const isCutOff = last instanceof Problem && last.code === 'unavailable';
    outcomes.push(isCutOff ? last : await one(deps, prepare, report));
  }
  return outcomes;
}

async function one(deps: Deps, prepare: Prepare, report: (error: unknown) => void): Promise<WriteOutcome | Problem> {
  try {
    const { write, replaced } = await prepare();
    return await guardedWrite(deps, write, replaced);
  } catch (error) {
    if (error instanceof Problem) return error;
    report(error);
    return new Problem('internal', 'An unexpected fault; this item was not acknowledged.', [], error);
  }
}
