import type { Claim, ClaimWords } from '../core/claim.js';
import type { Lexicon } from '../core/lexicon.js';
import { searchRoot, searchStem, searchWords, wordsOf } from '../core/search-words.js';
import { COMMON_WORDS } from '../guard/common-words.js';

/** A claim of fewer rare words than this is listed under its first common ones, too. */
const LISTED_LEAST = 3;
const COMMON = new Set(COMMON_WORDS.map(searchStem));

/** Of the words of a text those that few statements have, by what they are found by: "intern" is one, "internal" is none. */
export function rareRoots(text: string): ReadonlySet<string> {
  const rare = [...wordsOf(text)].filter((word) => !COMMON.has(searchStem(word)));
  return new Set(rare.map(searchRoot));
}

/**
 * The words that a claim is found by: those of its statement, then of what it is about and how it is tagged. Each word
 * that it is listed under dirties a page of the index, so common ones, which find little, stay out where there are others.
 */
export function wordsOfClaim(
  { statement, entity, tags }: Pick<Claim, 'statement' | 'entity' | 'tags'>,
  { functionWords }: Lexicon,
): ClaimWords {
  const text = [statement, entity ?? '', ...tags].join(' \n ');
  const all = searchWords(text, functionWords);
  const roots = rareRoots(text);
  const rare = all.filter((root) => roots.has(root));
  const common = all.filter((root) => !roots.has(root)).slice(0, Math.max(0, LISTED_LEAST - rare.length));
  return { all, listed: [...rare, ...common] };
}
