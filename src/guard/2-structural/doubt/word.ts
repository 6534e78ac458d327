import { areOfOneClass, isNegative, isOnlyEntity, isValue, isValueOf, slotOf } from '../../../core/filler.js';
import { direction, isFact } from '../../../core/modality.js';
import { type FrameToken, hasVerb, isInCondition, type Norm, sharedVerbs } from '../../../core/norm.js';
import { areRivals } from '../alignment/conditions.js';
import { areDisjoint, mayBeEqual } from '../alignment/intervals.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { areBeside } from './neighbours.js';
import type { Remainder } from './remainder.js';

/** Words that two clauses must share at least where one word on either side is all that differs, … */
const SHARED_MIN = 3;
/** … where this word is a name that ends both, unless they only say where a thing is, … */
const NAMED_MIN = 2;
/** … and where nothing but a date in a condition does. */
const TOLD_MIN = 6;

/** One word on either side is all that differs, and the two are likely not both so. */
export function otherWord({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  const [one, ...more] = rest.stored;
  const [other, ...others] = rest.incoming;
  if (one === undefined || other === undefined || more.length + others.length > 0) return null;
  if (isFact(stored.modality) !== isFact(incoming.modality)) return null;
  if (direction(stored.modality) !== 'for' || direction(incoming.modality) !== 'for') return null;
  if (rest.shared >= namedMin(stored, incoming) && isOtherName(one, stored, other, incoming))
    return { stored: one, incoming: other };
  if (rest.shared < SHARED_MIN) return null;
  if (isOtherCount(one, stored, other, incoming)) return { stored: one, incoming: other };
  if (areBeside(stored, [one], incoming, [other])) return null;
  const isOther =
    isOtherState(one, other) || isOtherDate(one, other, rest) || isOtherCode(one, stored, other, incoming);
  return isOther ? { stored: one, incoming: other } : null;
}

/** "Six wardens guard the bridge" / "The bridge is guarded by nine wardens" */
function isOtherCount(a: FrameToken, stored: Norm, b: FrameToken, incoming: Norm): boolean {
  if (a.quantity === undefined || b.quantity === undefined || isInCondition(a) || isInCondition(b)) return false;
  if (!isCount(a, stored) || !isCount(b, incoming)) return false;
  return areRivals(a, b) && areDisjoint(a.quantity, b.quantity) && !mayBeEqual(a.quantity, b.quantity);
}

/** Of a subject a whole number before its noun counts; any other one is part of its name: "the 3.2 series", "port 80". */
function isCount({ role, quantity, end }: FrameToken, { tokens }: Norm): boolean {
  if (role !== 'agent') return true;
  const isWhole = Number.isInteger(quantity?.min ?? quantity?.max);
  return isWhole && tokens.some((next) => next.role === 'agent' && next.start - end === 1);
}

/** Opposites where nothing says that they decide; what a slot is filled with, beside a word that has an opposite. */
function isOtherState(a: FrameToken, b: FrameToken): boolean {
  if (a.role !== undefined || b.role !== undefined) return false;
  if (isOnlyEntity(a) !== isOnlyEntity(b)) return !isValue(isOnlyEntity(a) ? b : a);
  return a.filler !== undefined && areOfOneClass(a, b) && isNegative(a) !== isNegative(b);
}

const DATED = new Set(['date', 'day', 'year']);

/** "After the crown granted it in 1720, …" / "… in 1731, …" */
function isOtherDate(a: FrameToken, b: FrameToken, { shared }: Remainder): boolean {
  return (
    shared >= TOLD_MIN &&
    areOfOneClass(a, b) &&
    [a, b].every((each) => isValueOf(each, DATED) && slotOf(each) === 'open')
  );
}

/** Stem of the verb that names some of several. */
const LISTING = 'includ';

/** "is put into `held`" / "`lost`" */
function isOtherCode(a: FrameToken, stored: Norm, b: FrameToken, incoming: Norm): boolean {
  const isListed = sharedVerbs(stored, incoming).includes(LISTING);
  return !isListed && areLast(a, stored, b, incoming) && a.role === undefined && a.written === 'code';
}

/** Who did it, or where a thing is or is put: "was forged by *Hall*" / "*Borg*", "is kept in *Vault*" / "*Git*", "is on *floor 2*" / "*floor 3*". */
function isOtherName(a: FrameToken, stored: Norm, b: FrameToken, incoming: Norm): boolean {
  if (!areLast(a, stored, b, incoming)) return false;
  if (a.role === 'agent') return a.written === 'name';
  if (a.role !== undefined || a.lead === undefined || a.lead !== b.lead) return false;
  return a.written === 'name' ? !isDone(stored) && !isDone(incoming) : isOtherLabel(a, b) && !hasVerb(stored);
}

/** The last words of both, written alike. */
function areLast(a: FrameToken, stored: Norm, b: FrameToken, incoming: Norm): boolean {
  return stored.tokens.at(-1) === a && incoming.tokens.at(-1) === b && a.role === b.role && a.written === b.written;
}

/** Somebody does something: there may be more places where they do. */
function isDone(norm: Norm): boolean {
  return norm.tokens.some(({ role }) => role === 'agent') && hasVerb(norm);
}

function namedMin(stored: Norm, incoming: Norm): number {
  if (isHabit(stored) || isHabit(incoming)) return SHARED_MIN;
  return hasVerb(stored) ? NAMED_MIN : 1;
}

/** "is called by Main", and by others; but "was written by Ann". */
function isHabit({ tense, tokens }: Norm): boolean {
  return tense !== 'past' && tokens.at(-1)?.role === 'agent';
}

const LABEL = /^(\D+) \d+$/;

/** "floor 2" / "floor 3" */
function isOtherLabel(a: FrameToken, b: FrameToken): boolean {
  const noun = LABEL.exec(a.stem)?.[1];
  return noun !== undefined && noun === LABEL.exec(b.stem)?.[1];
}
