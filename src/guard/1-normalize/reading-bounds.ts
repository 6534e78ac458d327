import type { Word } from './1-tokens/word.js';

/** Most clauses of a statement that are read; prose of as many characters as a statement may have has a hundred. */
export const CLAUSES_MAX = 500;
/** Most words of a clause that is read, marks counted; the longest of 10 000 sentences from documentation has 54. */
const CLAUSE_WORDS_MAX = 250;
/** Most words of all clauses that are read; the longest prose of a statement has half as many. */
const WORDS_MAX = 3000;

/**
 * Which clauses of a statement are read: reading takes a time for each clause and for each of its words. A clause that
 * is too long is left out whole, as a half of it might say the opposite.
 */
export function selectRead(parts: readonly (readonly Word[])[]): boolean[] {
  let left = WORDS_MAX;
  return parts.map((words, at) => {
    if (at >= CLAUSES_MAX || words.length > Math.min(CLAUSE_WORDS_MAX, left)) return false;
    left -= words.length;
    return true;
  });
}
