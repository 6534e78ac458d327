import { areOfOneClass, isValue, isValueOf } from '../../../core/filler.js';
import { type FrameToken, isInCondition, type LeftWord, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { type Remainder, type Side, sidesOf } from './remainder.js';
import { tellsOfNow } from './reworded.js';
import { isLight } from './weight.js';

/** "We replaced WordPress with Astro on the shop's site" / "The shop's site runs on WordPress": left behind, and still so for the other. */
export function leftBehind(pair: Pair, rest: Remainder): Doubt | null {
  const { stored, incoming } = sidesOf(pair, rest);
  const back = stillSo(incoming, stored);
  if (back !== null) return { stored: back, incoming: null };
  const there = stillSo(stored, incoming);
  return there === null ? null : { stored: null, incoming: there };
}

/** "The shop has dropped *Redis*": says of no other one that it is not used. */
export function isLeft({ left = [] }: Norm, token: FrameToken): boolean {
  return left.some((word) => isSame(token, word));
}

/** The word by which one clause says what the other one left. */
function stillSo(change: Side, other: Side): FrameToken | null {
  const { left = [], isOfSome } = change.norm;
  const last = left.at(-1);
  if (last === undefined || !isOfNow(other.norm) || isOfSome === true || isRenewed(change.norm, last)) return null;
  const found = saidOf(left, last, other.norm);
  return found !== null && areOfOneThing(change, other, { last, found }) ? found : null;
}

function isOfNow(norm: Norm): boolean {
  return tellsOfNow(norm) && norm.left === undefined && norm.gone === undefined;
}

/** "upgraded from Redis 6 to *Redis* 7" */
function isRenewed({ tokens }: Norm, last: LeftWord): boolean {
  return tokens.some((token) => isSame(token, last) && token.start !== last.start);
}

/** The last word of what is left, where the other says all of it, and not as a part of the name of another thing. */
function saidOf(left: readonly LeftWord[], last: LeftWord, { tokens }: Norm): FrameToken | null {
  if (isLight(last.stem)) return null;
  const found = tokens.find((token) => isSame(token, last) && !isInCondition(token) && token.role !== 'verb');
  const isAll = left.every((word) => tokens.some((token) => isSame(token, word)));
  if (found === undefined || !isAll) return null;
  const isPart = tokens.some(
    (next) => next.role === found.role && next.start > found.end && next.start - found.end <= 1,
  );
  return isPart && !last.isNamed ? null : found;
}

function isSame({ stem }: FrameToken, { stem: other }: LeftWord): boolean {
  return stem === other || stem.split(' ').includes(other);
}

interface Said {
  last: LeftWord;
  /** The word by which the other clause says it. */
  found: FrameToken;
}

/** Whether both speak of one thing: they share more than what is left, and neither names another one. */
function areOfOneThing(change: Side, other: Side, { last, found }: Said): boolean {
  const isGone = (token: FrameToken) => isLeft(change.norm, token);
  const ours = new Set(change.norm.tokens.map(({ stem }) => stem));
  const shared = other.norm.tokens.filter((token) => ours.has(token.stem) && !isGone(token) && !isLight(token.stem));
  const isBeside = besideOneOf([...shared, found]);
  const unsaid = other.own.filter((token) => isNamed(token) && !isGone(token) && !isBeside(token));
  const news = change.own.filter((token) => !isGone(token) && !isNewOne(token, found));
  if (unsaid.length > 0 && news.some(isNamed)) return false;
  if (last.isDeparture === true) return isOfLeaver(change.norm, other.norm, shared);
  if (shared.length === 0)
    return (
      last.isNamed && !news.some(isNamed) && !change.norm.tokens.some((token) => isSaidOf(token) && !isGone(token))
    );
  // "The *billing service* was moved off Kafka" / "the orders service", "the museum *shop*" / "the museum"
  if (!shared.some(isNamed) && news.some(isHeadOf(change.norm))) return false;
  return last.isNamed || shared.some(isSubjectOf(other.norm));
}

/** Who or what a clause tells of: "We took a *snapshot* from Redis" is of the snapshot. */
function isSaidOf({ role, lead }: FrameToken): boolean {
  return role === 'agent' || (role === undefined && lead === undefined);
}

/** "The last *keeper* left Oslo" / "the lighthouse of Oslo", "The team left the room at noon": somebody else is gone, or for a while. */
function isOfLeaver({ tokens }: Norm, { modality }: Norm, shared: readonly FrameToken[]): boolean {
  const stems = new Set(shared.map(({ stem }) => stem));
  const isHis = tokens.some(({ role, stem }) => role === 'agent' && stems.has(stem));
  return isHis && modality === 'is' && !tokens.some((token) => isValueOf(token, HOURS));
}

const HOURS = new Set(['day_part', 'time']);

/** Who does what a clause tells of or, in the passive, to whom it is done. */
function isSubjectOf({ tokens }: Norm): (token: FrameToken) => boolean {
  const verb = tokens.find(({ role }) => role === 'verb');
  return ({ role, start }) => role === 'agent' || (verb !== undefined && role === undefined && start < verb.start);
}

/** A word of the subject that no preposition leads to. */
function isHeadOf(norm: Norm): (token: FrameToken) => boolean {
  const isSubject = isSubjectOf(norm);
  return (token) => isSubject(token) && token.lead === undefined && token.role !== 'verb';
}

/** "Lena *Hartwig*" beside "Lena" */
function besideOneOf(names: readonly FrameToken[]): (token: FrameToken) => boolean {
  const [starts, ends] = [new Set(names.map(({ start }) => start)), new Set(names.map(({ end }) => end))];
  return ({ start, end }) => starts.has(end + 1) || ends.has(start - 1);
}

function isNamed(token: FrameToken): boolean {
  return token.written !== undefined || (isValue(token) && token.quantity === undefined && !isValueOf(token, ADJUNCTS));
}

/** Values that tell when, or how a thing is: none of them names another one. */
const ADJUNCTS = new Set(['colour', 'date', 'day_part', 'direction', 'month', 'season', 'weekday', 'year']);

const NEW_ONE = ['agent', 'means', 'toward'];

/** "moved *to Buildkite*", "was replaced *by Astro*", or what is of the class of what is left. */
function isNewOne(token: FrameToken, left: FrameToken): boolean {
  const { lead, filler } = token;
  if (lead?.split(' ').some((sense) => NEW_ONE.includes(sense))) return true;
  return filler?.kind === 'value' && areOfOneClass(token, left);
}
