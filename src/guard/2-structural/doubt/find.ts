import { slotsOf } from '../../../core/meaning.js';
import {
  type ConditionKind,
  type FrameToken,
  isException,
  isFragment,
  isInCondition,
  isOfThePast,
  type Norm,
  sharedVerbs,
} from '../../../core/norm.js';
import type { Without } from '../../../core/parts.js';
import { areOfOtherPersons } from '../alignment/moods.js';
import type { Pair } from '../alignment/pair.js';
import { acceptedOpposite } from './accepted.js';
import { otherAudience } from './audience.js';
import { isSameWayRound, otherWayRound } from './comparison.js';
import { deniedOfAll } from './denied.js';
import { otherDirection } from './direction.js';
import type { Doubt } from './doubt.js';
import { exceptedCase } from './excepted.js';
import { otherFiller } from './filler.js';
import { besideFocus } from './focus.js';
import { afterItsEnd } from './gone.js';
import { stillInHands } from './hands.js';
import { didNotHappen } from './happened.js';
import { leftBehind } from './left.js';
import { beyondLimit } from './limit.js';
import { otherMaking } from './made.js';
import { otherManner } from './manner.js';
import { otherPlace } from './moved.js';
import { otherName } from './name.js';
import { otherOrder } from './order.js';
import { otherPhase } from './phase.js';
import { otherPlaceOf } from './place.js';
import { derivedFrom, type Remainders } from './remainder.js';
import { besideOnly, deniedFact, givenUp, isOther, neverSo, otherPole, otherState } from './reworded.js';
import { otherValue } from './value.js';
import { isLight } from './weight.js';
import { otherWord } from './word.js';

/**
 * Finds the clauses that are about one thing and disagree in a known way, although their words do not align one by one.
 * Worth a warning only. Symmetric. `isAgreed`: their words are laid side by side without a difference, so only what looks by itself is asked.
 */
export function doubt(pair: Pair, rest: Remainders, isAgreed: boolean, without: Without): Doubt | null {
  if (pair.alignment.common === 0 || areBeforeAndAfter(pair) || isSameWayRound(pair)) return null;
  const changed =
    firstOf(COMPARED, pair, rest, without) ?? (areOfOtherPersons(pair) ? null : firstOf(CHANGED, pair, rest, without));
  if (changed !== null || isAgreed || isOfPart(pair) || isFragment(pair.stored) || isFragment(pair.incoming))
    return changed;
  return (
    firstOf(OF_ONE_THING, pair, rest, without) ??
    firstOf(inPlace(pair), pair, rest, without) ??
    firstOf(otherWords(pair), pair, rest, without)
  );
}

function firstOf(doubts: readonly Named[], pair: Pair, rest: Remainders, without: Without): Doubt | null {
  for (const { name, find } of doubts) {
    const found = without.has(name) ? null : find(pair, rest);
    if (found !== null) return found;
  }
  return null;
}

/** "The summary of the report" / "the report": what is said of a part is not said of the whole. */
function isOfPart({ stored, incoming, alignment: { onlyStored, onlyIncoming } }: Pair): boolean {
  return isHeadedByPart(stored, incoming, onlyStored) || isHeadedByPart(incoming, stored, onlyIncoming);
}

function isHeadedByPart(part: Norm, whole: Norm, only: readonly FrameToken[]): boolean {
  if (isOnWhole(part, whole, only) || isOwned(part, whole, only)) return true;
  const head = part.tokens.findLast(isAgent);
  const other = whole.tokens.findLast(isAgent);
  if (head === undefined || other === undefined || !only.includes(head) || head.written !== undefined) return false;
  return part.tokens.some((token) => isAgent(token) && token.stem === other.stem && head.start < token.start);
}

/** "The buckle *on* the strap" / "the strap" */
function isOnWhole(part: Norm, whole: Norm, only: readonly FrameToken[]): boolean {
  const isLed = ({ lead }: FrameToken) => lead !== undefined && !lead.includes('agent');
  const heads = part.tokens.filter((token) => isAgent(token) && !isLed(token));
  if (heads.length === 0 || !heads.every((token) => only.includes(token))) return false;
  const led = new Set(part.tokens.flatMap((token) => (isAgent(token) && isLed(token) ? token.stem : [])));
  const first = whole.tokens.find((token) => token.role !== 'condition' && !isLed(token));
  return first !== undefined && first.role !== 'verb' && led.has(first.stem);
}

