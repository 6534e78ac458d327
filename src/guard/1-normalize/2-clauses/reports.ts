import type { Lexicon } from '../../../core/lexicon.js';
import type { AdjunctKind } from '../../../core/norm.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { isMainClause } from './finite.js';

/** Longer subjects of a verb of telling are hardly who tells. */
const TELLER_MAX = 5;
/** Words between the verb and "that": "told me *at the offsite* that". */
const BETWEEN_MAX = 6;

/**
 * "Finance confirmed that …", "Legal says …", "The user mentioned in passing that …": who tells it, and where what is told
 * begins. What somebody has noticed or confirmed is so; what somebody says need
 * not be. A denied telling ("nobody said that", "we don't know that") tells nothing.
 */
export function reported(words: readonly Word[], lexicon: Lexicon): { kind: AdjunctKind; until: number } | null {
  const verb = words.findIndex(
    ({ lemma, kind }, at) => at > 0 && kind === 'word' && lexicon.adjuncts.telling.has(lemma),
  );
  if (verb < 1 || verb > TELLER_MAX) return null;
  const teller = words.slice(0, verb);
  const isPlain = teller.every(
    ({ kind, lower }) =>
      kind !== 'mark' && !lexicon.negators.has(lower) && !lexicon.modality.has(lower) && lower !== 'to',
  );
  if (!isPlain || isWord(words[0], 'nobody', 'none', 'if', 'when', 'it')) return null;
  const that = words.findIndex((word, at) => at > verb && at <= verb + BETWEEN_MAX && isWord(word, 'that'));
  const until = that < 0 ? verb + 1 : that + 1;
  const told = words.slice(until);
  const isTold = isMainClause(told, lexicon) && (that >= 0 || isBareReport(words[verb], told, lexicon));
  if (!isTold) return null;
  return { kind: lexicon.adjuncts.factive.has(words[verb]?.lemma ?? '') ? 'source' : 'attribution', until };
}

/** "Legal *says* AGPL libraries can be linked": without "that" the verb itself has to be one of saying. */
function isBareReport(verb: Word | undefined, told: readonly Word[], { kinds }: Lexicon): boolean {
  const first = told[0];
  return isWord(verb, 'says', 'said') && first !== undefined && !kinds.prepositions.has(first.lower);
}
