import { overlap, type Truth } from '../../core/period.js';
import type { Relation, RelationEnd, TimedRelation } from '../../core/relation.js';

/**
 * Whether two relations claim one slot for different holders at one time: RULES takes one ruler per realm, SPOUSE_OF one
 * spouse on either side. `unknown` where only some reading of the dates, names or titles makes them clash. Symmetric.
 */
export function claimsSameSlot(a: TimedRelation, b: TimedRelation): Truth {
  const clash = rivalry(a.relation, b.relation);
  if (clash === 'false') return clash;
  const together = heldTogether(a, b);
  if (together !== 'true') return together;
  return mayStandBeside(a.relation, b.relation) ? 'unknown' : clash;
}

/** What a relation holds for itself alone, as keys; none for a type that allows many. */
export function slotKeys(relation: Relation): string[] {
  const side = (end: RelationEnd) => `${relation.type}|${isSymmetric(relation) ? '' : end}|${relation[end]}`;
  return slotEnds(relation).map(side);
}

/** Whether two names may be those of one thing: equal, or one with more words: "Sera" and "Sera of Karth". */
export function mayBeSameName(a: string, b: string): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  const words = new Set(more.split(' '));
  return fewer.split(' ').every((word) => words.has(word));
}

function slotEnds({ traits }: Relation): readonly RelationEnd[] {
  if (traits.slot === undefined) return [];
  return traits.slot === 'both' ? ['from', 'to'] : [traits.slot];
}

function isSymmetric({ traits }: Relation): boolean {
  return traits.symmetric === true;
}

/** Whether both name one slot and different holders for it. Names that may be the same are no rivals. */
function rivalry(a: Relation, b: Relation): Truth {
  if (a.type !== b.type) return 'false';
  const isRival = slotEnds(a).some((mine) =>
    (isSymmetric(a) ? slotEnds(b) : [mine]).some(
      (theirs) => a[mine] === b[theirs] && !mayBeSameName(shortName(a, other(mine)), shortName(b, other(theirs))),
    ),
  );
  return isRival ? 'true' : 'false';
}

/** Titles and epithets tell nobody apart: King Aldric may be Aldric the Bold. */
function shortName({ short, ...relation }: Relation, end: RelationEnd): string {
  return short?.[end] ?? relation[end];
}

function other(end: RelationEnd): RelationEnd {
  return end === 'from' ? 'to' : 'from';
}

/**
 * Whether the two hold at one time. What was, without a date, may have been at any time; what is, without a date, holds
 * now, which a window that has ended need not reach.
 */
function heldTogether(a: TimedRelation, b: TimedRelation): Truth {
  const shared = overlap(a.when, b.when);
  if (shared !== 'true') return shared;
  if (endsWhereBegins(a, b) || endsWhereBegins(b, a)) return 'unknown';
  const [first, second] = [undated(a), undated(b)];
  if (first === 'past' || second === 'past') {
    return first === second && a.relation.traits.pastCounts === true ? 'true' : 'unknown';
  }
  if (first === second) return 'true';
  const dated = first === undefined ? a : b;
  return dated.when.certain.until === null ? 'true' : 'unknown';
}

/** Whether the one ends on a day of the very year in which the other begins, which may be before that day or after it. */
function endsWhereBegins(
  { when: { possible, tail } }: TimedRelation,
  { relation: { begins } }: TimedRelation,
): boolean {
  if (begins === undefined || possible.until === null || tail === 0) return false;
  return begins.start < possible.until && possible.until + tail <= begins.end;
}

function undated({ relation, when: { certain } }: TimedRelation): Relation['tense'] | undefined {
  return certain.from === null && certain.until === null ? relation.tense : undefined;
}

/** "King of X" beside "queen of X", "owns" beside "wields": the one need not be in the place of the other. */
function mayStandBeside(a: Relation, b: Relation): boolean {
  return a.isLoose !== b.isLoose;
}
