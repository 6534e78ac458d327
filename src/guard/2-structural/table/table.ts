import { areOfOneClass, exchangeClass, isNegative, isOnlyFiller } from '../../../core/filler.js';
import {
  direction,
  isBinding,
  isFact,
  type Modality,
  negate,
  normNotMet,
  opposed,
  strength,
} from '../../../core/modality.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import { areComplements, isExact, type Quantity } from '../../../core/quantity.js';
import type { Confidence, ReasonCode, VerdictKind } from '../../../core/verdict.js';
import { areCircumstancesExclusive } from '../alignment/conditions.js';
import type { Difference } from '../alignment/difference.js';
import { type Relation, relate } from '../alignment/intervals.js';
import { areOfOtherPersons, bothBindFor, bothFor, isRounded, sameMood } from '../alignment/moods.js';
import type { Outcome, Pair } from '../alignment/pair.js';
import { isOfWholeSlot } from '../alignment/whole-slot.js';
import {
  isAddedToOnly,
  isOnlyOfPart,
  isOpenToAll,
  mayViolateExclusive,
  violatesExclusive,
  widensExclusive,
} from './exclusivity.js';
import { isSoNoLonger, wasOtherwise } from './former.js';
import { areOtherCounts, isInstanceOpposed, mayBeInstanceOpposed } from './instances.js';
import { areNotes, isRuledOutByNote } from './notes.js';
import { isDoneWithout, isWithAndWithout } from './without.js';

/** Two clauses that share fewer of their words than this are about different things … */
const RELATED_MIN = 0.5;
/** … unless they share at least two words, and not too small a part. */
const LOOSELY_RELATED_MIN = 0.3;

/** One row of the decision table. */
interface Row {
  name: string;
  decide: (pair: Pair) => Outcome | null;
}

type Condition = [
  applies: (pair: Pair) => boolean,
  kind: VerdictKind,
  confidence: Confidence,
  code: ReasonCode,
  name: string,
];

