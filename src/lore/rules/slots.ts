import { endAt, isEmpty, overlap, type Period, type Truth, type Unit } from '../../core/period.js';
import type { RelationEnd } from '../../core/relation.js';
import type { RelationType } from '../../core/relation-type.js';
import { type Finding, finding } from './finding.js';
import { type Life, lastStart, livesOf } from './life.js';
import { isPartOf, wholeTypes } from './parts.js';
import { EXISTED_DURING, type Fact, holderEnd, otherEnd, type World } from './world.js';

/** Relations that claim the slot of this one for another at the same time, or one that there is once for all time. */
export function rivals(fact: Fact, world: World): Finding[] {
  const type = world.type(fact.type);
  if (type === undefined) return [];
  const found = new Map<string, Finding>();
  const clash = (end: RelationEnd, together: (other: Fact) => Truth) => {
    for (const other of sharing(fact, end, type, world)) {
      const truth = isRival(fact, other, type, world) ? together(other) : 'false';
      if (truth !== 'false') add(found, finding('relation_exclusive', truth === 'true', [fact.id, other.id]));
    }
  };
  for (const end of type.once) clash(end, () => 'true');
  for (const end of type.single) clash(end, (other) => heldTogether(fact, other, type, world));
  return [...found.values()];
}

function add(found: Map<string, Finding>, one: Finding): void {
  const key = one.core.join(' ');
  const known = found.get(key);
  if (known === undefined || (one.isCertain && !known.isCertain)) found.set(key, one);
}

/** Other relations of the type that have the same entity on that end, or, where the ends may change places, on any. */
function sharing(fact: Fact, end: RelationEnd, type: RelationType, world: World): Fact[] {
  const thing = fact[end];
  if (thing === null) return [];
  const sides: readonly RelationEnd[] = type.symmetric ? ['from', 'to'] : [end];
  return sides.flatMap((side) => world.at(thing, side, fact.type)).filter(({ id }) => id !== fact.id);
}

/** Whether the two name different holders. A more precise date is no other one. */
function isRival(a: Fact, b: Fact, type: RelationType, world: World): boolean {
  if (a.type === EXISTED_DURING && a.to === b.to) return isOtherWindow(a, b);
  if (type.value === 'date') return isOtherDate(a, b);
  if (a.to === null || b.to === null) return fold(a.value) !== fold(b.value);
  const isSame = a.from === b.from && a.to === b.to;
  const isTurned = type.symmetric && a.from === b.to && a.to === b.from;
  if (isSame || isTurned || mayBeSame(a, b, type, world)) return false;
  return !(type.unlessPartOf && isNoRival(a, b, type, world));
}

/** A provisional holder of a slot may be the other one: "Sera" and "Sera of Karth". */
function mayBeSame(a: Fact, b: Fact, type: RelationType, world: World): boolean {
  const ends: readonly RelationEnd[] = ['from', 'to'];
  return ends.some((mine) =>
    (type.symmetric ? ends : [mine]).some((theirs) => {
      const [one, other] = [a[otherEnd(mine)], b[otherEnd(theirs)]];
      return a[mine] === b[theirs] && one !== null && other !== null && world.mayBeOne(one, other);
    }),
  );
}

/** Of one era two windows may be told, unless one of them only names the era. */
function isOtherWindow(a: Fact, b: Fact): boolean {
  const isSame = a.begins?.start === b.begins?.start && a.ends?.end === b.ends?.end;
  const [first, second] = [isWithin(a, b), isWithin(b, a)];
  return !isSame && !first && !second;
}

function isWithin(inner: Fact, outer: Fact): boolean {
  const isFrom = outer.begins === null || (inner.begins !== null && outer.begins.start <= inner.begins.start);
  return isFrom && (outer.ends === null || (inner.ends !== null && inner.ends.end <= outer.ends.end));
}

function isOtherDate({ begins: a }: Fact, { begins: b }: Fact): boolean {
  return a !== null && b !== null && (a.end <= b.start || b.end <= a.start);
}

function fold(value: string | null): string {
  return (value ?? '').trim().toLowerCase();
}

/**
 * A member of a guild is one of its chapter too, who was born in a town was born in its realm, and a lineage is no
 * membership.
 */
function isNoRival(a: Fact, b: Fact, type: RelationType, world: World): boolean {
  const end = holderEnd(type);
  const [one, other] = [a[end], b[end]];
  if (one === null || other === null) return true;
  return (
    [one, other].some((thing) => world.kindOf(thing) === 'Lineage') || isPartOf(one, other, wholeTypes(type), world)
  );
}

/**
 * A life only takes time away from what is held in it. That two were held at one time because neither can be older than
 * a birth is left unsure: who told the birth told nothing of either.
 */
function heldTogether(a: Fact, b: Fact, type: RelationType, world: World): Truth {
  const [one, other] = [clipped(a, type, world), clipped(b, type, world)];
  const shared = overlap(one, other);
  // A life that may end before the relation begins leaves no time that is sure.
  const isEmptied =
    (isEmpty(one.certain) && !isEmpty(a.when.certain)) || (isEmpty(other.certain) && !isEmpty(b.when.certain));
  const isTold = overlap(a.when, b.when) === 'true';
  const isUnsure = !isTold || isEmptied || endsWhereBegins(one, b.begins) || endsWhereBegins(other, a.begins);
  return shared === 'true' && isUnsure ? 'unknown' : shared;
}

/** Whether a period ends on a day of the very year in which another begins, which may be before that day or after it. */
function endsWhereBegins({ possible, tail }: Period, begins: Unit | null): boolean {
  if (begins === null || possible.until === null || tail === 0) return false;
  return begins.start < possible.until && possible.until + tail <= begins.end;
}

/** When the relation holds: where it states no end, no longer than those live who have to. */
export function clipped(fact: Fact, type: RelationType, world: World): Period {
  return type.lives
    .filter(({ rule }) => rule === 'contain')
    .reduce((when, { end }) => clippedTo(fact[end], when, fact, world), fact.when);
}

function clippedTo(thing: string | null, when: Period, { begins, ends }: Fact, world: World): Period {
  const lives = thing === null ? [] : livesOf(thing, world);
  const first = lives[0]?.begins ?? null;
  const mine = lifeAt(begins, lives);
  const until = mine?.ends ?? null;
  const started = begins === null && first !== null ? startAt(when, first) : when;
  return ends === null && until !== null ? endAt(started, until) : started;
}

/** Of several lives, the one in which something begins; what has no date may be of any, up to the last. */
function lifeAt(begins: Unit | null, lives: readonly Life[]): Life | undefined {
  if (begins === null) return lives.at(-1);
  return lives.findLast((life) => (life.begins?.start ?? begins.start) <= begins.start) ?? lives[0];
}

/** The same period, beginning no earlier than at a bound. */
function startAt(when: Period, from: Unit): Period {
  const later = (at: number | null, bound: number) => (at === null ? bound : Math.max(at, bound));
  return {
    certain: { from: later(when.certain.from, lastStart(from)), until: when.certain.until },
    possible: { from: later(when.possible.from, from.start), until: when.possible.until },
    tail: when.tail,
  };
}
