/** How well something that was found fits a question. Pure arithmetic over what the two have in common. */

/** A word of a question. */
export interface AskedWord {
  /** What it is worth when it is found: the rarer, the more. */
  weight: number;
}

/** A word of the question that something has. */
export interface FoundWord {
  /** Which word of the question. */
  place: number;
  /** From 0 to 1: less for another word that may mean the same. */
  factor: number;
  /** Where it stands among the words of what was found, from 1. */
  position: number;
}

/** What the parts of a score count. Their sum, with what the guard's keys add, is at most 1. */
const COVERAGE = 0.72;
const FOCUS = 0.12;
const NEARNESS = 0.1;
const SLOT = 0.06;
const SUBJECT = 0.03;
/** Two words stand together that are at most so far apart. */
const TOGETHER = 2;

/** What a word is worth that many statements have whatever they are about; and one that more claims have than are counted. */
const COMMON_WEIGHT = 0.8;
const FREQUENT_WEIGHT = 1.5;

/** How few claims have a word, as what it is worth. @param bound up to how many are counted */
export function wordWeight(frequency: number, bound: number, isCommon: boolean): number {
  if (isCommon) return COMMON_WEIGHT;
  return frequency >= bound ? FREQUENT_WEIGHT : Math.log(1 + (20 * bound) / Math.max(frequency, 1));
}

/**
 * From 0 to 1: how much of the question it has, how little else it says, and whether words that stand together in the
 * question stand together in it.
 * @param size how many words it has
 * @param shared whether it says something of the same subject, and of the same slot of it
 */
export function relevance(
  asked: readonly AskedWord[],
  found: readonly FoundWord[],
  size: number,
  shared: { subject: boolean; slot: boolean } = { subject: false, slot: false },
): number {
  const best = bestOf(found);
  const total = asked.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0 || best.size === 0) return shared.slot ? SLOT : 0;
  const covered = [...best.values()].reduce((sum, { place, factor }) => sum + factor * (asked[place]?.weight ?? 0), 0);
  const focus = best.size / Math.max(size, best.size);
  const keys = (shared.slot ? SLOT : 0) + (shared.subject ? SUBJECT : 0);
  const share = covered / total;
  return Math.min(1, share * (COVERAGE + FOCUS * focus + NEARNESS * nearness(best)) + keys);
}

/** Of each word of the question the best that stands for it. */
function bestOf(found: readonly FoundWord[]): Map<number, FoundWord> {
  const best = new Map<number, FoundWord>();
  for (const word of found) {
    const known = best.get(word.place);
    if (known === undefined || known.factor < word.factor) best.set(word.place, word);
  }
  return best;
}

/** The share of neighbours in the question that are neighbours in what was found, in either order. */
function nearness(best: ReadonlyMap<number, FoundWord>): number {
  const words = [...best.values()].sort((a, b) => a.place - b.place);
  if (words.length < 2) return 0;
  const pairs = words.slice(1).map((word, at) => Math.abs(word.position - (words[at]?.position ?? 0)));
  return pairs.filter((distance) => distance <= TOGETHER).length / pairs.length;
}
