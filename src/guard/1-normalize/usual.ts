import type { Norm } from '../../core/norm.js';
import { isWord, type Word } from './1-tokens/word.js';

/** "We ship to Canada too" */
export function additive(words: readonly Word[]): Pick<Norm, 'isAdditive'> {
  const isSaid = words.some(
    (word, at) =>
      word.role !== 'condition' &&
      (isWord(word, 'also', 'additionally') ||
        (isWord(word, 'too') && (words[at + 1]?.kind ?? 'mark') === 'mark') ||
        (isWord(word, 'well') && isWord(words[at - 1], 'as') && !isWord(words[at + 1], 'as'))),
  );
  return isSaid ? { isAdditive: true } : {};
}

const USUALLY = ['generally', 'mostly', 'normally', 'ordinarily', 'typically', 'usually'];

/** "Guests are generally not admitted" */
export function usual(words: readonly Word[]): Pick<Norm, 'isUsual'> {
  return words.some((word) => isWord(word, ...USUALLY)) ? { isUsual: true } : {};
}
