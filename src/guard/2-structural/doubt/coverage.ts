import type { FrameToken, Norm } from '../../../core/norm.js';
import { isCommon } from '../../common-words.js';
import { placesOf } from '../alignment/align.js';
import { perNorm } from '../alignment/per-norm.js';
import { isLight } from './weight.js';

/** The part of what the longer of two clauses says that both say, where they share words that not every text has, … */
const PART = 0.4;
const TELLING_MIN = 2;
/** … where there is but one such word, and where there is none. */
const MOST = 0.6;
const NEARLY_ALL = 2 / 3;

/**
 * Whether two clauses speak of one matter rather than share words by chance: those that they have in common, of which there are `common`
 * with opposites and words of one meaning, are a good part of what the longer one says, and not only words that are everywhere.
 */
export function areOfOneMatter(stored: Norm, incoming: Norm, common: number): boolean {
  const part = common / Math.max(lengthOf(stored), lengthOf(incoming));
  if (part < PART || part >= NEARLY_ALL) return part >= NEARLY_ALL;
  return sharedTelling(stored, incoming) >= (part >= MOST ? 1 : TELLING_MIN);
}

/** How many words tell what a clause says, conditions set aside. */
export const lengthOf = perNorm(
  ({ tokens }) => tokens.filter(({ stem, role }) => role !== 'condition' && !isLight(stem)).length,
);

function sharedTelling({ tokens }: Norm, other: Norm): number {
  const theirs = placesOf(other);
  return new Set(tokens.filter((token) => isTelling(token) && theirs.has(token.stem)).map(({ stem }) => stem)).size;
}

/** Whether it is not everywhere: a name, or no common word. */
export function isTelling({ stem, written }: FrameToken): boolean {
  return written !== undefined || !isCommon(stem);
}
