import { isReported, type Norm, type Span } from '../../core/norm.js';
import { overlap, samePeriod } from '../../core/period.js';
import { isSameEnd, relationOf, type TimedRelation } from '../../core/relation.js';
import { scopesOverlap } from '../../core/scope.js';
import type { Verdict } from '../../core/verdict.js';
import { claimsSameSlot, slotKeys } from '../../lore/rules/exclusive.js';
import { isOutsideLifespan } from '../../lore/rules/lifespan.js';
import type { Outcome } from './alignment/pair.js';

/**
 * Row 0 of the decision table: two relations are compared by their slots and lives, not by their words. Null where the
 * words have to decide: one of the two is no relation, or both tell of the same thing.
 */
export function compareRelations(stored: Norm, incoming: Norm): Omit<Verdict, 'norms'> | null {
  const found = outcomeOf(stored, incoming);
  if (found === null) return null;
  const isDoubted = found.kind === 'contradiction' && (isReported(stored) || isReported(incoming));
  // What another voice tells need not be so.
  const outcome: Outcome = isDoubted ? { ...found, kind: 'uncertain', confidence: 'MED' } : found;
  const [a, b] = [stored.relation, incoming.relation];
  const isSame = a?.from === b?.from && a?.to === b?.to;
  return {
    ...outcome,
    slots: {
      type: [a?.type ?? null, b?.type ?? null],
      from: [a?.from ?? null, b?.from ?? null],
      to: [a?.to ?? null, b?.to ?? null],
    },
    spans: { stored: endSpans(stored), incoming: endSpans(incoming) },
    overlap: isSame ? 1 : 0,
    visibleDifference: false,
    sharesSubject: true,
    isElsewhere: false,
  };
}

function outcomeOf(stored: Norm, incoming: Norm): Outcome | null {
  const [a, b] = [relationOf(stored), relationOf(incoming)];
  if (a === null || b === null) return null;
  if (a.relation.isProphecy === true || b.relation.isProphecy === true) return PROPHECY;
  if (!scopesOverlap(stored.scope, incoming.scope)) return ELSEWHERE;
  if (a.relation.entities !== undefined && b.relation.entities !== undefined) return asRelations(a, b);
  if (isOutsideLifespan(a, b)) return OUTSIDE;
  const clash = claimsSameSlot(a, b);
  if (clash === 'unknown') return POSSIBLE;
  if (clash === 'true') return a.relation.traits.warnsOnly === true ? DOUBTED : EXCLUSIVE;
  return atPeace(a, b);
}

const PROPHECY: Outcome = { kind: 'coexist', confidence: 'HIGH', code: 'prophecy' };
const ELSEWHERE: Outcome = { kind: 'coexist', confidence: 'HIGH', code: 'scope_disjoint' };
const OUTSIDE: Outcome = { kind: 'contradiction', confidence: 'HIGH', code: 'outside_lifespan' };
const EXCLUSIVE: Outcome = { kind: 'contradiction', confidence: 'HIGH', code: 'relation_exclusive' };
const DOUBTED: Outcome = { kind: 'uncertain', confidence: 'MED', code: 'relation_exclusive' };
const POSSIBLE: Outcome = { kind: 'uncertain', confidence: 'MED', code: 'period_unsure' };
const UNRELATED: Outcome = { kind: 'incomparable', confidence: 'HIGH', code: 'subject_unrelated' };
const OTHER_TIME: Outcome = { kind: 'coexist', confidence: 'HIGH', code: 'period_disjoint' };
const REPEATED: Outcome = { kind: 'duplicate', confidence: 'HIGH', code: 'same_content' };
const BY_RULES: Outcome = { kind: 'coexist', confidence: 'HIGH', code: 'compared_as_relations' };
const CONSISTENT: Outcome = { kind: 'consistent', confidence: 'HIGH', code: 'no_disagreement' };

/**
 * Both are stored as relations: the rules of the lore store compare them, whatever they call the things they name. Null
 * where one event is told of twice, and the words have to decide.
 */
function asRelations(a: TimedRelation, b: TimedRelation): Outcome | null {
  const [one, other] = [a.relation, b.relation];
  const isSame = one.entities?.from === other.entities?.from && one.entities?.to === other.entities?.to;
  if (!isSame || one.type !== other.type || one.entities?.to == null) return BY_RULES;
  if (one.at !== undefined && other.at !== undefined) return null;
  const isRepeated = one.from === other.from && one.to === other.to && samePeriod(a.when, b.when);
  return isRepeated && one.tense === other.tense ? REPEATED : BY_RULES;
}

/** What two relations that do not clash are to each other. Of a type that allows many the words say more. */
function atPeace(a: TimedRelation, b: TimedRelation): Outcome | null {
  const [one, other] = [a.relation, b.relation];
  if (one.type !== other.type) return UNRELATED;
  if (one.traits.slot === undefined) return null;
  const keys = slotKeys(one);
  if (!slotKeys(other).some((key) => keys.includes(key))) return UNRELATED;
  const isSame = isSameEnd(one, 'from', other, 'from') && isSameEnd(one, 'to', other, 'to');
  if (isSame && one.at !== undefined && other.at !== undefined) return null;
  if (overlap(a.when, b.when) === 'false') return OTHER_TIME;
  const isRepeated = isSame && samePeriod(a.when, b.when) && one.tense === other.tense;
  return isRepeated && one.isLoose === other.isLoose ? REPEATED : CONSISTENT;
}

function endSpans({ spans }: Norm): Span[] {
  return spans.filter(({ slot }) => slot === 'from' || slot === 'to');
}
