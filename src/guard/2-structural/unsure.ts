import { isOnlyEntity } from '../../core/filler.js';
import { isFact } from '../../core/modality.js';
import { hasVerb, isFragment, type Norm, notedOn, sharedVerbs } from '../../core/norm.js';
import type { Without } from '../../core/parts.js';
import { isBrought } from './alignment/difference.js';
import type { Outcome, Pair } from './alignment/pair.js';

export const DOUBTED: Outcome = { kind: 'uncertain', confidence: 'MED', code: 'may_contradict' };
const OTHER_TIME: Outcome = { kind: 'uncertain', confidence: 'MED', code: 'period_unsure' };

type Leaves = (pair: Pair) => boolean;

interface Room {
  name: string;
  leaves: Leaves;
}

/** What leaves room for both sides of a contradiction. */
const ROOM: readonly Room[] = [
  { name: 'room:part_denied', leaves: either((denied, other) => denied.whole === 'denied' && other.whole !== 'said') },
  { name: 'room:of_another', leaves: either(isOfAnother) },
  { name: 'room:default_elsewhere', leaves: either(isDefaultElsewhere) },
  { name: 'room:speaker', leaves: either(isOfSpeaker) },
  { name: 'room:charge', leaves: ({ stored, incoming }) => stored.isCharge !== incoming.isCharge },
];

/** "Armour class 17": the text around it says of what. */
const isOfText = either(isFragment);
const OF_TEXT: Outcome = { kind: 'defer', confidence: 'LOW', code: 'subject_fuzzy' };

const areUnknownDeeds = either(isUnknownDeed);

/** What leaves room where one side denies the other or says its opposite. */
const ROOM_FOR_OPPOSITES: readonly Room[] = [
  ...ROOM,
  {
    name: 'room:preposition',
    leaves: ({ alignment: { leads }, difference }) => leads.some((lead) => !isBrought(lead, difference)),
  },
  { name: 'room:had', leaves: either(isHadNotSo) },
  { name: 'room:unknown_deed', leaves: (pair) => pair.difference.kind !== 'none' && areUnknownDeeds(pair) },
  // "Anna asked" / "Anna was not asked": of one deed who does it is another.
  {
    name: 'room:turned',
    leaves: ({ stored, incoming, alignment }) => alignment.isTurned && sharedVerbs(stored, incoming).length > 0,
  },
];

/** All that may be left out of this. */
export const ROOM_PARTS: readonly string[] = [
  ...ROOM_FOR_OPPOSITES.map(({ name }) => name),
  'room:fragment',
  'room:other_time',
  'room:other_tense',
];

const areOfOtherTenses = either(areDoneOtherwise);

/** A contradiction is a possibility only where something leaves room for both, or where they may be of two times. Symmetric. */
export function unsure(outcome: Outcome, pair: Pair, without: Without): Outcome {
  if (outcome.kind !== 'contradiction') return outcome;
  if (!without.has('room:fragment') && isOfText(pair)) return OF_TEXT;
  const areOpposites = outcome.code === 'modality_opposed' || outcome.code === 'state_opposed';
  const room = areOpposites ? ROOM_FOR_OPPOSITES : ROOM;
  if (room.some(({ name, leaves }) => !without.has(name) && leaves(pair))) return DOUBTED;
  const isOfOtherTime = !isCertainlyShared(pair) || areSuccessive(pair);
  if (isOfOtherTime && !without.has('room:other_time')) return OTHER_TIME;
  const isOfOtherTense = areOpposites && areOfOtherTenses(pair);
  return isOfOtherTense && !without.has('room:other_tense') ? OTHER_TIME : outcome;
}

function either(leaves: (one: Norm, other: Norm) => boolean): Leaves {
  return ({ stored, incoming }) => leaves(stored, incoming) || leaves(incoming, stored);
}

/**
 * "A guard saw the thief" beside "the guard did not see the thief", but not beside "no guard saw the thief"; "is one of the
 * deepest" beside "is not the deepest".
 */
