import { exchangeClass, isOnlyFiller, isValue, isValueOf, slotOf } from '../../../core/filler.js';
import { slotsOf } from '../../../core/meaning.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, isInCondition, type Norm } from '../../../core/norm.js';
import { COUNT, type Quantity } from '../../../core/quantity.js';
import { areRivals } from '../alignment/conditions.js';
import { areDisjoint, mayBeEqual } from '../alignment/intervals.js';
import type { Pair } from '../alignment/pair.js';
import { isOnlyOfClass } from '../alignment/per-norm.js';
import type { Doubt } from './doubt.js';
import { isLeft } from './left.js';
import { areBeside, isNarrower } from './neighbours.js';
import type { Remainder } from './remainder.js';
import { areOtherActs, isAct, isLight } from './weight.js';

/** Words that two clauses must share at least, and how many more the one that says more may have. */
const SHARED_MIN = 2;
const MORE_MAX = 5;
/** Beside so many shared words a number without a unit is likely of the same thing, although one says a word more. */
const NAMED_MIN = 3;

interface Values {
  stored: FrameToken;
  incoming: FrameToken;
}

/** One value each, of one class and not the same, where all else that one of them says is said by the other too. */
export function otherValue(pair: Pair, rest: Remainder): Doubt | null {
  return ofOneThing(pair, rest) ?? besideOneSlot(pair, rest);
}

