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
  const bindSameSide = !x.isExact && !y.isExact && Number.isFinite(x.min) === Number.isFinite(y.min);
  return bindSameSide ? 'bounds' : 'within';
}

function interval(text: string): Interval | null {
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
