import type { Claim, ClaimWords } from '../core/claim.js';
import type { Lexicon } from '../core/lexicon.js';
import { searchRoot, searchWords } from '../core/search-words.js';
import { COMMON_WORDS } from '../guard/common-words.js';

/** A claim of fewer rare words than this is listed under its first common ones, too. */
const LISTED_LEAST = 3;
const COMMON = new Set(COMMON_WORDS.map(searchRoot));

/** Whether many statements have the word, whatever they are about. */
export function isCommonRoot(root: string): boolean {
  return COMMON.has(root);
}

/**
 * The words that a claim is found by: those of its statement, then of what it is about and how it is tagged. Each word
 * that it is listed under dirties a page of the index, so common ones, which find little, stay out where there are others.
 */
export function wordsOfClaim(
  { statement, entity, tags }: Pick<Claim, 'statement' | 'entity' | 'tags'>,
  { functionWords }: Lexicon,
): ClaimWords {
  const all = searchWords([statement, entity ?? '', ...tags].join(' \n '), functionWords);
  const rare = all.filter((word) => !isCommonRoot(word));
  const common = all.filter(isCommonRoot).slice(0, Math.max(0, LISTED_LEAST - rare.length));
  return { all, listed: [...rare, ...common] };
}
