import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, text } from 'drizzle-orm/pg-core';
import type { Range } from '../core/period.js';
import { toInstant, toJson } from './text.js';

/** What leads every table but the registry. */
export const tenant = () => ({ orgId: text('org_id').notNull(), project: text('project').notNull() });

/** Whether a column is one of these: one parameter, so that the statement is the same however many they are. */
export function oneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} = ANY (${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
}

/** json of a known shape: written once and read whole, so it is kept as text, which is cheaper both ways than jsonb. */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'json',
    toDriver: toJson,
    fromDriver: (value) => value as T,
  })(name);

/** timestamptz as an ISO 8601 instant in UTC with microseconds. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: toInstant,
});

/** Periods of system time, as Postgres prints them: read by statements only. */
export const instantRanges = customType<{ data: string; driverData: string }>({ dataType: () => 'tstzmultirange' });

/** Range of ticks; 'empty' has no bounds, so the reader gives it some. */
export type StoredRange = Range | 'empty';

export const tickRange = customType<{ data: StoredRange; driverData: string }>({
  dataType: () => 'int8range',
  toDriver: (range) => (range === 'empty' ? range : rangeText(range)),
  fromDriver: parseRange,
});

/** The literal of a range. A range whose ends meet is empty. */
export function rangeText(range: Range): string {
  return `[${range.from ?? ''},${range.until ?? ''})`;
}

/** A range as Postgres prints it. */
export function parseRange(text: string): StoredRange {
  if (text === 'empty') return 'empty';
  const [from, until] = text.slice(1, -1).split(',');
  return { from: bound(from), until: bound(until) };
}

function bound(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}
