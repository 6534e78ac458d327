import { customType } from 'drizzle-orm/pg-core';
import type { Range } from '../core/period.js';
import { toInstant, toJson } from './text.js';

/** A document of a known shape: json keeps it as it was written, jsonb can be searched. */
export const json = <T>(name: string, type: 'json' | 'jsonb' = 'json') =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => type,
    toDriver: toJson,
    fromDriver: (value) => value as T,
  })(name);

/** timestamptz as an ISO 8601 instant in UTC with microseconds. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: toInstant,
});

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

function parseRange(text: string): StoredRange {
  if (text === 'empty') return 'empty';
  const [from, until] = text.slice(1, -1).split(',');
  return { from: bound(from), until: bound(until) };
}

function bound(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}
