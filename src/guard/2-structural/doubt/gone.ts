import { exchangeClass, isNegative, isOpposed, isValue } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, hasVerb, isException, isInCondition, type Norm } from '../../../core/norm.js';
import { placesOf } from '../alignment/align.js';
import type { Pair } from '../alignment/pair.js';
import { nextTo } from '../alignment/per-norm.js';
import type { Doubt } from './doubt.js';
import { isOther } from './reworded.js';

/** The stem of the slot that "lives in" and "resides in" name. */
const RESIDENCE = 'residenc';

/** Longer ones hardly return word for word. */
const TOPIC_MAX = 6;

/** "The Leeds branch was closed for good" / "The Leeds branch serves guests daily": no more for the one, and doing something for the other. */
export function afterItsEnd({ stored, incoming }: Pair): Doubt | null {
  return isAfterEnd(stored, incoming) || isAfterEnd(incoming, stored) ? { stored: null, incoming: null } : null;
}

function isAfterEnd(end: Norm, other: Norm): boolean {
  if (end.gone === undefined || end.modality !== 'is' || end.isFuture === true || !isOfNow(other)) return false;
  if (end.isOfSome === true || end.quantifier === 'some' || end.quantifier === 'none') return false;
  if (end.subjectKind === 'FUZZY' || other.subjectKind === 'FUZZY') return false;
  if (end.tokens.some(isInCondition) || other.tokens.some(isException)) return false;
  const topic = end.gone === 'agent' ? end.tokens.filter(isDoer(end)) : patientOf(end);
  if (topic.length === 0 || topic.length > TOPIC_MAX) return false;
  return isSpokenOf(topic, other) && !other.tokens.some(isOther);
}

/** Tells of what is done now, or that somebody is alive; what is so of a thing that is no more may still be told. */
function isOfNow(norm: Norm): boolean {
  if (norm.isOutlasting === true || norm.isPast === true || norm.isFuture === true) return false;
  if (norm.gone !== undefined || norm.phase === 'over' || direction(norm.modality) !== 'for') return false;
  if (norm.modality !== 'is') return norm.modality === 'must' && hasVerb(norm);
  const isDone = norm.tense === 'present' || norm.tense === 'progress';
  return (isDone && hasVerb(norm)) || norm.tokens.some(isAlive);
}

/** "is alive", "lives in Oslo" */
function isAlive(token: FrameToken): boolean {
  return token.stem === RESIDENCE || (isOpposed(token) && exchangeClass(token) === 'alive' && !isNegative(token));
}

function isDoer({ spans }: Norm): (token: FrameToken) => boolean {
  const verb = spans.find(({ slot }) => slot === 'predicate');
  return ({ role, start }) => role === 'agent' && start !== verb?.start;
}

/** What stands before the verb in the passive, and behind it in the active. */
function patientOf({ tokens }: Norm): FrameToken[] {
  const verb = tokens.findIndex(({ role }) => role === 'verb');
  const before = tokens.slice(0, Math.max(verb, 0)).filter(isPatient);
  return before.length > 0 ? before : tokens.slice(verb + 1).filter(isPatient);
}

function isPatient(token: FrameToken): boolean {
  return token.role === undefined && token.lead === undefined && !isValue(token) && !isOpposed(token);
}

/** "the members *of the team*": the noun before it, of the same phrase, is what does something. */
function isOfAnother(first: FrameToken, { tokens }: Norm): boolean {
  // The words of "the members of the team" stand in another order than in the text.
  let before: FrameToken | undefined;
  for (const token of tokens) {
    const isEarlier = token.role !== 'verb' && token.start < first.start;
    if (isEarlier && (before === undefined || token.start >= before.start)) before = token;
  }
  return before !== undefined && before.role === first.role && before.lead === first.lead;
}

/** All of it together, as the one who does something or what it is done to: not "the *branch* office", "beside the *branch*". */
function isSpokenOf(topic: readonly FrameToken[], other: Norm): boolean {
  const places = placesOf(other);
  const found = topic.flatMap(({ stem }) => other.tokens[places.get(stem) ?? other.tokens.length] ?? []);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || found.length < topic.length || isOfAnother(first, other)) return false;
  if (last?.role !== 'agent' && last?.lead !== undefined) return false;
  return found.every((token) => token.role !== 'verb' && !isInCondition(token) && !describes(token, found, other));
}

/** Whether it tells which noun behind it is meant, that is none of these. */
function describes(token: FrameToken, topic: readonly FrameToken[], other: Norm): boolean {
  const next = nextTo(other, token);
  if (next === undefined || topic.includes(next) || next.stem === RESIDENCE) return false;
  return next.role === token.role && next.start - token.end <= 1;
}
