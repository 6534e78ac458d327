import { digitsOf, type VersionDigits } from './version.js';

/**
 * Numbers as an interval in the base unit of their dimension: "at least 1 min" is `{min: 60, max: null, unit: 's',
 * dimension: 'duration'}`. An exact number has two equal ends; `null` is no end on that side.
 */
export interface Quantity {
  min: number | null;
  max: number | null;
  /** Present where the end is itself left out: "more than 5". */
  isMinOpen?: true;
  /** Present where the end is itself left out: "under 10". */
  isMaxOpen?: true;
  /** Symbol of the base unit, the noun that is counted, or null for a bare number. */
  unit: string | null;
  /** "duration", "size", "length/duration", "count" …, or null for a bare number. */
  dimension: string | null;
  /** Present where the bare number is or may be a version, which is more than its amount: 3.10 is not 3.1. */
  version?: VersionDigits;
}

export type Bound = '<' | '<=' | '>' | '>=';

export function exactly(amount: number, unit: string | null, dimension: string | null): Quantity {
  return { min: amount, max: amount, unit, dimension };
}

export function isExact({ min, max }: Quantity): boolean {
  return min !== null && min === max;
}

/** The numbers on one side of an exact one. */
export function bounded({ min, unit, dimension, version }: Quantity, bound: Bound): Quantity {
  const isLow = bound.startsWith('>');
  const ends = isLow ? { min, max: null } : { min: null, max: min };
  const kind = { unit, dimension, ...(version === undefined ? {} : { version }) };
  if (bound.endsWith('=')) return { ...ends, ...kind };
  return { ...ends, ...(isLow ? { isMinOpen: true } : { isMaxOpen: true }), ...kind };
}

/** All numbers but those of an interval that has one end: not "more than 5" is "at most 5". */
export function complement(quantity: Quantity): Quantity {
  const { min, max, isMinOpen, isMaxOpen } = quantity;
  if (min !== null && max === null) return bounded(quantity, isMinOpen ? '<=' : '<');
  if (max !== null && min === null) return bounded({ ...quantity, min: max }, isMaxOpen ? '>=' : '>');
  return quantity;
}

/** Whether each number is in exactly one of the two. */
export function areComplements(a: Quantity, b: Quantity): boolean {
  return a.unit === b.unit && a.min !== a.max && complement(a) !== a && spelled(complement(a)) === spelled(b);
}

/** The one spelling of a quantity: "30 s", ">=8", "2..5 B". Counted nouns are words of their own, so they are left out. */
export function spelled(quantity: Quantity): string {
  const { unit, dimension } = quantity;
  const isMeasured = unit !== null && dimension !== COUNT;
  if (dimension === 'money') return `${unit}${interval(quantity)}`;
  return isMeasured ? `${interval(quantity)} ${unit}` : interval(quantity);
}

/** Larger units to show a quantity in, where its ends are whole numbers of them. */
const SHOWN_IN: Record<string, readonly [unit: string, size: number][]> = {
  B: [
    ['TB', 1e12],
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ],
  s: [
    ['y', 31_556_952],
    ['months', 2_629_746],
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
  ],
};

/** A quantity for people to read: "30 d" rather than "2592000 s", "100 request/min" rather than "1.66666666667 request/s". */
export function shown(quantity: Quantity): string {
  const [counted = '', per] = (quantity.unit ?? '').split('/');
  const larger = per === undefined ? (SHOWN_IN[counted] ?? []) : perLonger(counted, per);
  const fits = larger.find(([, size]) => areWhole(quantity, size));
  if (fits === undefined || (per !== undefined && areWhole(quantity, 1))) return spelled(quantity);
  const [unit, size] = fits;
  const scaled = (end: number | null) => (end === null ? null : Number((end / size).toPrecision(9)));
  return spelled({ ...quantity, min: scaled(quantity.min), max: scaled(quantity.max), unit });
}

/** Rates are shown per minute, hour or day, the shortest that fits. */
function perLonger(counted: string, per: string): [unit: string, size: number][] {
  return (SHOWN_IN[per] ?? []).map(([unit, size]): [string, number] => [`${counted}/${unit}`, 1 / size]).reverse();
}

function areWhole({ min, max }: Quantity, size: number): boolean {
  return [min, max].every(
    (end) => end === null || (end !== 0 && Number.isInteger(Number((end / size).toPrecision(9)))),
  );
}

/** The dimension of things counted. */
export const COUNT = 'count';

function interval(quantity: Quantity): string {
  const { min, max, isMinOpen, isMaxOpen } = quantity;
  const [least, most] = (['min', 'max'] as const).map((side) => end(quantity, side));
  if (min === null) return `${isMaxOpen ? '<' : '<='}${most}`;
  if (max === null) return `${isMinOpen ? '>' : '>='}${least}`;
  return min === max ? `${least}` : `${least}..${most}`;
}

function end(quantity: Quantity, side: 'min' | 'max'): string {
  return quantity.version === undefined ? rounded(quantity[side] ?? 0) : digitsOf(quantity, side);
}

function rounded(value: number): string {
  return String(round(value));
}

/** Takes away what floating point adds: 0.1 × 3 is 0.3. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}
