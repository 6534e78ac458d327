import type { Lexicon } from '../../../core/lexicon.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isWord, joined, type Word } from '../1-tokens/word.js';

/**
 * Reads other ways to say "only": "nobody but admins may", "nothing except JSON", "JSON and nothing else". They deny
 * everything else, so their negation is no negation of the clause.
 */
export function foldExclusive(words: readonly Word[], lexicon: Lexicon): Word[] {
  const result: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const end = matchPhrase(words, at, lexicon.exclusives)?.end;
    if (end === undefined) result.push(words[at] as Word);
    else result.push(joined(words.slice(at, end), { lower: 'only', lemma: 'only', kind: 'word', use: 'content' }));
    at = end ?? at + 1;
  }
  return result;
}

/** Whether a word says that nothing else will do. */
export function isOnly(word: Word): boolean {
  return (
    word.role !== 'condition' &&
    isWord(word, 'only', 'sole', 'solely', 'exclusive', 'exclusively', 'exactly', 'strictly', 'purely')
  );
}