/** "Ada's *bicycle*" / "Ada": who owns a thing is spoken of, unless the thing is of a kind that the other side names. */
function isOwned(part: Norm, whole: Norm, only: readonly FrameToken[]): boolean {
  const owner = part.tokens.find(({ isOwner, role }) => isOwner === true && role === 'agent');
  const head = part.tokens.findLast(isAgent);
  if (owner === undefined || head === undefined || head === owner || !only.includes(head)) return false;
  const kinds = new Set(part.tokens.flatMap((token) => (isAgent(token) ? (token.hypernyms ?? []) : [])));
  // "The app's *database* is MySQL" / "The app uses *PostgreSQL*"
  const isOfKind = ({ stem, hypernyms = [] }: FrameToken) => kinds.has(stem) || hypernyms.includes(head.stem);
  return !whole.tokens.some(isOfKind) && subjectOf(whole)?.stem === owner.stem;
}

/** The last word of who does something or, in the passive, to whom it is done. */
function subjectOf({ tokens }: Norm): FrameToken | undefined {
  const verb = tokens.findIndex(({ role }) => role === 'verb');
  return tokens.findLast(isAgent) ?? tokens[verb - 1];
}

/** "Before the move it stood empty" / "it was let after the move": what was so at other times. */
function areBeforeAndAfter({ stored, incoming }: Pair): boolean {
  if (!isOfThePast(stored) || !isOfThePast(incoming)) return false;
  const isOn = (a: Norm, b: Norm) => {
    const [before, after] = [anchorOf(a, 'before'), anchorOf(b, 'after')];
    return before !== undefined && before === after;
  };
  return isOn(stored, incoming) || isOn(incoming, stored);
}

/** What stands right behind "before" or "after". */
function anchorOf({ tokens }: Norm, kind: ConditionKind): string | undefined {
  return tokens[tokens.findIndex(({ opens }) => opens === kind) + 1 || tokens.length]?.stem;
}

type Find = (pair: Pair, rest: Remainders) => Doubt | null;

const OTHER_ORDER = { name: 'doubt:order', find: (pair, { words }) => otherOrder(pair, words) } satisfies Named;
const OTHER_WORD = { name: 'doubt:word', find: (pair, { words }) => otherWord(pair, words) } satisfies Named;

interface Named {
  name: string;
  find: Find;
}

/** What is looked for, in this order: the first that is found stands. */
const DOUBTS: readonly Named[] = [
  { name: 'doubt:direction', find: (pair, { things }) => otherDirection(pair, things) },
  { name: 'doubt:value', find: (pair, { words }) => otherValue(pair, words) },
  { name: 'doubt:name', find: (pair, { words }) => otherName(pair, words) },
  OTHER_ORDER,
  OTHER_WORD,
  { name: 'doubt:filler', find: (pair, { words }) => otherFiller(pair, words) },
  { name: 'doubt:phase', find: (pair) => otherPhase(pair) },
];

/** What names both things by itself. */
const COMPARED: readonly Named[] = [
  { name: 'doubt:comparison', find: (pair, { words }) => otherWayRound(pair, words) },
];

/** What looks by itself for whether both speak of one thing. */
const CHANGED: readonly Named[] = [
  { name: 'doubt:left', find: (pair, { things }) => leftBehind(pair, things) },
  { name: 'doubt:accepted', find: (pair, { things }) => acceptedOpposite(pair, things) },
  { name: 'doubt:audience', find: (pair, { things }) => otherAudience(pair, things) },
  { name: 'doubt:hands', find: (pair) => stillInHands(pair) },
  { name: 'doubt:happened', find: (pair) => didNotHappen(pair) },
  { name: 'doubt:made', find: (pair) => otherMaking(pair) },
  { name: 'doubt:moved', find: (pair, { things }) => otherPlace(pair, things) },
];

/** What is looked for first, as their words for who does what may differ. */
const OF_ONE_THING: readonly Named[] = [
  { name: 'doubt:focus', find: (pair) => besideFocus(pair) },
  { name: 'doubt:gone', find: (pair) => afterItsEnd(pair) },
  { name: 'doubt:excepted', find: (pair) => exceptedCase(pair) },
  { name: 'doubt:manner', find: (pair, { things }) => otherManner(pair, things) },
  { name: 'doubt:place', find: (pair, { words }) => otherPlaceOf(pair, words) },
  { name: 'doubt:limit', find: (pair, { things }) => beyondLimit(pair, things) },
  { name: 'doubt:none', find: (pair, { things }) => deniedOfAll(pair, things) },
];

