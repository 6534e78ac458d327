import { overlap, type Period, type Range } from '../../core/period.js';
import { isSameEnd, type TimedRelation, untitledName } from '../../core/relation.js';

/**
 * Whether one of the two tells of a birth or death and the other has that same person act outside the life so bounded,
 * whatever the reading of the dates. Only the dates that an act names count: an open reign of a dead king does not go
 * on. The unit in which a life begins or ends still belongs to it. Symmetric.
 */
export function isOutsideLifespan(a: TimedRelation, b: TimedRelation): boolean {
  return actsOutside(a, b) || actsOutside(b, a);
}

/** Names whose lives a relation bounds or needs: two statements that clash by a lifespan share one. */
export function lives(relation: TimedRelation['relation']): string[] {
  const { alive = [], existence } = relation.traits;
  if (existence !== undefined) return [untitledName(relation, 'from')];
  return alive.map((end) => untitledName(relation, end));
}

function actsOutside(bound: TimedRelation, act: TimedRelation): boolean {
  const { existence } = bound.relation.traits;
  const { alive = [], existence: own } = act.relation.traits;
  if (existence === undefined || existence === own) return false;
  if (!alive.some((end) => isSameEnd(act.relation, end, bound.relation, 'from'))) return false;
  const { possible, tail } = bound.when;
  const last = possible.until === null ? null : possible.until + tail;
  const life = existence === 'death' ? { from: null, until: last } : { from: possible.from, until: null };
  return statedDates(act).some((date) => overlap(sure(date), sure(life)) === 'false');
}

/** The dates that an act names, each as the whole unit that is written. */
function statedDates({ relation: { begins, ends } }: TimedRelation): Range[] {
  return [begins, ends].flatMap((date) => (date === undefined ? [] : [unit(date)]));
}

function unit({ start, end }: { start: number; end: number }): Range {
  return { from: start, until: end };
}

function sure(range: Range): Period {
  return { certain: range, possible: range, tail: 0 };
}
