import { direction } from '../../../core/modality.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import type { Remainder } from './remainder.js';

const SHARED_MIN = 2;
/** How many words the clause that says less, and the one that says more, may have to itself. */
const LESS_MAX = 1;
const MORE_MAX = 5;

/** "Build before you test" / "test first, build afterwards": the same two steps in the other order. */
export function otherOrder({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  if (direction(stored.modality) !== 'for' || direction(incoming.modality) !== 'for') return null;
  if (!isClose(rest.stored.length, rest.incoming.length, rest.shared)) return null;
  const a = steps(stored);
  const b = a === null ? null : steps(incoming);
  if (a === null || b === null) return null;
  const isReversed = meets(a.early, b.late) && meets(a.late, b.early);
  return isReversed ? { stored: a.turn, incoming: b.turn } : null;
}

function isClose(a: number, b: number, shared: number): boolean {
  return shared >= SHARED_MIN && Math.min(a, b) <= LESS_MAX && Math.max(a, b) <= MORE_MAX;
}

/** What comes first, what comes after it (what both speak of left out), and the word that says so. */
interface Steps {
  early: ReadonlySet<string>;
  late: ReadonlySet<string>;
  turn: FrameToken;
}

const LATER = new Set(['after', 'afterward', 'afterwards', 'then']);

function steps({ tokens }: Norm): Steps | null {
  const at = tokens.findIndex(({ stem }) => stem === 'first' || stem === 'then');
  const turn = tokens[at];
  if (turn !== undefined && tokens.some(({ stem }) => LATER.has(stem)))
    return ordered(tokens.slice(0, at), tokens.slice(at + 1), turn);
  const marker = tokens.find(({ opens }) => opens === 'before' || opens === 'after' || opens === 'if');
  if (marker === undefined) return null;
  const inside = tokens.filter((token) => token.role === 'condition' && token !== marker);
  const outside = tokens.filter(({ role }) => role !== 'condition');
  return marker.opens === 'before' ? ordered(outside, inside, marker) : ordered(inside, outside, marker);
}

function ordered(early: readonly FrameToken[], late: readonly FrameToken[], turn: FrameToken): Steps {
  const [first, last] = [new Set(early.map(({ stem }) => stem)), new Set(late.map(({ stem }) => stem))];
  const only = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    new Set([...some].filter((stem) => !others.has(stem)));
  return { early: only(first, last), late: only(last, first), turn };
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const stem of a) if (b.has(stem)) return true;
  return false;
}