/** The same of clauses whose words hardly align; all of them say by themselves where another case is meant. */
const IN_OTHER_WORDS: readonly Named[] = [
  { name: 'doubt:given_up', find: (pair, { things }) => givenUp(pair, things) },
  { name: 'doubt:pole', find: (pair, { things }) => otherPole(pair, things) },
  { name: 'doubt:state', find: (pair, { things }) => otherState(pair, things) },
  { name: 'doubt:only', find: (pair, { things }) => besideOnly(pair, things) },
  { name: 'doubt:denied', find: (pair, { things }) => deniedFact(pair, things) },
];

/** Denied of any case, also of those of which the other side speaks. */
const NEVER: readonly Named[] = [{ name: 'doubt:never', find: (pair, { things }) => neverSo(pair, things) }];

export const DOUBT_PARTS: readonly string[] = [
  ...COMPARED,
  ...CHANGED,
  ...OF_ONE_THING,
  ...DOUBTS,
  ...IN_OTHER_WORDS,
  ...NEVER,
].map(({ name }) => name);

function otherWords(pair: Pair): readonly Named[] {
  return areElsewhere(pair) ? NEVER : IN_OTHER_WORDS;
}

const OF_ONE_WORD: readonly Named[] = [OTHER_WORD];
const OF_ANOTHER_CASE: readonly Named[] = [OTHER_ORDER, OTHER_WORD];

function inPlace(pair: Pair): readonly Named[] {
  if (isApart(pair)) return isOneApart(pair) ? OF_ONE_WORD : [];
  return areElsewhere(pair) ? OF_ANOTHER_CASE : DOUBTS;
}

/** What makes another thing of the subject, or no fact of what is said. */
function isApart({ stored, incoming, alignment }: Pair): boolean {
  if (stored.modality === null || incoming.modality === null) return true;
  if (stored.subjectKind === 'FUZZY' && incoming.subjectKind === 'FUZZY') return true;
  if (stored.isOpinion === true || incoming.isOpinion === true || stored.isPast !== incoming.isPast) return true;
  const { onlyStored, onlyIncoming, exchanged } = alignment;
  // Without a common verb two places say nothing of who does what to whom.
  const isExchange = exchanged && sharedVerbs(stored, incoming).some((stem) => !isLight(stem));
  if (isExchange || (isOtherAgent(onlyStored, onlyIncoming) && isOtherAgent(onlyIncoming, onlyStored))) return true;
  return onlyStored.some(isOther) || onlyIncoming.some(isOther);
}

/** Whether a word of the subject is derived from none of the other side: "the *rotation* of keys" / "keys are *rotated*", "the *timeout*" / "it *expires*". */
function isOtherAgent(only: readonly FrameToken[], others: readonly FrameToken[]): boolean {
  const agents = only.filter(isAgent);
  if (agents.length === 0 || others.length === 0) return agents.length > 0;
  const isDerived = derivedFrom(others, false);
  const slots = new Set(others.flatMap(slotsOf));
  return agents.some((agent) => !isDerived(agent) && !slotsOf(agent).some((slot) => slots.has(slot)));
}

/** "*Six* wardens" / "*nine* wardens", "was forged by *Hall*" / "*Borg*": another number or doer makes no other subject. */
function isOneApart({ stored, incoming, alignment: { onlyStored, onlyIncoming } }: Pair): boolean {
  const [one, ...more] = onlyStored;
  const [other, ...others] = onlyIncoming;
  if (one === undefined || other === undefined || more.length + others.length > 0) return false;
  if (one.quantity !== undefined && other.quantity !== undefined) return true;
  return one === stored.tokens.at(-1) && other === incoming.tokens.at(-1);
}

function isAgent({ role }: FrameToken): boolean {
  return role === 'agent';
}

/** Another case is meant: an exception, other conditions, or what is a condition on one side only. */
function areElsewhere({ stored, incoming, alignment: { onlyStored, onlyIncoming } }: Pair): boolean {
  if (onlyStored.some(isException) || onlyIncoming.some(isException)) return true;
  const isCase = onlyStored.some(isInCondition) || onlyIncoming.some(isInCondition);
  if (isCase && stored.tokens.some(isInCondition) && incoming.tokens.some(isInCondition)) return true;
  return isConditional(stored, incoming) || isConditional(incoming, stored);
}

/** "If a size is given" beside what is said of the size itself. */
function isConditional({ tokens }: Norm, other: Norm): boolean {
  if (!tokens.some(({ opens }) => opens === 'if')) return false;
  const inside = new Set(tokens.filter(isInCondition).map(({ stem }) => stem));
  return other.tokens.some(({ stem, role }) => role !== 'condition' && inside.has(stem));
}
