import { type SQL, sql } from 'drizzle-orm';
import type { Period, Range, Unit } from '../../core/period.js';
import type { StoredRange } from '../columns.js';
import type { claims, relations } from '../schema.js';

/** The period in the columns of a row. Postgres keeps no bounds of an empty range, so it is given some again. */
export function periodOf(row: { validCertain: StoredRange; validPossible: StoredRange; validTail: number }): Period {
  const possible = rangeOf(row.validPossible, { from: 0, until: 0 });
  const certain = rangeOf(row.validCertain, { from: possible.from ?? 0, until: possible.from ?? 0 });
  return { certain, possible, tail: row.validTail };
}

function rangeOf(stored: StoredRange, empty: Range): Range {
  return stored === 'empty' ? empty : stored;
}

/** Where `heldWithin` of core/period.ts isn't false of a row of claims or relations. */
export function mayHold(
  { start, end, isPoint }: Unit,
  {
    validCertain,
    validPossible,
    validTail,
  }: Pick<typeof claims | typeof relations, 'validCertain' | 'validPossible' | 'validTail'>,
): SQL {
  const asked = sql`int8range(${start}, ${end})`;
  return sql`time_in_window(${asked}, ${isPoint === true}, ${validCertain}, ${validPossible}, ${validTail}) IS NOT FALSE`;
}
