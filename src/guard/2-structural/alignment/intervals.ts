import { isExact, type Quantity } from '../../../core/quantity.js';
import { areVersionsApart, haveOtherEnds } from '../../../core/version.js';

/** How two quantities lie: no number fits both, both bound one side with other numbers, or one holds within the other. */
export type Relation = 'disjoint' | 'bounds' | 'within';

/**
 * Relates two quantities of one unit; null where they measure different things, where it depends on whether they are versions
 * or decimals, and for two bare numbers: those may be names (a port, a code), which differ without being more or less.
 */
export function relate(a: Quantity | undefined, b: Quantity | undefined): Relation | null {
  if (a === undefined || b === undefined || !areComparable(a, b)) return null;
  if (isBare(a) && isBare(b) && isExact(a) && isExact(b)) return isWritten(a, b) ? 'within' : null;
  if (areEitherOr(a, b)) return null;
  if (areDisjoint(a, b)) return 'disjoint';
  if (isExact(a) || isExact(b)) return 'within';
  return haveOtherBounds(a, b) ? 'bounds' : 'within';
}

/** "1.50", "1.5": one number or, of versions, two. */
function isWritten(a: Quantity, b: Quantity): boolean {
  return a.min === b.min && !areSurelyVersions(a, b);
}

/** Whether no number fits both. Of what may be a decimal or a version only what is so either way. */
export function areDisjoint(a: Quantity, b: Quantity): boolean {
  if (!areComparable(a, b)) return false;
  const areApart = areNumbersApart(a, b);
  const areVersions = versionsApart(a, b) ?? areApart;
  return areSurelyVersions(a, b) ? areVersions : areApart && areVersions;
}

/** "at least 1.9" / "at most 1.12": disjoint as decimals, not as versions; nothing tells which they are. */
function areEitherOr(a: Quantity, b: Quantity): boolean {
  if (areSurelyVersions(a, b)) return false;
  const areApart = areNumbersApart(a, b);
  return (versionsApart(a, b) ?? areApart) !== areApart;
}

function versionsApart(a: Quantity, b: Quantity): boolean | null {
  return a.version === undefined && b.version === undefined ? null : areVersionsApart(a, b);
}

function areSurelyVersions(a: Quantity, b: Quantity): boolean {
  return a.version?.isSure === true || b.version?.isSure === true;
}

function areNumbersApart(a: Quantity, b: Quantity): boolean {
  return isBelow(a, b) || isBelow(b, a);
}

function haveOtherBounds(a: Quantity, b: Quantity): boolean {
  if (areSurelyVersions(a, b)) return haveOtherEnds(a, b, 'min') || haveOtherEnds(a, b, 'max');
  return differs(a.min, b.min, a.isMinOpen, b.isMinOpen) || differs(a.max, b.max, a.isMaxOpen, b.isMaxOpen);
}

function areComparable(a: Quantity, b: Quantity): boolean {
  return a.unit === b.unit || (isBare(a) && isBare(b) && (a.unit === null || b.unit === null));
}

/** Without a unit of measure. */
function isBare({ dimension }: Quantity): boolean {
  return dimension === null || dimension === 'count';
}

/** Whether both have an end on one side, and not the same. */
function differs(a: number | null, b: number | null, isOpenA: true | undefined, isOpenB: true | undefined): boolean {
  return a !== null && b !== null && (a !== b || isOpenA !== isOpenB);
}

function isBelow({ max, isMaxOpen }: Quantity, { min, isMinOpen }: Quantity): boolean {
  if (max === null || min === null) return false;
  return max < min || (max === min && (isMaxOpen === true || isMinOpen === true));
}

const MONTH = 28 * 24 * 3600;
/** A month has 28 to 31 days, a year 12 months, 52 weeks or 365 days. */
const CALENDAR_SLACK = 1.04;
/** 5 miles are 8 km, roughly … */
const METRIC_SLACK = 1.02;
/** … and 6 miles are 10 km, where one of the two was converted and the other is a round number. */
const ROUND_SLACK = 1.05;
const IMPERIAL = new Set(['area', 'length', 'length/duration', 'volume', 'weight']);
/** Kilo is 1000 or 1024, mega and giga its powers. */
const BINARY_STEPS = [1, 2, 3, 4].map((power) => 1.024 ** power);
const EQUAL = 1e-9;

/** Whether two quantities may be the same one, written in units that are rounded differently: 30 days, 1 month; or a version and its series. */
export function mayBeEqual(a: Quantity | undefined, b: Quantity | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (areComparable(a, b) && (areEitherOr(a, b) || isRounded(a, b) || isRounded(b, a))) return true;
  if (a.dimension === null || a.unit !== b.unit) return false;
  return a.dimension === 'temperature' ? isConverted(a, b) : areMeasuredAlike(a, b, a.dimension);
}

/** Whether they are one amount in two units, as people round it. */
function areMeasuredAlike(a: Quantity, b: Quantity, dimension: string): boolean {
  const [low, high] = gap(a, b);
  if (low === null || high === null || low <= 0) return false;
  const ratio = high / low;
  if (dimension === 'duration') return low >= MONTH && ratio < CALENDAR_SLACK;
  if (IMPERIAL.has(dimension)) return ratio < (isRound(low) === isRound(high) ? METRIC_SLACK : ROUND_SLACK);
  return dimension.startsWith('size') && BINARY_STEPS.some((step) => Math.abs(ratio - step) < EQUAL);
}

const ROUNDED_MIN = 10_000;
const ROUNDED_SLACK = 1.01;
/** Digits that the exact number has more. */
const EXACTER_MIN = 2;

/** "1.2 million" of 1 204 311: a large round number that the other rounds to. */
function isRounded(round: Quantity, exact: Quantity): boolean {
  const [short, long] = [round.min, exact.min];
  if (!isExact(round) || !isExact(exact) || short === null || long === null || short < ROUNDED_MIN) return false;
  const digits = digitsIn(short);
  const isClose = Math.max(short, long) / Math.min(short, long) < ROUNDED_SLACK;
  return isClose && digitsIn(long) >= digits + EXACTER_MIN && Number(long.toPrecision(digits)) === short;
}

/** How many digits a number has but for zeros at its end, of whole numbers. */
function digitsIn(amount: number): number {
  let whole = Math.trunc(Math.abs(amount));
  while (whole > 0 && whole % 10 === 0) whole /= 10;
  return String(whole).length;
}

/** Half a degree Celsius and half a degree Fahrenheit. */
const DEGREES_SLACK = 0.5 + 0.5 / 1.8;

/** "-18 °C" and "0 °F": no whole number of degrees in both. */
function isConverted(a: Quantity, b: Quantity): boolean {
  const [low, high] = gap(a, b);
  if (low === null || high === null || Number.isInteger(low) === Number.isInteger(high)) return false;
  return high - low <= DEGREES_SLACK;
}

/** Of at most three digits, apart from zeros. */
function isRound(amount: number): boolean {
  return Number(amount.toPrecision(3)) === amount;
}

/** The ends between which nothing fits either, in rising order; of two bounds of one side, their ends. */
function gap(a: Quantity, b: Quantity): [number | null, number | null] {
  if (isBelow(a, b)) return [a.max, b.min];
  if (isBelow(b, a)) return [b.max, a.min];
  const [x, y] = [a.min ?? a.max, b.min ?? b.max];
  return x === null || y === null ? [null, null] : [Math.min(x, y), Math.max(x, y)];
}
