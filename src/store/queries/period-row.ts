import type { Period, Range } from '../../core/period.js';
import type { StoredRange } from '../columns.js';

/** The period in the columns of a row. Postgres keeps no bounds of an empty range, so it is given some again. */
export function periodOf(row: { validCertain: StoredRange; validPossible: StoredRange; validTail: number }): Period {
  const possible = rangeOf(row.validPossible, { from: 0, until: 0 });
  const certain = rangeOf(row.validCertain, { from: possible.from ?? 0, until: possible.from ?? 0 });
  return { certain, possible, tail: row.validTail };
}

function rangeOf(stored: StoredRange, empty: Range): Range {
  return stored === 'empty' ? empty : stored;
}
