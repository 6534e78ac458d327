import { isOwner, isWord, type Word } from '../1-tokens/word.js';

/** Most words of a name, about. */
const NAME_MAX = 6;
const ERA = /^[A-Z]{2,3}$/;

/** Whether a word may stand for an era right beside its year: "667 *TA*". */
export function isEra({ text }: Word): boolean {
  return ERA.test(text);
}

/** Where a name that begins at a word ends: "Brother Anselm", "the Guild of Lanterns"; the word itself where none does. */
export function nameEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (end - from < NAME_MAX) {
    const at = end > from && isWord(words[end], 'of', 'the') ? end + 1 : end;
    const word = words[at];
    if (word === undefined || !word.capital || word.kind !== 'word' || word.isMentioned) break;
    if (words[at - 1]?.kind === 'number' && isEra(word)) break;
    end = at + 1;
    if (isOwner(word)) break;
  }
  return end;
}

/** A name in lower case, without the little words. */
export function nameOf(words: readonly Word[]): string {
  return words
    .filter((word) => !isWord(word, 'of', 'the'))
    .map(({ lower }) => lower)
    .join(' ');
}
