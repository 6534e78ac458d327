import { createHash } from 'node:crypto';

const REPLACEMENT = '\uFFFD';
const KEY_BYTES_MAX = 400;
/** Characters of a hash with its kind: most keys are no more than that, and stored as they are. */
const SHORT_KEY = 100;

/**
 * JSON that Postgres takes: NUL and lone surrogates, which Postgres refuses, become U+FFFD.
 * JSON.stringify escapes exactly those two as \\u0000 and \\udxxx; an escaped backslash before them is skipped.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) return text;
  return text.replace(/(\\\\)|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, (_, backslash) =>
    backslash === undefined ? REPLACEMENT : backslash,
  );
}

/** A parameter that Postgres takes: text can't hold NUL, so it becomes U+FFFD. */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value;
  if (!Array.isArray(value)) return value;
  return value.every(isBare) ? `{${value.join(',')}}` : value.map(toParameter);
}

/** Whether a text stands in an array of Postgres as it is: ids, keys and most words do, so nothing of them is escaped. */
function isBare(item: unknown): boolean {
  return typeof item === 'string' && /^[\w-]+$/.test(item) && !/^null$/i.test(item);
}

/** An array of Postgres as text, for where it stands in an array itself. */
export function arrayText(items: readonly string[]): string {
  return `{${items.map((item) => (isBare(item) ? item : `"${item.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

/** A text as it comes back from the database. */
export function storedText(text: string): string {
  return text.toWellFormed().replaceAll('\0', REPLACEMENT);
}

/** A key as it is stored: a long one by its beginning and its hash, since an index entry is bounded. */
export function storedKey(key: string): string {
  if (key.length <= SHORT_KEY && /^[\w-]*$/.test(key)) return key;
  const clean = storedText(key);
  if (Buffer.byteLength(clean) <= KEY_BYTES_MAX) return clean;
  const hash = createHash('sha256').update(clean).digest('hex');
  return `${clean.slice(0, 60).toWellFormed()}#${hash}`;
}

/** `2026-11-20T19:05:00.123456Z` from what Postgres prints for a timestamptz in UTC. Keeps microseconds. */
export function toInstant(text: string): string {
  const [, date, time, fraction = ''] = /^(\S+?)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00(?::?00)?|Z)$/.exec(text) ?? [];
  if (date === undefined || time === undefined) throw new Error(`not a timestamp in UTC: ${text}`);
  return `${date}T${time}.${fraction.padEnd(6, '0')}Z`;
}
