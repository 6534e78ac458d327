import { isValue } from '../../../core/filler.js';
import type { Meaning } from '../../../core/meaning.js';
import { type FrameToken, isInCondition, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { type Remainder, type Side, sidesOf } from './remainder.js';
import { isLight } from './weight.js';

/** "Anyone can read the channel" / "The channel is visible to staff only": one thing, for all and for some. */
export function otherAudience(pair: Pair, rest: Remainder): Doubt | null {
  const { stored, incoming } = sidesOf(pair, rest);
  const isFound = isForBoth(stored, incoming) || isForBoth(incoming, stored);
  return isFound ? { stored: null, incoming: null } : null;
}

function isForBoth(open: Side, closed: Side): boolean {
  if (open.norm.audience !== 'all' || closed.norm.audience !== 'some') return false;
  if (open.norm.isPast === true || closed.norm.isPast === true) return false;
  return areOfOneThing(open, closed) && areOfOneAct(open.norm, closed.norm);
}

/** Words that tell for whom it is. */
const GROUP_MAX = 3;

function areOfOneThing(open: Side, closed: Side): boolean {
  const [more, group] = [open.own.filter(isTold), closed.own.filter(isTold)];
  // "All members may enter" / "Only members may enter"
  if (group.length === 0 && closed.norm.exclusive) return false;
  if (group.length > GROUP_MAX || !group.every(isOfGroup)) return false;
  // "Anyone in the *company*": only who is meant is told more closely.
  const isMeant = (token: FrameToken) =>
    isPlain(token) && ((open.norm.quantifier === 'all' && isOfSubject(token)) || isOfGroup(token));
  if (!more.every(isMeant)) return false;
  return open.norm.tokens.filter(isTold).length > more.length;
}

/** "is public", "is private" */
const OPENNESS = new Set(['privat', 'public']);
/** "is closed to guests", "only staff may go in": they say no more than for whom it is. */
const RESTRICTING = new Set(['close', 'confine', 'go', 'let', 'limit', 'reserve', 'restrict']);

/** Whether it says more than that somebody may enter, see or edit. */
function isTold(token: FrameToken): boolean {
  const isPassing = token.role === 'verb' && (isLight(token.stem) || RESTRICTING.has(token.stem));
  return actsOf(token).length === 0 && !isPassing && !OPENNESS.has(token.stem);
}

/** "Anyone *in the company*", "All *members*" */
function isOfSubject({ role, lead }: FrameToken): boolean {
  return role === 'agent' || lead !== undefined;
}

/** "*only* members", "for members", "to guests": not "the library's *archive*". */
function isOfGroup(token: FrameToken): boolean {
  const isLedTo = token.lead?.split(' ').some((sense) => TO_SOMEBODY.includes(sense)) === true;
  return isPlain(token) && (token.isFocus === true || isLedTo || APART.has(token.stem));
}

/** What prepositions that lead to somebody may say, by `prepositions.json`. */
const TO_SOMEBODY = ['benefit', 'toward'];
/** "invite-only" */
const APART = new Set(['alon', 'invitation', 'invite']);

function isPlain(token: FrameToken): boolean {
  return (
    token.role !== 'verb' &&
    !isValue(token) &&
    token.quantity === undefined &&
    !(isInCondition(token) && token.lead === undefined)
  );
}

/** Groups of near synonyms for what is done with a thing by those for whom it is. */
const ACTS: readonly Meaning[] = ['editing', 'entering', 'seeing'];

function actsOf({ meanings = [] }: FrameToken): Meaning[] {
  return meanings.filter((meaning) => ACTS.includes(meaning));
}

/** Who may read it need not edit it. */
function areOfOneAct(a: Norm, b: Norm): boolean {
  const [one, other] = [a.tokens.flatMap(actsOf), b.tokens.flatMap(actsOf)];
  return one.length === 0 || other.length === 0 || one.some((act) => other.includes(act));
}
