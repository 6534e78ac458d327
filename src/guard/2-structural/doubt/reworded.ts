import { exchangeClass, isNegative, isOpposed, isValue } from '../../../core/filler.js';
import { rivalsAmong } from '../../../core/meaning.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, focusOf, isException, isInCondition, isOfThePast, type Norm } from '../../../core/norm.js';
import { COUNT } from '../../../core/quantity.js';
import type { Pair } from '../alignment/pair.js';
import { areFacing, mayBecome, oppositePoles } from './direction.js';
import type { Doubt } from './doubt.js';
import { fromBothSides, type Poles } from './poles.js';
import type { Remainder } from './remainder.js';
import { isTime } from './time.js';
import { isLight } from './weight.js';

/** Clauses in quite other words are about one thing where they share two words, and half of the shorter one. */
const SHARED_MIN = 2;
const HALF = 0.5;
/** Where nothing but the direction differs they share more. */
const DENIED_MIN = 3;
const MOST = 0.6;
/** What is said to be all there is takes so many words. */
const ONLY_MAX = 3;

/** "Access through the gate is *permanent*" / "Whatever access the gate gives is *temporary* and lapses": opposites of one thing, said as facts. */
export function otherPole({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  if (stored.modality !== 'is' || incoming.modality !== 'is' || !areAlike(stored, incoming, rest, HALF)) return null;
  // "Only signed commits are accepted" / "An unsigned one was refused"
  if (stored.exclusive || incoming.exclusive) return null;
  if (rest.stored.length + rest.incoming.length <= POLES || areOfOthers(stored, incoming, rest)) return null;
  const [poles, ...more] = polesOf(rest);
  if (poles === undefined || more.length > 0 || isOnBoth(rest, isValue)) return null;
  return mayHoldOfOthers(poles, alignment, rest) ? null : poles;
}

/** Whether what one does is the opposite of what another one does, or of what it does to another one. */
function mayHoldOfOthers(poles: Poles, { isTurned, swapped }: Pair['alignment'], rest: Remainder): boolean {
  const isAct = poles.stored.role === 'verb' || poles.incoming.role === 'verb';
  // "Ada distrusts Bo" / "Bo trusts Ada"
  if (isAct && (isTurned || swapped)) return true;
  const isPole = (token: FrameToken) => token === poles.stored || token === poles.incoming;
  const [a, b] = [rest.stored.filter((token) => !isPole(token)), rest.incoming.filter((token) => !isPole(token))];
  // "refuses *writes*" / "accepts *reads*", "takes *riders* on horseback" / "*wagons* are rejected": of two things.
  return (isAct && a.some(isThing) && b.some(isThing)) || (a.length === 1 && b.length === 1);
}

function isThing({ role, lead }: FrameToken): boolean {
  return role === undefined && lead === undefined;
}

/** Where only the opposites differ, their places say what they deny. */
const POLES = 2;

/** "The invoice has been *paid*" / "The invoice is *outstanding*": words that are likely opposites are all that differs, said of what is. */
export function otherState({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  const [[one, ...more], [other, ...others]] = [rest.stored.filter(isNoManner), rest.incoming.filter(isNoManner)];
  if (one === undefined || other === undefined) return null;
  // "is married *to Ann*": of one of the two more may be told.
  const told = [...more, ...others];
  if ((more.length > 0 && others.length > 0) || !told.every(isAdjunct)) return null;
  if (told.length > 0 && stored.scope.env !== incoming.scope.env) return null;
  // "Ada likes her brother" / "Her brother dislikes Ada"
  const isTurned = alignment.isTurned && rest.shared > 1;
  if (isTurned || alignment.swapped || alignment.exchanged || !isSaid(one) || !isSaid(other)) return null;
  if (stored.modality !== 'is' || incoming.modality !== 'is' || isVague(stored) || isVague(incoming)) return null;
  if (stored.isPast !== incoming.isPast || stored.isFuture !== incoming.isFuture) return null;
  return areFacing(one, other) ? { stored: one, incoming: other } : null;
}

/** "works *perfectly*" */
function isNoManner({ stem }: FrameToken): boolean {
  return !FULLY.has(stem);
}

const FULLY = new Set(['completely', 'entirely', 'fully', 'perfectly', 'properly', 'totally']);

/** "to *Ann*", "in the *rain*" */
export function isAdjunct({ role, lead }: FrameToken): boolean {
  return role === undefined && lead !== undefined;
}

/** The opposites that face each other; all of them where one word faces several, whichever side it is on. */
function polesOf(rest: Remainder): Poles[] {
  const [there, back] = fromBothSides(rest, saidOpposites);
  return back.length > there.length ? back : there;
}

/** Finds the last of these words that faces another one, whatever either is said of. */
function saidOpposites(tokens: readonly FrameToken[]): (token: FrameToken) => FrameToken | undefined {
  const others = new Map<string, FrameToken>();
  for (const token of tokens) if (isSaid(token)) for (const name of polesNamed(token)) others.set(name, token);
  const rivalsOf = rivalsAmong(tokens);
  return (token) => {
    const names = isSaid(token) ? [...familiesOpposite(token), ...rivalsOf(token)] : [];
    return names.flatMap((name) => others.get(name) ?? [])[0];
  };
}

/** Of which family of opposites it is and on which side, wherever it stands, and of which words it is likely said of. */
function polesNamed(token: FrameToken): string[] {
  const family = isOpposed(token) ? [`${exchangeClass(token)} ${isNegative(token)}`] : [];
  return [...family, ...(token.meanings ?? [])];
}

function familiesOpposite(token: FrameToken): string[] {
  return isOpposed(token) ? [`${exchangeClass(token)} ${!isNegative(token)}`] : [];
}

/** "Flags are read on the server *and nowhere else*" / "The browser reads the flags": beside what is said to be all there is. */
export function besideOnly({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  if (stored.exclusive === incoming.exclusive || !isTold(stored) || !isTold(incoming)) return null;
  if (hasFocus(stored) || hasFocus(incoming) || isOnBoth(rest, isInCondition)) return null;
  if (!areAlike(stored, incoming, rest, HALF) || alignment.isTurned || rest.shared < ONLY_MAX) return null;
  const [only, other] = stored.exclusive ? [rest.stored, rest.incoming] : [rest.incoming, rest.stored];
  if (only.length === 0 || only.length > ONLY_MAX || other.length === 0) return null;
  // "Only the mayor may use the seat" / "The mayor sits in it": who may is the same.
  if (isOfDoer(stored.exclusive ? stored : incoming, only)) return null;
  const isNumbered = stored.tokens.some((token) => isValue(token) && !alignment.onlyStored.includes(token));
  return isNumbered ? null : { stored: rest.stored[0] ?? null, incoming: rest.incoming[0] ?? null };
}

/** "The pump *never had* a spare" / "Since May a spare has been standing by for the pump": a fact, and its denial in other words. */
export function deniedFact({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  const [denied, denial, said, own] =
    stored.modality === 'is_not'
      ? [stored, rest.stored, incoming, rest.incoming]
      : [incoming, rest.incoming, stored, rest.stored];
  if (denied.modality !== 'is_not' || !isTold(said) || mayBecome(denied, said)) return null;
  if (denial.length === 0 && isCounted(denied, said, rest, own)) return { stored: null, incoming: null };
  const isClose = rest.shared >= DENIED_MIN && denial.length === 0 && areAlike(stored, incoming, rest, MOST);
  if (!isClose || areOfOthers(stored, incoming, rest) || oppositePoles(rest).length > 0) return null;
  if (alignment.swapped || alignment.exchanged) return null;
  return [...alignment.onlyStored, ...alignment.onlyIncoming].some(isOther) ? null : { stored: null, incoming: null };
}

/** "There are no replicas" / "There are three replicas", "was never built" / "was built in 1850": nothing but how many there are or when it was is told beside what is denied. */
function isCounted(denied: Norm, said: Norm, { shared }: Remainder, own: readonly FrameToken[]): boolean {
  if (isVague(said) || own.length !== 1) return false;
  return own.every(isCount) || (own.every(isWhen) && shared >= SHARED_MIN && isOfThePast(denied) && !isVague(denied));
}

function isWhen(token: FrameToken): boolean {
  return isTime(token) && token.role !== 'condition';
}

function isCount({ quantity, role }: FrameToken): boolean {
  return (
    quantity !== undefined &&
    (quantity.dimension === null || quantity.dimension === COUNT) &&
    role !== 'condition' &&
    (quantity.min ?? 0) > 0
  );
}

/** "The crew writes its log in Tally" / "Tally has been *dropped* by the crew for logs": given up, and all else is said by the other. */
export function givenUp({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  const [over, own, other] =
    stored.phase === 'over' ? [stored, rest.stored, incoming] : [incoming, rest.incoming, stored];
  if (over.phase !== 'over' || other.phase === 'over' || over.modality !== 'is' || rest.shared < SHARED_MIN)
    return null;
  if (direction(other.modality) !== 'for' || isOfThePast(other) || isVague(over) || isVague(other)) return null;
  // "Dogs have left the park" / "Dogs are allowed in the park"
  if (polesOf(rest).length > 0 || (other.modality !== 'is' && over.left?.at(-1)?.isDeparture === true)) return null;
  const isAll = own.every(({ role, stem }) => role === 'verb' || isLight(stem));
  return isAll ? { stored: null, incoming: null } : null;
}

/** What "only" singles out is looked at by itself. */
function hasFocus(norm: Norm): boolean {
  return focusOf(norm).length > 0;
}

/** Whether it is allowed to some only, of whom both speak. */
function isOfDoer({ modality }: Norm, own: readonly FrameToken[]): boolean {
  return modality === 'may' && !own.some(isAgent);
}

/** "When a job fails, the pump drops it" / "The pump never drops a job": denied of any case, with nothing else said. */
export function neverSo({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  const [denied, own, said] =
    direction(stored.modality) === 'against' ? [stored, rest.stored, incoming] : [incoming, rest.incoming, stored];
  if (direction(denied.modality) !== 'against' || direction(said.modality) !== 'for' || own.length > 0) return null;
  if (denied.tokens.some(isInCondition) || !said.tokens.some(({ opens }) => opens === 'if' || opens === 'while'))
    return null;
  const isOfAll = rest.shared >= DENIED_MIN && !isVague(stored) && !isVague(incoming);
  return isOfAll && !alignment.exchanged ? { stored: null, incoming: null } : null;
}

function isTold({ modality }: Norm): boolean {
  return modality === 'is' || modality === 'may';
}

function isSaid({ role }: FrameToken): boolean {
  return role === undefined || role === 'verb';
}

/** Whether it says of a known thing what is so now, with nothing taken out. */
export function tellsOfNow(norm: Norm): boolean {
  if (direction(norm.modality) !== 'for' || norm.phase === 'over' || isOfThePast(norm)) return false;
  return norm.subjectKind !== 'FUZZY' && !norm.tokens.some((token) => isException(token) || isOther(token));
}

export function isVague({ subjectKind, isOfSome }: Norm): boolean {
  return subjectKind === 'FUZZY' || isOfSome === true;
}

function areAlike(stored: Norm, incoming: Norm, { shared }: Remainder, least: number): boolean {
  const shorter = Math.min(stored.tokens.length, incoming.tokens.length);
  return shared >= SHARED_MIN && shared / shorter >= least && !isVague(stored) && !isVague(incoming);
}

/** Whether each side names someone, a case, a number or a name that the other does not, or one tells of what was. */
function areOfOthers(stored: Norm, incoming: Norm, rest: Remainder): boolean {
  if (stored.isPast !== incoming.isPast || isOnBoth(rest, isInCondition)) return true;
  return isOnBoth(rest, isAgent) || isOnBoth(rest, isNamed);
}

function isAgent({ role }: FrameToken): boolean {
  return role === 'agent';
}

function isNamed({ quantity, written }: FrameToken): boolean {
  return quantity !== undefined || written !== undefined;
}

function isOnBoth({ stored, incoming }: Remainder, is: (token: FrameToken) => boolean): boolean {
  return stored.some(is) && incoming.some(is);
}

/** What singles out other things than those spoken of, or denies a part of the sentence only. */
const OTHERS = new Set(['another', 'different', 'els', 'exception', 'neither', 'never', 'no', 'nor', 'not', 'other']);

export function isOther({ stem }: FrameToken): boolean {
  return OTHERS.has(stem);
}
