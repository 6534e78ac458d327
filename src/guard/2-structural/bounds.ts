/** How two quantities lie: no number fits both, both bound the same side, or some number fits both. */
export type Relation = 'disjoint' | 'bounds' | 'within';

interface Interval {
  min: number;
  max: number;
  isOpen: boolean;
  isExact: boolean;
}

/** Relates two canonical quantities such as ">=8" and "30 duration"; null where neither is a bound. */
export function relate(a: string, b: string): Relation | null {
  const [x, y] = [interval(a), interval(b)];
  if (x === null || y === null || (x.isExact && y.isExact)) return null;
  if (isDisjoint(x, y) || isDisjoint(y, x)) return 'disjoint';
  const bindSameSide = !x.isExact && !y.isExact && isFiniteAlike(x, y);
  return bindSameSide ? 'bounds' : 'within';
}

function isFiniteAlike(x: Interval, y: Interval): boolean {
  const [a, b] = [x, y].map(({ min, max }) => [Number.isFinite(min), Number.isFinite(max)]);
  return a?.[0] === b?.[0] || a?.[1] === b?.[1];
}

function interval(text: string): Interval | null {
  const [, low, high] = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)(?: |$)/.exec(text) ?? [];
  if (low !== undefined && high !== undefined)
    return { min: Number(low), max: Number(high), isOpen: false, isExact: false };
  const [, sign = '', digits] = /^([<>]=?)?(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?: |$)/.exec(text) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits);
  return {
    min: sign.startsWith('<') ? Number.NEGATIVE_INFINITY : value,
    max: sign.startsWith('>') ? Number.POSITIVE_INFINITY : value,
    isOpen: sign === '<' || sign === '>',
    isExact: sign === '',
  };
}

/** Whether the first lies wholly below the second. */
function isDisjoint(below: Interval, above: Interval): boolean {
  if (below.max < above.min) return true;
  return below.max === above.min && (below.isOpen || above.isOpen);
}

const MONTH = 28 * 24 * 3600;
/** A month has 28 to 31 days, a year 12 months, 52 weeks or 365 days. */
const CALENDAR_SLACK = 1.04;
/** 5 miles are 8 km, roughly. */
const METRIC_SLACK = 1.02;
const IMPERIAL = new Set(['area', 'length', 'speed', 'volume', 'weight']);
/** Kilo is 1000 or 1024, mega and giga its powers. */
const BINARY_STEPS = [1, 2, 3, 4].map((power) => 1.024 ** power);
const EQUAL = 1e-9;

/** Whether two quantities may be the same one, written in units that are rounded differently: 30 days, 1 month. */
export function mayBeEqual(a: string, b: string): boolean {
  const [x, y] = [measure(a), measure(b)];
  if (x === null || y === null || x.dimension !== y.dimension) return false;
  const ratio = Math.max(x.amount, y.amount) / Math.min(x.amount, y.amount);
  if (x.dimension === 'duration') return Math.min(x.amount, y.amount) >= MONTH && ratio < CALENDAR_SLACK;
  if (IMPERIAL.has(x.dimension)) return ratio < METRIC_SLACK;
  return x.dimension === 'size' && BINARY_STEPS.some((step) => Math.abs(ratio - step) < EQUAL);
}

function measure(text: string): { amount: number; dimension: string } | null {
  const [, digits, dimension] = /^(?:[<>]=?)?(\d+(?:\.\d+)?(?:e[+-]?\d+)?) (.+)$/.exec(text) ?? [];
  return digits === undefined || dimension === undefined ? null : { amount: Number(digits), dimension };
}
