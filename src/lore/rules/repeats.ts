import { isEmpty, samePeriod } from '../../core/period.js';
import type { RelationType } from '../../core/relation-type.js';
import { isSameDate } from './life.js';
import type { Fact, World } from './world.js';

/** Most relations that a repetition names. */
const NAMED_MAX = 5;

/** Ids of the relations that say exactly what this one says: of the same things, for the same time. Sorted. */
export function repeatsOf(fact: Fact, world: World): string[] {
  const type = world.type(fact.type);
  if (type === undefined || fact.isProphetic) return [];
  const sides = type.symmetric ? (['from', 'to'] as const) : (['from'] as const);
  const others = sides.flatMap((side) => world.at(fact.from, side, fact.type));
  const found = others.filter((other) => other.id !== fact.id && isRepeated(fact, other, type)).map(({ id }) => id);
  return [...new Set(found)].sort().slice(0, NAMED_MAX);
}

function isRepeated(a: Fact, b: Fact, type: RelationType): boolean {
  return isOfTheSame(a, b, type) && (type.value === 'date' || isForTheSameTime(a, b, type));
}

function isOfTheSame(a: Fact, b: Fact, type: RelationType): boolean {
  if (a.to !== null && b.to !== null) {
    const isTurned = type.symmetric && a.from === b.to && a.to === b.from;
    return isTurned || (a.from === b.from && a.to === b.to);
  }
  if (a.from !== b.from || a.to !== b.to) return false;
  if (type.value === 'date') return a.begins !== null && b.begins !== null && isSameDate(a.begins, b.begins);
  return fold(a.value) === fold(b.value);
}

/**
 * What states no bound holds as long as anybody says, and what happens at no date is one thing however it is told. Of what
 * takes turns it counts whether it was so once or is so.
 */
function isForTheSameTime(a: Fact, b: Fact, { isEvent, single }: RelationType): boolean {
  if (samePeriod(a.when, b.when)) return true;
  if (!isUndated(a) || !isUndated(b)) return false;
  return isEvent || single.length === 0 || isEmpty(a.when.certain) === isEmpty(b.when.certain);
}

function isUndated({ begins, ends, when: { possible } }: Fact): boolean {
  return begins === null && ends === null && possible.from === null && possible.until === null;
}

function fold(value: string | null): string {
  return (value ?? '').trim().toLowerCase();
}