/** The decision table: the first row that applies stands. Exact duplicates are decided before it. */
const ROWS: readonly Condition[] = [
  [isMissing, 'incomparable', 'HIGH', 'subject_missing', 'missing'],
  [(pair) => !pair.sharesScope, 'coexist', 'HIGH', 'scope_disjoint', 'scope'],
  [(pair) => pair.sharesPeriod === 'false', 'coexist', 'HIGH', 'period_disjoint', 'period'],
  [isUnrelated, 'incomparable', 'HIGH', 'subject_unrelated', 'unrelated'],
  [isInstanceOpposed, 'contradiction', 'HIGH', 'modality_opposed', 'instance_opposed'],
  [mayBeInstanceOpposed, 'uncertain', 'MED', 'may_contradict', 'instance_doubted'],
  [areOtherCounts, 'contradiction', 'HIGH', 'quantity_disjoint', 'other_counts'],
  [isCountedOut, 'contradiction', 'HIGH', 'modality_opposed', 'counted_out'],
  [isAddedToOnly, 'uncertain', 'MED', 'exclusive_violated', 'added_to_only'],
  [areNotesOpposed, 'uncertain', 'MED', 'may_contradict', 'notes_opposed'],
  [isRuledOutByNote, 'uncertain', 'MED', 'may_contradict', 'ruled_out_by_note'],
  [isFuzzy, 'defer', 'LOW', 'subject_fuzzy', 'fuzzy'],
  [areOfSome, 'defer', 'LOW', 'subject_fuzzy', 'of_some'],
  [areOfOtherPersons, 'defer', 'LOW', 'subject_related', 'of_others'],
  [isOrderReversed, 'uncertain', 'MED', 'value_uncertain', 'order_reversed'],
  [(pair) => pair.conditions === 'exclusive', 'coexist', 'HIGH', 'conditions_exclusive', 'conditions_exclusive'],
  [(pair) => pair.conditions === 'differ', 'defer', 'LOW', 'conditions_differ', 'conditions_differ'],
  [areOpinions, 'consistent', 'HIGH', 'no_disagreement', 'opinions'],
  [isPreferenceReversed, 'contradiction', 'HIGH', 'preference_reversed', 'preference_reversed'],
  [isComparisonReversed, 'contradiction', 'HIGH', 'preference_reversed', 'comparison_reversed'],
  [(pair) => pair.alignment.swapped, 'defer', 'LOW', 'subject_related', 'swapped'],
  [violatesExclusive, 'contradiction', 'HIGH', 'exclusive_violated', 'exclusive_violated'],
  [mayViolateExclusive, 'uncertain', 'MED', 'exclusive_violated', 'exclusive_doubted'],
  [isElsewhere, 'coexist', 'HIGH', 'conditions_exclusive', 'elsewhere'],
  [isSoNoLonger, 'uncertain', 'MED', 'may_contradict', 'no_longer'],
  [wasOtherwise, 'consistent', 'HIGH', 'no_disagreement', 'was_otherwise'],
  [isModalityOpposed, 'contradiction', 'HIGH', 'modality_opposed', 'modality_opposed'],
  [isStateOpposed, 'contradiction', 'HIGH', 'state_opposed', 'state_opposed'],
  [isWithAndWithout, 'contradiction', 'HIGH', 'state_opposed', 'with_and_without'],
  [isUsedAndRemoved, 'uncertain', 'MED', 'may_contradict', 'used_and_removed'],
  [isNotMet, 'uncertain', 'MED', 'norm_not_met', 'norm_not_met'],
  [areDisjoint, 'contradiction', 'HIGH', 'quantity_disjoint', 'quantity_disjoint'],
  [isBeyondLimit, 'contradiction', 'HIGH', 'quantity_disjoint', 'beyond_limit'],
  [isBeyond, 'uncertain', 'MED', 'quantity_disjoint', 'beyond'],
  [areOtherBounds, 'uncertain', 'MED', 'bound_differs', 'bound_differs'],
  [isWithinBound, 'refinement', 'HIGH', 'refines', 'within_bound'],
  [areInOtherUnits, 'uncertain', 'MED', 'value_uncertain', 'other_units'],
  [isLessPreferred, 'uncertain', 'MED', 'value_uncertain', 'less_preferred'],
  [isValueDifferent, 'contradiction', 'HIGH', 'value_differs', 'value_differs'],
  [isValueUnsure, 'uncertain', 'MED', 'value_uncertain', 'value_uncertain'],
  [isOpenToAll, 'uncertain', 'MED', 'exclusive_violated', 'open_to_all'],
  [widensExclusive, 'uncertain', 'MED', 'exclusive_violated', 'exclusive_widened'],
  [isOnlyOfPart, 'uncertain', 'MED', 'exclusive_violated', 'only_of_part'],
  [isDoneWithout, 'uncertain', 'MED', 'may_contradict', 'done_without'],
  [refines, 'refinement', 'HIGH', 'refines', 'refines'],
  [isSame, 'duplicate', 'HIGH', 'same_content', 'same'],
  [(pair) => sameFrame(pair), 'consistent', 'HIGH', 'no_disagreement', 'same_frame'],
  [(pair) => pair.difference.kind !== 'word', 'defer', 'LOW', 'subject_related', 'several'],
];

export const TABLE: readonly Row[] = ROWS.map(([applies, kind, confidence, code, name]) => {
  const outcome: Outcome = { kind, confidence, code };
  return { name: `row:${name}`, decide: (pair) => (applies(pair) ? outcome : null) };
});

export const UNDECIDED: Outcome = { kind: 'unknown', confidence: 'LOW', code: 'undecided' };

function isMissing({ stored, incoming }: Pair): boolean {
  return stored.subjectKind === 'MISSING' || incoming.subjectKind === 'MISSING';
}

/** Whether clauses that share so many words, and such a part of the shorter one, may be about one thing. */
export function isRelated(common: number, overlap: number): boolean {
  return overlap >= RELATED_MIN || (common >= 2 && overlap >= LOOSELY_RELATED_MIN);
}

/** "Use X" / "Use Y": two products of one family are related, though no word is shared. */
function isUnrelated({ overlap, alignment, difference }: Pair): boolean {
  const isExchange = difference.kind === 'value' && difference.stored !== null && isOfWholeSlot(difference.stored);
  return !isRelated(alignment.common, overlap) && !isExchange;
}

/** "All rooms have a window" / "Some rooms have no window": one says of all what the other denies of a part. */
function isCountedOut({ stored, incoming, alignment, conditions, difference }: Pair): boolean {
  const [a, b] = [stored.modality, incoming.modality];
  const isPart = (stored.quantifier === 'some') !== (incoming.quantifier === 'some');
  if (!isPart || stored.quantifier === undefined || incoming.quantifier === undefined) return false;
  if (a === null || b === null || conditions !== 'equal' || alignment.swapped || !opposed(a, b)) return false;
  return difference.kind === 'none';
}

