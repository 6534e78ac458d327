import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import { isOnly } from '../3-constructions/exclusive.js';
import type { Mood } from '../4-verb-group/modality.js';

/**
 * For whom a thing is: for all ("Anyone may enter", "is open to the public", "can be edited by anyone"), or for some and nobody else
 * ("for members only", "is closed to guests", "is private").
 */
export function readAudience(
  words: readonly Word[],
  { kind, modality }: Mood,
  quantifier: Norm['quantifier'],
  lexicon: Lexicon,
): Pick<Norm, 'audience'> {
  const main = words.filter(({ kind: type, role }) => type !== 'mark' && role !== 'condition');
  const isTold = kind === 'fact' || modality === 'may';
  if (!isTold || main.some(({ use }) => use === 'negation')) return {};
  const last = words.findLast((word) => word.kind !== 'mark');
  if (isForSome(main, lexicon) || isWord(last, 'alone')) return { audience: 'some' };
  const isForAll =
    (quantifier === 'all' && modality === 'may') || main.some((word, at) => isToAll(word, at, main, lexicon));
  return isForAll ? { audience: 'all' } : {};
}

function isForSome(words: readonly Word[], lexicon: Lexicon): boolean {
  if (words.some(isOnly) || isWord(words.at(-1), 'private')) return true;
  return words.some((word, at) => isAmong(word, lexicon.grammar.restricted) && isWord(words[at + 1], 'to', 'for'));
}

/** "to *everybody*", "by *anyone*", "to the *public*"; "is *public*" */
function isToAll(word: Word, at: number, words: readonly Word[], lexicon: Lexicon): boolean {
  if (isWord(word, 'public')) return at === words.length - 1;
  if (!isAmong(word, lexicon.grammar.everybody)) return false;
  return isWord(words[at - 1], 'to', 'for', 'by', 'admits', 'admit', 'serves', 'welcomes');
}