/** "The team has *five* members" / "The team consists of *four* people": nothing but the values differs, where words that name or fill one slot count as one. */
function besideOneSlot({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  const [a, b] = [besideSlots(rest.stored, rest.incoming), besideSlots(rest.incoming, rest.stored)];
  const slots = Math.max(rest.stored.length - a.length, rest.incoming.length - b.length);
  if (rest.shared + slots < SHARED_MIN || !isOneValue(a) || !isOneValue(b)) return null;
  if (
    stored.isPast !== incoming.isPast ||
    !isPlain(stored) ||
    !isPlain(incoming) ||
    stored.isOfSome === true ||
    incoming.isOfSome === true
  )
    return null;
  const values = exchanged(rest, stored, incoming);
  if (values === null || [values.stored, values.incoming].some((token) => slotOf(token) === 'many')) return null;
  return isOnlyFiller(values.stored) || isOnlyFiller(values.incoming) ? values : null;
}

/** What is left without words that name or fill one slot: "the *timeout* is" / "it *expires* after". */
function besideSlots(own: readonly FrameToken[], others: readonly FrameToken[]): FrameToken[] {
  const slots = new Set(others.flatMap(slotsOf));
  return own.filter((token) => !slotsOf(token).some((slot) => slots.has(slot)));
}

/** One value, with what it counts at most: "300 *people*". */
function isOneValue([first, ...more]: readonly FrameToken[]): boolean {
  if (first === undefined || !isValue(first)) return false;
  return more.every(({ stem, start }) => stem === first.quantity?.unit && start - first.end === 1);
}

function ofOneThing({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  if (!isPlain(stored) || !isPlain(incoming)) return null;
  const values = exchanged(rest, stored, incoming);
  if (values === null || areBareCounts(stored, incoming, rest) || areBareTimes(rest, values)) return values;
  if (rest.shared < SHARED_MIN || isLeft(stored, values.stored) || isLeft(incoming, values.incoming)) return null;
  return isOfOneThing(stored, incoming, rest, values) ? values : null;
}

function isOfOneThing(stored: Norm, incoming: Norm, rest: Remainder, values: Values): boolean {
  const a = rest.stored.filter((token) => token !== values.stored);
  const b = rest.incoming.filter((token) => token !== values.incoming);
  if ((a.some(isTelling) && b.some(isTelling)) || areOtherActs(a, b) || areBeside(stored, a, incoming, b)) return false;
  if (a.some(isBareNumber) && b.some(isBareNumber)) return false;
  // "is at 3 pm" / "*ends* at 4 pm"
  if (exchangeClass(values.stored) === 'time' && [...a, ...b].some(({ stem }) => ENDING.has(stem))) return false;
  // "Sold the van in 2016" / "crossed Spain in the van in 2010": each act has its date.
  if (isDate(values.stored) && [...a, ...b].some(isAct)) return false;
  const isExclusive = stored.exclusive || incoming.exclusive;
  const [norm, more] = a.some(isTelling) ? [stored, a] : [incoming, b];
  return !isOtherThing(norm, more.filter(isTelling), values, { isExclusive, shared: rest.shared });
}

const ENDING = new Set(['deadline', 'end', 'expiry']);

/** It tells what is so or is to be, and ranks nothing. */
function isPlain({ modality, preferredOver }: Norm): boolean {
  return direction(modality) === 'for' && preferredOver === null;
}

const COUNTS = new Set(['count', 'number', 'total']);

/** "There are three replicas" / "We run five replicas", "The replica count is five": nothing but how many there are is told. */
function areBareCounts(stored: Norm, incoming: Norm, rest: Remainder): boolean {
  if (rest.shared !== 1 || stored.isOfSome === true || incoming.isOfSome === true) return false;
  return [...rest.stored, ...rest.incoming].every(
    (token) => isBareNumber(token) || COUNTS.has(token.stem) || (token.role === 'verb' && isLight(token.stem)),
  );
}

const BEGINNING = new Set(['happen', 'start']);

/** "The meeting is at 3 pm" / "The meeting starts at 4 pm": nothing but when it begins is told. */
function areBareTimes({ shared, stored, incoming }: Remainder, values: Values): boolean {
  if (shared === 0 || exchangeClass(values.stored) !== 'time') return false;
  return [...stored, ...incoming].every(
    (token) => token === values.stored || token === values.incoming || BEGINNING.has(token.stem),
  );
}

/** Neither a verb nor a bare number beside the value. */
function isTelling(token: FrameToken): boolean {
  return token.role !== 'verb' && !isBareNumber(token);
}

const NUMBERS = new Set(['number']);

/** "3 MB in *2.1*" / "4 MB in *2.2*": where both sides have one beside the value, it may tell two cases apart. */
function isBareNumber(token: FrameToken): boolean {
  return isValueOf(token, NUMBERS) && slotOf(token) !== 'many';
}

interface Wording {
  isExclusive: boolean;
  shared: number;
}

function isOtherThing(norm: Norm, more: readonly FrameToken[], values: Values, wording: Wording): boolean {
  const { isExclusive, shared } = wording;
  const most =
    isMeasured(values) || isExclusive
      ? MORE_MAX
      : shared >= NAMED_MIN && more.every(({ role }) => role === 'agent')
        ? 1
        : 0;
  if (more.length > most) return true;
  return more.some(isDate) || (!isExclusive && more.some(isInCondition)) || isNarrower(norm, more);
}

/** Numbers without a unit may count or name anything. */
function isMeasured({ stored, incoming }: Values): boolean {
  return [stored, incoming].some(({ quantity }) => quantity === undefined || quantity.dimension !== null);
}

const DATES = new Set(['date', 'day', 'month', 'year']);

function isDate(token: FrameToken): boolean {
  return isValueOf(token, DATES);
}

function exchanged({ stored, incoming }: Remainder, a: Norm, b: Norm): Values | null {
  const isExclusive = a.exclusive || b.exclusive;
  const only = stored.filter((token) => isValue(token) && isOnlyOfClass(token, a));
  if (only.length === 0) return null;
  const others = incoming.filter((token) => isValue(token) && isOnlyOfClass(token, b));
  const byClass = new Map(others.map((token) => [exchangeClass(token), token]));
  for (const token of only) {
    const other = byClass.get(exchangeClass(token));
    if (other !== undefined && excludes(token, other, isExclusive)) return { stored: token, incoming: other };
  }
  return null;
}

/** "a capacity of *200*" / "holds *300 people*": a bare number counts what the other side does. */
function counted(number: Quantity, other: Quantity): Quantity {
  const { unit, dimension } = other;
  return number.dimension === null && dimension === COUNT ? { ...number, unit, dimension } : number;
}

/** Whether a slot that takes one value at a time can't have both. */
function excludes(a: FrameToken, b: FrameToken, isExclusive: boolean): boolean {
  if (!areRivals(a, b)) return false;
  if (a.quantity !== undefined && b.quantity !== undefined) {
    const [one, other] = [counted(a.quantity, b.quantity), counted(b.quantity, a.quantity)];
    return areDisjoint(one, other) && !mayBeEqual(one, other) && !isInCondition(a) && !isInCondition(b);
  }
  return isExclusive || isDate(a) || (isOnlyFiller(a) && isOnlyFiller(b));
}
