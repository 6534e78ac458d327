import { isValue } from '../core/filler.js';
import { type FrameToken, isInCondition, type Norm } from '../core/norm.js';
import type { StoryClaim } from '../core/story-claim.js';
import type { StoryWords } from '../core/story-words.js';
import { type Clauses, classOf, contentOf, isWithin, stemsOf } from './clauses.js';
import { areOtherMeasures } from './measures.js';
import { isExclusiveOf } from './places.js';
import { inOrder } from './story.js';
import type { Tie } from './tie.js';
import { areOfOtherVersions } from './versions.js';

/** Clauses of a claim that are laid beside those of another. */
const CLAUSES_MAX = 4;

/** What two claims are to each other where the guard leaves open what their words say, or says less. */
export function beside(one: StoryClaim, other: StoryClaim, words: StoryWords): Tie | null {
  const [older, newer] = inOrder(one, other) < 0 ? [one, other] : [other, one];
  let best: Tie | null = null;
  for (const x of older.reading.norms.slice(0, CLAUSES_MAX)) {
    for (const y of newer.reading.norms.slice(0, CLAUSES_MAX)) {
      const tie = ofClauses({ older, newer, x, y }, words);
      if (tie === 'left' || tie === 'apart') return tie;
      best ??= tie;
    }
  }
  return best;
}

function ofClauses(pair: Clauses, words: StoryWords): Tie | null {
  const { x, y } = pair;
  if (x.tokens.length === 0 || y.tokens.length === 0) return null;
  if (isLeftWithout(pair, words)) return 'left';
  if (areOfOtherVersions(x, y, words) || isExclusiveOf(pair, words) || areOtherMeasures(pair)) return 'apart';
  if (isOfOnePlace(x, y)) return 'apart';
  if (isOfOneValue(x, y)) return 'same';
  return isTurned(x, y, words) || isTurned(y, x, words) || isOtherKind(x, y) ? 'turn' : null;
}

/** What a clause says has become what: "The frontend was migrated to Vite", "The limit was lowered to 10". Null where it tells of no change. */
function changeIn(norm: Norm, words: StoryWords): { topic: FrameToken[]; target: FrameToken[] } | null {
  const content = contentOf(norm);
  const isLed = ({ lead = '' }: FrameToken) => lead.split(' ').includes('toward');
  if (norm.predicate !== null && words.changing.has(norm.predicate)) {
    const target = content.filter(isLed);
    if (target.length > 0) return { topic: content.filter((token) => !isLed(token)), target };
  }
  // The guard reads "was lowered to 10" as what it led to, "is 10".
  const isAdjusted = norm.predicate === null ? norm.isChange === true : words.adjusting.has(norm.predicate);
  if (isAdjusted) {
    const target = content.filter(({ quantity }) => quantity !== undefined);
    const topic = content.filter(({ stem, quantity }) => quantity === undefined && !words.returning.has(stem));
    if (target.length === 1 && topic.length > 0) return { topic, target };
  }
  if (norm.isChange !== true || content.length === 0 || !content.every(isValue)) return null;
  return { topic: [], target: content };
}

/** Whether a clause says that what the other one is about has become something else. */
function isTurned(state: Norm, change: Norm, words: StoryWords): boolean {
  const turn = changeIn(change, words);
  const content = contentOf(state);
  if (turn === null || state.modality !== 'is') return false;
  const [topic, target] = [stemsOf(turn.topic), stemsOf(turn.target)];
  if (isWithin(target, stemsOf(content))) return false;
  if (topic.size === 0) return content.some((token) => turn.target.some((other) => isOther(token, other)));
  return content.length > topic.size && isWithin(topic, stemsOf(content.slice(0, topic.size)));
}

function isOther(a: FrameToken, b: FrameToken): boolean {
  return classOf(a) !== null && classOf(a) === classOf(b) && a.stem !== b.stem;
}

/** One value of one class, of a subject that one of the two says more of: "use REST for the API" / "the API is REST-based". */
function isOfOneValue(x: Norm, y: Norm): boolean {
  if (x.modality !== 'is' || y.modality !== 'is') return false;
  const value = x.tokens.find(
    (token) => classOf(token) !== null && y.tokens.some((other) => isSameValue(token, other)),
  );
  if (value === undefined) return false;
  const [mine, theirs] = [x, y].map(({ tokens }) =>
    stemsOf(tokens.filter(({ stem, role }) => stem !== value.stem && role !== 'verb')),
  );
  if (mine === undefined || theirs === undefined || mine.size === 0 || theirs.size === 0) return false;
  return isWithin(mine, theirs) || isWithin(theirs, mine);
}

function isSameValue(a: FrameToken, b: FrameToken): boolean {
  return a.stem === b.stem && classOf(a) === classOf(b);
}

/** How far two clauses say the same, from the front and from the back, and what each says in between. */
function between(x: Norm, y: Norm): { front: number; back: number; middles: [FrameToken[], FrameToken[]] } {
  const [a, b] = [x.tokens, y.tokens];
  const most = Math.min(a.length, b.length);
  let front = 0;
  while (front < most && a[front]?.stem === b[front]?.stem) front += 1;
  let back = 0;
  while (back < most - front && a.at(-1 - back)?.stem === b.at(-1 - back)?.stem) back += 1;
  return { front, back, middles: [a.slice(front, a.length - back), b.slice(front, b.length - back)] };
}

/** The same is said of one thing, but of which of its kind: "are declared in the header block" / "… in the footer block". */
function isOfOnePlace(x: Norm, y: Norm): boolean {
  return isOtherKind(x, y) && x.tokens.some(({ role }) => role === 'verb') && isPlaced(x) && isPlaced(y);
}

function isPlaced({ tokens }: Norm): boolean {
  return tokens.at(-1)?.lead?.split(' ').includes('among') === true;
}

const MIDDLE_MAX = 3;
const FRONT_MIN = 2;

function isOtherKind(x: Norm, y: Norm): boolean {
  if (x.modality !== 'is' || y.modality !== 'is' || x.predicate !== y.predicate) return false;
  if ([...x.tokens, ...y.tokens].some(isInCondition)) return false;
  const { front, back, middles } = between(x, y);
  return front >= FRONT_MIN && back > 0 && middles.every(({ length }) => length > 0 && length <= MIDDLE_MAX);
}

/** The newer one takes away what the older one, about something else, rests on: "X reads the feed" / "the feed is removed". */
function isLeftWithout({ x, y }: Clauses, words: StoryWords): boolean {
  if (x.modality !== 'is' || x.isPast === true || !isRetiring(y, words)) return false;
  const agents = stemsOf(x.tokens.filter(isDoer));
  const rest = stemsOf(contentOf(x).filter((token) => !isDoer(token)));
  const gone = stemsOf(contentOf(y).filter(({ lead }) => lead === undefined));
  if (agents.size === 0 || [...agents].some((stem) => gone.has(stem))) return false;
  const shared = [...gone].filter((stem) => rest.has(stem)).length;
  return shared >= SHARED_MIN && shared >= gone.size - 1;
}

const SHARED_MIN = 2;

/** Of "the feed reader *in the hall* reads": no place, nor whom it is for. */
function isDoer({ role, lead }: FrameToken): boolean {
  return role === 'agent' && lead === undefined;
}

function isRetiring({ modality, phase, object, predicate, isFuture }: Norm, words: StoryWords): boolean {
  if (isFuture === true) return false;
  if (modality === 'is_not') return phase === 'over';
  const isRemoved = object?.state === 'added' && object.polarity === 'negative';
  return modality === 'is' && (isRemoved || (predicate !== null && words.retiring.has(predicate)));
}
