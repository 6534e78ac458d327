import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';

/** "We ship to Canada too", "in addition", "as well" */
export function additive(words: readonly Word[]): Pick<Norm, 'isAdditive'> {
  const isSaid = words.some(
    (word, at) =>
      word.role !== 'condition' &&
      (isWord(word, 'also', 'additionally') ||
        (isWord(word, 'too') && (words[at + 1]?.kind ?? 'mark') === 'mark') ||
        (isWord(word, 'addition') && isWord(words[at - 1], 'in') && !isWord(words[at + 1], 'to')) ||
        (isWord(word, 'well') && isWord(words[at - 1], 'as') && !isWord(words[at + 1], 'as'))),
  );
  return isSaid ? { isAdditive: true } : {};
}

/** "Guests are generally not admitted" */
export function usual(words: readonly Word[], lexicon: Lexicon): Pick<Norm, 'isUsual'> {
  return words.some((word) => isAmong(word, lexicon.grammar.usually)) ? { isUsual: true } : {};
}
