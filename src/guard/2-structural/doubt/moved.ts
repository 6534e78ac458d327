import { isValueOf, slotOf } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, isException, isInCondition, type Norm } from '../../../core/norm.js';
import { areRivals } from '../alignment/conditions.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import type { Remainder } from './remainder.js';
import { isOfThePast, isOther, isVague } from './reworded.js';
import { isLight } from './weight.js';

/** "The spare key has been moved to the drawer" / "The spare key is under the flowerpot": another place or time of one thing. */
export function otherPlace({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  const back = placesOf(incoming, rest.incoming, stored, rest.stored);
  if (back !== null) return { stored: back.was, incoming: back.is };
  const there = placesOf(stored, rest.stored, incoming, rest.incoming);
  return there === null ? null : { stored: there.is, incoming: there.was };
}

interface Places {
  was: FrameToken;
  is: FrameToken;
}

function placesOf(move: Norm, news: readonly FrameToken[], other: Norm, own: readonly FrameToken[]): Places | null {
  return isMovedFrom(move, news, other, own) ?? isRescheduled(move, news, other, own);
}

/** "The choir *rehearses on Tuesdays* in the hall" / "Choir *rehearsal* was rescheduled to *Thursdays*": but for its day all that the change says. */
function isRescheduled(
  change: Norm,
  news: readonly FrameToken[],
  other: Norm,
  own: readonly FrameToken[],
): Places | null {
  const [is, ...more] = news;
  if (change.isChange !== true || direction(change.modality) !== 'for' || isVague(change) || !isOfNow(other))
    return null;
  if (is === undefined || more.length > 0 || slotOf(is) !== 'many') return null;
  const was = own.find((token) => areRivals(token, is));
  return was === undefined ? null : { was, is };
}

function isMovedFrom(move: Norm, news: readonly FrameToken[], other: Norm, own: readonly FrameToken[]): Places | null {
  if (move.isMoved !== true || direction(move.modality) !== 'for' || isVague(move) || !isOfNow(other)) return null;
  const said = new Set(other.tokens.map(({ stem }) => stem));
  const subject = move.tokens.filter((token) => isSubject(token));
  if (subject.length === 0 || subject.some(({ stem }) => !said.has(stem))) return null;
  const is = news.find((token) => isLedBy(token, 'toward') && token.leading === undefined);
  if (is === undefined) return null;
  const was = own.find(
    (token) => isTime(token) === isTime(is) && token.quantity === undefined && (token.lead !== undefined || isTime(is)),
  );
  return was === undefined || (!isTime(is) && !isPlaced(other)) ? null : { was, is };
}

/** What is moved, or who moves. */
function isSubject({ role, lead, stem }: FrameToken): boolean {
  return role !== 'verb' && role !== 'condition' && lead === undefined && !isLight(stem);
}

function isOfNow(norm: Norm): boolean {
  if (direction(norm.modality) !== 'for' || norm.isMoved === true || norm.phase === 'over' || isVague(norm))
    return false;
  return (
    !isOfThePast(norm) && !norm.tokens.some((token) => isInCondition(token) || isException(token) || isOther(token))
  );
}

function isLedBy({ lead }: FrameToken, sense: string): boolean {
  return lead?.split(' ').includes(sense) === true;
}

const TIMES = new Set(['date', 'day', 'month', 'season', 'time', 'weekday', 'year']);

function isTime(token: FrameToken): boolean {
  return isValueOf(token, TIMES);
}

/** Verbs that say where a thing is. */
const PLACING = new Set(['hang', 'host', 'keep', 'park', 'place', 'sleep', 'stor', 'store']);

/** "is *under* the flowerpot", "is *kept in* the hall" */
function isPlaced({ tokens, tense }: Norm): boolean {
  const verbs = tokens.filter(({ role }) => role === 'verb');
  return (
    verbs.every(({ stem }) => PLACING.has(stem)) &&
    (tense === undefined || verbs.length > 0 || tokens.some(({ stem }) => PLACING.has(stem)))
  );
}
