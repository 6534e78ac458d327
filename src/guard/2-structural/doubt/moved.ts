import { slotOf } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, isInCondition, type Norm } from '../../../core/norm.js';
import { areRivals } from '../alignment/conditions.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { type Remainder, type Side, sidesOf } from './remainder.js';
import { isVague, tellsOfNow } from './reworded.js';
import { isTime } from './time.js';
import { isLight } from './weight.js';

/** "The spare key has been moved to the drawer" / "The spare key is under the flowerpot": another place or time of one thing. */
export function otherPlace(pair: Pair, rest: Remainder): Doubt | null {
  const { stored, incoming } = sidesOf(pair, rest);
  const back = placesOf(incoming, stored);
  if (back !== null) return { stored: back.was, incoming: back.is };
  const there = placesOf(stored, incoming);
  return there === null ? null : { stored: there.is, incoming: there.was };
}

interface Places {
  was: FrameToken;
  is: FrameToken;
}

function placesOf(change: Side, other: Side): Places | null {
  if (direction(change.norm.modality) !== 'for' || isVague(change.norm) || !isOfNow(other.norm)) return null;
  return movedFrom(change, other) ?? rescheduledFrom(change, other);
}

/** "The review takes place *every Friday* afternoon" / "The review was moved to *Wednesdays*": but for its day all that the change says. */
function rescheduledFrom(change: Side, other: Side): Places | null {
  const [is, ...more] = change.own;
  if (change.norm.isChange !== true || is === undefined || more.length > 0 || slotOf(is) !== 'many') return null;
  const was = other.own.find((token) => areRivals(token, is));
  return was === undefined ? null : { was, is };
}

function movedFrom(move: Side, other: Side): Places | null {
  if (move.norm.isMoved !== true) return null;
  const said = new Set(other.norm.tokens.map(({ stem }) => stem));
  const subject = move.norm.tokens.filter(isSubject);
  if (subject.length === 0 || subject.some(({ stem }) => !said.has(stem))) return null;
  const is = move.own.find((token) => isLedTo(token) && token.leading === undefined);
  if (is === undefined || (!isTime(is) && !isPlaced(other.norm))) return null;
  const was = other.own.find(
    (token) => isTime(token) === isTime(is) && token.quantity === undefined && (token.lead !== undefined || isTime(is)),
  );
  return was === undefined ? null : { was, is };
}

/** What is moved, or who moves. */
function isSubject({ role, lead, stem }: FrameToken): boolean {
  return role !== 'verb' && role !== 'condition' && lead === undefined && !isLight(stem);
}

function isOfNow(norm: Norm): boolean {
  return tellsOfNow(norm) && norm.isMoved !== true && norm.isOfSome !== true && !norm.tokens.some(isInCondition);
}

function isLedTo({ lead }: FrameToken): boolean {
  return lead?.split(' ').includes('toward') === true;
}

/** Verbs that say where a thing is. */
const PLACING = new Set(['hang', 'host', 'keep', 'park', 'place', 'sleep', 'store']);

/** "is *under* the flowerpot", "is *kept in* the hall" */
function isPlaced({ tokens, tense }: Norm): boolean {
  const verbs = tokens.filter(({ role }) => role === 'verb');
  return (
    verbs.every(({ stem }) => PLACING.has(stem)) &&
    (tense === undefined || verbs.length > 0 || tokens.some(({ stem }) => PLACING.has(stem)))
  );
}