/** "Squash merge only" / "Never squash merge", "Maximum of 5 retries" / "Maximum of 3 retries": notes say of the same what can't be both. */
function areNotesOpposed(pair: Pair): boolean {
  const { difference, alignment, conditions } = pair;
  if (!areNotes(pair) || conditions !== 'equal' || alignment.swapped) return false;
  if (difference.kind === 'none') return isModalityOpposed(pair);
  return alignment.common > 0 && ['bounds', 'disjoint'].includes(boundsOf(pair) ?? '');
}

function isFuzzy({ stored, incoming }: Pair): boolean {
  return stored.subjectKind === 'FUZZY' || incoming.subjectKind === 'FUZZY';
}

/** "A friend of Lea is vegan" / "A friend of Lea is not vegan", "Sometimes it is open" / "Sometimes it is closed". */
function areOfSome({ stored, incoming, difference }: Pair): boolean {
  // "Two backups are kept" / "Three backups are kept": it is the number that is told.
  const isNumber = [stored.tokens[0], incoming.tokens[0]].some(
    (first) => first?.quantity !== undefined && (first === difference.stored || first === difference.incoming),
  );
  return stored.isOfSome === true && incoming.isOfSome === true && !isNumber;
}

/** "before the entries" / "after the entries", and nothing else differs. */
function isOrderReversed({ stored, incoming, alignment: { onlyStored, onlyIncoming } }: Pair): boolean {
  if (onlyStored.length !== 1 || onlyIncoming.length !== 1 || onlyStored[0]?.opens === undefined) return false;
  const markers = [onlyStored[0]?.opens, onlyIncoming[0]?.opens].sort().join();
  return markers === 'after,before' && bothBindFor(stored, incoming);
}

/** "was brave" / "was not brave": who said it, no fact. */
function areOpinions({ stored, incoming }: Pair): boolean {
  return stored.isOpinion === true && incoming.isOpinion === true;
}

function isPreferenceReversed({ stored, incoming, alignment }: Pair): boolean {
  if (stored.preferredOver === null || incoming.preferredOver === null) return false;
  if (alignment.onlyStored.concat(alignment.onlyIncoming).some(({ role }) => role !== 'verb')) return false;
  return (
    stored.value === incoming.preferredOver && stored.preferredOver === incoming.value && bothBindFor(stored, incoming)
  );
}

/** "A is older than B" / "B is older than A" */
function isComparisonReversed({ stored, incoming, alignment, difference }: Pair): boolean {
  if (difference.kind !== 'none' || !alignment.exchanged || !bothBindFor(stored, incoming)) return false;
  return stored.modality === incoming.modality && stored.tokens.some(({ stem }) => stem === 'than');
}

function isElsewhere({ stored, incoming, alignment, difference }: Pair): boolean {
  return difference.kind !== 'value' && areCircumstancesExclusive(stored, incoming, alignment);
}

/** Of the same content, where "must be at most 5" is "must not be more than 5". */
function isModalityOpposed(pair: Pair): boolean {
  const [a, b] = [pair.stored.modality, pair.incoming.modality];
  if (a === null || b === null) return false;
  if (pair.difference.kind === 'none') return opposed(a, b);
  return isComplement(pair.difference) && sameMood(pair.stored, pair.incoming) && isDenied(a, b);
}

/** A permission against the rule that forbids just that; two rules are a matter of their numbers. */
function isDenied(a: Modality, b: Modality): boolean {
  return (isBinding(a) ? !isBinding(b) : isBinding(b)) && (opposed(a, negate(b)) || opposed(negate(a), b));
}

function isComplement({ kind, stored, incoming }: Difference): boolean {
  if (kind !== 'value' || stored?.quantity === undefined || incoming?.quantity === undefined) return false;
  return areComplements(stored.quantity, incoming.quantity);
}

/** "did not reject" is not yet "approved": of two acts that exclude each other nobody need do either. */
function areDeeds(a: Norm, b: Norm): boolean {
  return a.tense !== undefined && b.tense !== undefined;
}

function isStateOpposed({ stored, incoming, difference }: Pair): boolean {
  if (difference.kind !== 'complementary' && difference.kind !== 'contrary') return false;
  if (difference.kind === 'contrary' || areDeeds(stored, incoming))
    return bothBindFor(stored, incoming) && sameMood(stored, incoming);
  const a = folded(stored.modality, difference.stored);
  const b = folded(incoming.modality, difference.incoming);
  return a !== null && b !== null && opposed(a, b);
}

