import type { Claim } from '../core/claim.js';
import type { Lexicon } from '../core/lexicon.js';
import { searchWords } from '../core/search-words.js';

/** The words that a claim is found by: those of its statement, then of what it is about and how it is tagged. */
export function wordsOfClaim(
  { statement, entity, tags }: Pick<Claim, 'statement' | 'entity' | 'tags'>,
  { functionWords }: Lexicon,
): string[] {
  return searchWords([statement, entity ?? '', ...tags].join(' \n '), functionWords);
}