function isOfAnother(one: Norm, other: Norm): boolean {
  const isOne =
    one.isOfSome === true && (one.tense === 'past' || other.modality === 'is_not') && one.quantifier === undefined;
  return isOne && other.isOfSome !== true && other.quantifier === undefined;
}

/** "Ann says that …": her word. */
function isOfSpeaker({ adjuncts }: Norm): boolean {
  return adjuncts?.some(({ kind }) => kind === 'attribution') === true;
}

/** "Debug is off by default" beside "debug is on by default in development": one default for all, another one there. */
function isDefaultElsewhere(one: Norm, other: Norm): boolean {
  return one.scope.env === null && other.scope.env !== null && isDefault(one) && isDefault(other);
}

function isDefault({ tokens }: Norm): boolean {
  return tokens.some(({ stem }) => stem === 'default');
}

export function isCertainlyShared(pair: Pair): boolean {
  return pair.sharesPeriod === 'true' && !isThenAndNow(pair) && !areNotedApart(pair);
}

/** "[2026-11-18] The build is red" / "[2026-11-20] The build is green": what is so may have changed in between; what is laid down stays. */
function areNotedApart({ stored, incoming }: Pair): boolean {
  if (!isFact(stored.modality) || !isFact(incoming.modality)) return false;
  const [one, other] = [notedOn(stored), notedOn(incoming)];
  return one !== null && other !== null && one !== other;
}

/**
 * "In 2019 it was A", "it was A" beside an undated "it is B", "the job ran" beside "the job does not run": what was need not
 * be any more; nor is yet what will be, and what is so "today" need not be so as a rule.
 */
function isThenAndNow({ stored, incoming }: Pair): boolean {
  if (stored.isFuture !== incoming.isFuture || stored.isOfOneTime || incoming.isOfOneTime) return true;
  if (isBefore(stored, incoming)) return isUndated(incoming);
  return isBefore(incoming, stored) && isUndated(stored);
}

function isBefore(then: Norm, now: Norm): boolean {
  if (then.isChange === true || now.isChange === true) return then.isPast === true && now.isPast !== true;
  const wasThen = then.isPast === true || then.tense === 'past';
  const isOver = now.isPast === true || now.tense === 'past' || now.tense === 'perfect';
  return wasThen && !isOver && (isFact(now.modality) || !isFact(then.modality));
}

/** "The captain was Odo" / "The captain was Anselm": one after the other; but there is one first captain. */
function areSuccessive({ stored, incoming, difference }: Pair): boolean {
  const wereSo = [stored, incoming].every((norm) => norm.isPast === true && !hasVerb(norm));
  if (!wereSo || difference.stored === null || !isOnlyEntity(difference.stored)) return false;
  return !stored.tokens.some(({ stem }) => stem === 'first' || stem === 'last');
}

function isUndated({ period: { certain } }: Norm): boolean {
  return certain.from === null && certain.until === null;
}

/** What is under way is not done yet, and what one does as a rule need not be done just now; what has become so may have been so before. */
function areDoneOtherwise(one: Norm, other: Norm): boolean {
  if (!isFact(one.modality) || !isFact(other.modality) || one.tense === other.tense) return false;
  if (one.isChange === true || other.isChange === true) return false;
  if (one.tense === 'progress') return true;
  return one.tense === 'perfect' && (other.tense === 'present' || (other.tense === undefined && !hasVerb(other)));
}

/** "Anna folded the map" / "unfolded": of a verb in no list, so that nobody knows whether one can follow the other. */
function isUnknownDeed(one: Norm, other: Norm): boolean {
  return one.tense === 'past' && other.tense === 'past' && !hasVerb(one);
}

/** "The hotel has a safe" / "the hotel is not safe" */
function isHadNotSo(one: Norm, other: Norm): boolean {
  const areBare = !hasVerb(one) && !hasVerb(other) && other.phase === undefined;
  return areBare && one.tense === 'present' && other.tense === undefined && isFact(other.modality);
}