/** Pairs whose negative verb says that a thing is not to be there: remove, omit. */
const REMOVING = new Set(['added', 'include']);

/** "must be used" / "must be removed": "use" is no word of the frame, as all else says what is used. */
function isUsedAndRemoved({ stored, incoming, alignment, difference }: Pair): boolean {
  if (
    difference.kind !== 'extra' ||
    !bothBindFor(stored, incoming) ||
    isFact(stored.modality) ||
    isFact(incoming.modality)
  )
    return false;
  const [using, only] =
    stored.predicate === 'use' ? [stored, alignment.onlyIncoming] : [incoming, alignment.onlyStored];
  const [verb, ...others] = only;
  return (
    using.predicate === 'use' &&
    others.length === 0 &&
    verb?.role === 'verb' &&
    isNegative(verb) &&
    REMOVING.has(exchangeClass(verb) ?? '')
  );
}

/** "must disable" is "must not enable". */
function folded(modality: Modality | null, token: FrameToken | null): Modality | null {
  return modality !== null && token !== null && isNegative(token) ? negate(modality) : modality;
}

function isNotMet({ stored, incoming, difference }: Pair): boolean {
  if (difference.kind !== 'none' && difference.kind !== 'complementary') return false;
  const a = folded(stored.modality, difference.stored);
  const b = folded(incoming.modality, difference.incoming);
  return a !== null && b !== null && normNotMet(a, b);
}

/** Two quantities of one unit, with how they lie. */
function boundsOf({ stored, incoming, difference }: Pair): Relation | null {
  if (difference.kind !== 'value' || !bothBindFor(stored, incoming)) return null;
  return relate(difference.stored?.quantity, difference.incoming?.quantity);
}

function isExactly(token: FrameToken | null): boolean {
  return token?.quantity !== undefined && isExact(token.quantity);
}

function areDisjoint(pair: Pair): boolean {
  const { stored, incoming, difference } = pair;
  const areBounds = [difference.stored, difference.incoming].every((token) => !isExactly(token));
  const areAlike = sameMood(stored, incoming) && (areBounds || sameStrength(pair));
  return boundsOf(pair) === 'disjoint' && areAlike && !isRounded(difference);
}

/** "at most 40 lines" / "80 lines are fine": what one permits the other one surely rules out. */
function isBeyondLimit({ stored, incoming, difference }: Pair): boolean {
  if (difference.kind !== 'value' || !bothFor(stored, incoming) || isRounded(difference)) return false;
  const [a, b] = [difference.stored?.quantity, difference.incoming?.quantity];
  return isRuledOut(stored, a, incoming, b) || isRuledOut(incoming, b, stored, a);
}

/** Whether a permission reaches beyond the limit that the other clause sets. */
function isRuledOut(
  permit: Norm,
  permitted: Quantity | undefined,
  limit: Norm,
  limiting: Quantity | undefined,
): boolean {
  if (permit.modality !== 'may' || permitted === undefined || limiting === undefined) return false;
  if (!isLimit(limit, limiting)) return false;
  const end = permitted.max ?? permitted.min;
  if (end === null || (limit.modality === 'may' && permitted.min === null)) return false;
  const furthest = { ...permitted, min: isExact(permitted) || permitted.max !== null ? end : permitted.min, max: end };
  return relate(furthest, limiting) === 'disjoint';
}

/** "must be at most 40", "holds at most 40", "may hold at most 40": more is ruled out; who "must ask 2 weeks before" may ask earlier. */
function isLimit({ modality }: Norm, quantity: Quantity): boolean {
  if (isExact(quantity)) return false;
  return modality === 'must' || modality === 'is' || (modality === 'may' && quantity.min === null);
}

/** A permission of another number than the stated one. */
function isBeyond({ stored, incoming, difference }: Pair): boolean {
  if (difference.kind !== 'value' || !bothFor(stored, incoming) || isRounded(difference)) return false;
  const isPermitted = isBinding(stored.modality) !== isBinding(incoming.modality);
  return isPermitted && relate(difference.stored?.quantity, difference.incoming?.quantity) === 'disjoint';
}

function areOtherBounds(pair: Pair): boolean {
  return boundsOf(pair) === 'bounds' || areOtherLimits(pair);
}

