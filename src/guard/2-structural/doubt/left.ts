import { isValue } from '../../../core/filler.js';
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

/** The last word of what is left, and with it all its names: as the other says it, but not as a part of another name of a thing. */
function saidOf(left: readonly LeftWord[], { tokens }: Norm): FrameToken | null {
  const last = left.at(-1);
  if (last === undefined) return null;
  const found = tokens.find((token) => isSame(token, last) && !isInCondition(token) && token.role !== 'verb');
  const names = left.filter(({ isNamed }) => isNamed);
  if (found === undefined || names.some((name) => !tokens.some((token) => isSame(token, name)))) return null;
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
  const theirs = new Set(other.tokens.map(({ stem }) => stem));
  const shared = change.tokens.filter((token) => theirs.has(token.stem) && !isLeft(token) && !isLight(token.stem));
  const unsaid = own.filter((token) => token !== found && isNamed(token) && !isLeft(token));
  const further = news.filter((token) => isNamed(token) && !isLeft(token) && !isNewOne(token));
  if (unsaid.length > 0 && further.length > 0) return false;
  if (shared.length > 0) return left.at(-1)?.isNamed === true || shared.some(({ role }) => role === 'agent');
  return left.at(-1)?.isNamed === true && further.length === 0 && !change.tokens.some((token) => token.role === 'agent' && !isLeft(token));
}

function isNamed(token: FrameToken): boolean {
  return token.written !== undefined || isValue(token);
}

const NEW_ONE = ['agent', 'means', 'toward'];

/** "moved *to Buildkite*", "was replaced *by Astro*" */
function isNewOne({ lead }: FrameToken): boolean {
  return lead !== undefined && lead.split(' ').some((sense) => NEW_ONE.includes(sense));
}
