import { areOfOneClass, isValue, isValueOf } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, isException, isInCondition, type LeftWord, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import type { Remainder } from './remainder.js';
import { isOfThePast, isOther } from './reworded.js';
import { isLight } from './weight.js';

/** "We replaced WordPress with Astro on the shop's site" / "The shop's site runs on WordPress": left behind, and still so for the other. */
export function leftBehind({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  const back = stillSo(incoming, rest.incoming, stored, rest.stored);
  if (back !== null) return { stored: back, incoming: null };
  const there = stillSo(stored, rest.stored, incoming, rest.incoming);
  return there === null ? null : { stored: null, incoming: there };
}

/** The word by which one clause says what the other one left. */
function stillSo(change: Norm, news: readonly FrameToken[], other: Norm, own: readonly FrameToken[]): FrameToken | null {
  const { left = [] } = change;
  if (left.length === 0 || !isOfNow(other) || change.isOfSome === true) return null;
  const found = saidOf(left, other);
  if (found === null || !areOfOneThing(change, news, other, own, { left, found })) return null;
  return found;
}

function isOfNow(norm: Norm): boolean {
  if (direction(norm.modality) !== 'for' || norm.phase === 'over' || norm.left !== undefined || norm.gone !== undefined) return false;
  return !isOfThePast(norm) && norm.subjectKind !== 'FUZZY' && !norm.tokens.some((token) => isException(token) || isOther(token));
}

/** The last word of what is left, where the other says all of it, and not as a part of the name of another thing. */
function saidOf(left: readonly LeftWord[], { tokens }: Norm): FrameToken | null {
  const last = left.at(-1);
  if (last === undefined || isLight(last.stem)) return null;
  const found = tokens.find((token) => isSame(token, last) && !isInCondition(token) && token.role !== 'verb');
  const isAll = left.every((word) => tokens.some((token) => isSame(token, word)));
  if (found === undefined || !isAll) return null;
  const isPart = tokens.some((next) => next.role === found.role && next.start > found.end && next.start - found.end <= 1);
  return isPart && !last.isNamed ? null : found;
}

function isSame({ stem }: FrameToken, { stem: other }: LeftWord): boolean {
  return stem === other || stem.split(' ').includes(other);
}

interface Said {
  left: readonly LeftWord[];
  found: FrameToken;
}

/** Whether both speak of one thing: they share more than what is left, and neither names another one. */
function areOfOneThing(change: Norm, news: readonly FrameToken[], other: Norm, own: readonly FrameToken[], { left, found }: Said): boolean {
  const isLeft = (token: FrameToken) => left.some((word) => isSame(token, word));
  const ours = new Set(change.tokens.map(({ stem }) => stem));
  const shared = other.tokens.filter((token) => ours.has(token.stem) && !isLeft(token) && !isLight(token.stem));
  const unsaid = own.filter((token) => isNamed(token) && !isLeft(token) && !shared.some((name) => areBeside(token, name)));
  const further = news.filter((token) => isNamed(token) && !isLeft(token) && !isNewOne(token, found));
  if (unsaid.length > 0 && further.length > 0) return false;
  const { isNamed: isName, isDeparture } = left.at(-1) ?? {};
  // "The last *keeper* left Oslo" / "the lighthouse of Oslo": somebody else is gone.
  if (isDeparture === true) return change.tokens.some(({ role, stem }) => role === 'agent' && shared.some((token) => token.stem === stem));
  if (shared.length > 0) return isName === true || (shared.some(isSubjectOf(other)) && !isDated(other));
  return isName === true && further.length === 0 && !change.tokens.some((token) => token.role === 'agent' && !isLeft(token));
}

/** Who does what a clause tells of or, in the passive, to whom it is done. */
function isSubjectOf({ tokens }: Norm): (token: FrameToken) => boolean {
  const verb = tokens.find(({ role }) => role === 'verb');
  return ({ role, start }) => role === 'agent' || (verb !== undefined && start < verb.start);
}

/** "gave up its claims" / "claimed it in 1857": what was done once is no state. */
function isDated({ period: { possible } }: Norm): boolean {
  return possible.from !== null || possible.until !== null;
}

/** "Lena *Hartwig*" */
function areBeside(a: FrameToken, b: FrameToken): boolean {
  return a.start - b.end === 1 || b.start - a.end === 1;
}

function isNamed(token: FrameToken): boolean {
  return token.written !== undefined || (isValue(token) && token.quantity === undefined && !isValueOf(token, ADJUNCTS));
}

/** Values that tell when, or how a thing is: none of them names another one. */
const ADJUNCTS = new Set(['colour', 'date', 'day', 'day_part', 'direction', 'material', 'month', 'season', 'weekday', 'year']);

const NEW_ONE = ['agent', 'means', 'toward'];

/** "moved *to Buildkite*", "was replaced *by Astro*", or what is of the class of what is left. */
function isNewOne(token: FrameToken, left: FrameToken): boolean {
  const { lead, filler } = token;
  if (lead?.split(' ').some((sense) => NEW_ONE.includes(sense))) return true;
  return filler?.kind === 'value' && areOfOneClass(token, left);
}