/** "may carry over at most 5 days" / "up to 10 days may be carried over" */
function areOtherLimits({ stored, incoming, difference }: Pair): boolean {
  if (difference.kind !== 'value' || stored.modality !== 'may' || incoming.modality !== 'may') return false;
  const [a, b] = [difference.stored?.quantity, difference.incoming?.quantity];
  return a?.min === null && b?.min === null && relate(a, b) === 'bounds';
}

function isWithinBound(pair: Pair): boolean {
  return boundsOf(pair) === 'within';
}

/** "$5" / "€5": of one dimension, but how much the one is of the other is not known. */
function areInOtherUnits({ stored, incoming, difference }: Pair): boolean {
  const [one, other] = [difference.stored, difference.incoming];
  const [a, b] = [one?.quantity, other?.quantity];
  if (one === null || other === null || a === undefined || b === undefined || a.dimension === null) return false;
  const areOther = a.unit !== b.unit || !areOfOneClass(one, other);
  return a.dimension === b.dimension && areOther && bothBindFor(stored, incoming);
}

/** "Prefer X over Y" / "Use Y" */
function isLessPreferred({ stored, incoming, alignment, difference }: Pair): boolean {
  if (difference.kind !== 'extra' || !bothBindFor(stored, incoming)) return false;
  if (alignment.onlyStored.length + alignment.onlyIncoming.length > 1) return false;
  if (stored.preferredOver !== null) return incoming.value !== null && incoming.value === stored.preferredOver;
  return stored.value !== null && stored.value === incoming.preferredOver;
}

/** A rule picks one ("Use X"); a fact that names nothing but the value may hold beside another ("We use X"). */
function isValueDifferent({ stored, incoming, alignment, difference }: Pair): boolean {
  if (difference.kind !== 'value' || !bothBindFor(stored, incoming) || isRounded(difference)) return false;
  // Two rankings differ only where one turns the other round.
  if (stored.preferredOver !== null && incoming.preferredOver !== null) return false;
  if (isAmount(difference) && !sameStrength({ stored, incoming })) return false;
  const isSlotNamed = alignment.common > 0 || !isFact(stored.modality);
  return sameMood(stored, incoming) && (isSlotNamed || isChanged(stored, incoming));
}

/** "at least weekly" / "daily": where one is required and another recommended, it may be the more that is better. */
function isAmount({ stored }: Difference): boolean {
  return (
    stored !== null && (stored.quantity !== undefined || (isOnlyFiller(stored) && exchangeClass(stored) === 'cadence'))
  );
}

/** Both facts, or both rules as strict. */
function sameStrength({ stored, incoming }: Pick<Pair, 'stored' | 'incoming'>): boolean {
  return (
    sameMood(stored, incoming) && (isFact(stored.modality) || strength(stored.modality) === strength(incoming.modality))
  );
}

/** "We switched to Y" / "We use X": what was used before is given up. Two changes may be of different things. */
function isChanged(stored: Norm, incoming: Norm): boolean {
  return stored.isChange !== incoming.isChange;
}

function isValueUnsure({ stored, incoming, difference }: Pair): boolean {
  const isUnsure = difference.kind === 'uncertain' || difference.kind === 'value';
  return isUnsure && bothBindFor(stored, incoming);
}

/** Must ⊃ should ⊃ may about the same content, or the same rule with more said. */
function refines({ stored, incoming, alignment, difference }: Pair): boolean {
  if (difference.kind === 'extra')
    return bothFor(stored, incoming) && !alignment.onlyStored.concat(alignment.onlyIncoming).some(isDenial);
  if (difference.kind !== 'none' || direction(stored.modality) !== direction(incoming.modality)) return false;
  return stored.exclusive !== incoming.exclusive || strength(stored.modality) !== strength(incoming.modality);
}

/** A negation inside a relative clause turns what is said of the subject round. */
function isDenial({ stem }: FrameToken): boolean {
  return stem === 'not' || stem === 'no' || stem === 'never';
}

function isSame({ stored, incoming, difference }: Pair): boolean {
  if (difference.kind === 'none') return stored.modality === incoming.modality;
  if (difference.kind !== 'complementary' || areDeeds(stored, incoming)) return false;
  return folded(stored.modality, difference.stored) === folded(incoming.modality, difference.incoming);
}

function sameFrame({ difference }: Pair): boolean {
  return ['none', 'value', 'member', 'uncertain', 'complementary', 'contrary'].includes(difference.kind);
}
