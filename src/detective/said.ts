import type { Norm } from '../core/norm.js';
import type { Phrases } from '../core/phrases.js';
import type { StoryClaim } from '../core/story-claim.js';
import type { StoryWords } from '../core/story-words.js';

/** How a claim bears on what was said before it. */
export interface Bearing {
  /** It says that things have changed, or from when it holds: what it says is the state of things. */
  isSettling: boolean;
  /** It tells of what was so once. */
  isFormer: boolean;
  /** It tells of the only place or way that there is. */
  isOnly: boolean;
}

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** Of a longer statement what follows is not looked at: a cue stands near the words that it is about. */
const WORDS_MAX = 400;

export function bearingOf(
  { statement, reading }: Pick<StoryClaim, 'statement' | 'reading'>,
  words: StoryWords,
): Bearing {
  const said = wordsOf(statement);
  return {
    isSettling:
      reading.norms.some((norm) => tellsOfChange(norm, words)) ||
      holdsPhrase(said, words.settling) ||
      said.some(isDoneAgain),
    isFormer: reading.norms.every(({ isPast }) => isPast === true) || holdsPhrase(said, words.former),
    isOnly: holdsPhrase(said, words.only),
  };
}

export function wordsOf(statement: string): string[] {
  const found: string[] = [];
  for (const [word] of statement.matchAll(WORD)) {
    found.push(word.toLowerCase());
    if (found.length >= WORDS_MAX) break;
  }
  return found;
}

/** "no longer", "switched to", "until 2024", "since 2025", "was lowered to 10" */
function tellsOfChange({ isChange, phase, period, predicate, quantity }: Norm, { adjusting }: StoryWords): boolean {
  const isAdjusted = predicate !== null && adjusting.has(predicate) && quantity !== null;
  return isChange === true || phase === 'over' || period.possible.from !== null || isAdjusted;
}

/** "re-enabled": whoever says so knows of what was before. */
function isDoneAgain(word: string): boolean {
  return word.startsWith('re-') && word.endsWith('ed');
}

function holdsPhrase(words: readonly string[], phrases: Phrases<true>): boolean {
  return words.some((word, at) => {
    const known = phrases.get(word);
    if (known === undefined) return false;
    if (known.alone === true) return true;
    const longer = known.longer.get(words[at + 1] ?? '') ?? [];
    return longer.some((phrase) => phrase.words.every((part, place) => words[at + place] === part));
  });
}
