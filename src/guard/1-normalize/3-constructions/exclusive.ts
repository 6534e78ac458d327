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
    if (end === undefined) result.push(isJust(words, at) ? only(words.slice(at, at + 1)) : (words[at] as Word));
    else result.push(only(words.slice(at, end)));
    at = end ?? at + 1;
  }
  return result;
}

function only(words: readonly Word[]): Word {
  return joined(words, { lower: 'only', lemma: 'only', kind: 'word', use: 'content' });
}

/** "*Just* the secretary can edit it", but not "Just run it". */
function isJust(words: readonly Word[], at: number): boolean {
  const [word, next] = words.slice(at, at + 2);
  return at === 0 && isWord(word, 'just') && (next?.capital === true || isWord(next, 'the', 'our', 'my'));
}

/** Whether a word says that nothing else will do. */
export function isOnly(word: Word): boolean {
  return (
    word.role !== 'condition' &&
    isWord(word, 'only', 'sole', 'solely', 'exclusive', 'exclusively', 'exactly', 'strictly', 'purely')
  );
}
