import type { Lexicon } from '../../../core/lexicon.js';
import type { AdjunctKind } from '../../../core/norm.js';
import { isOfKind, isWord, type Word } from '../1-tokens/word.js';
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
    ({ lemma, kind }, at) =>
      at > 0 && kind === 'word' && lexicon.adjuncts.telling.has(lemma) && !isNoun(words, at, lexicon),
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
  const isTold =
    isMainClause(told, lexicon) &&
    !isRelative(told, lexicon) &&
    (that >= 0 || isBareReport(words[verb], told, lexicon));
  if (!isTold) return null;
  return { kind: lexicon.adjuncts.factive.has(words[verb]?.lemma ?? '') ? 'source' : 'attribution', until };
}

/** "that *no longer appears*": a verb without a subject before it tells of what stands before "that". */
function isRelative(told: readonly Word[], { kinds, negators, verbs }: Lexicon): boolean {
  const at = told.findIndex(({ lower }) => !kinds.adverbs.has(lower) && !negators.has(lower) && lower !== 'longer');
  return at > 0 && verbs.has(told[at]?.lemma ?? '');
}

/** "a *record* for each", "the *report* that" */
function isNoun(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const before = words[at - 1];
  return before?.kind === 'number' || isOfKind(before, lexicon, 'articles', 'determiners');
}

/** "Legal *says* AGPL libraries can be linked": without "that" the verb itself has to be one of saying. */
function isBareReport(verb: Word | undefined, told: readonly Word[], { kinds }: Lexicon): boolean {
  const first = told[0];
  return isWord(verb, 'says', 'said') && first !== undefined && !kinds.prepositions.has(first.lower);
}
