import type { Lexicon } from '../../../core/lexicon.js';
import { negate } from '../../../core/modality.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Mood } from './modality.js';
import type { Structure } from './structure.js';

/**
 * "runs without a lock" denies "runs with a lock": right after the verb "without" is a negation of the clause. Anywhere
 * else it may belong to a noun ("rejects requests without a token"), and stays content.
 */
export function foldWithout(words: readonly Word[], mood: Mood, { verb, voice }: Structure, lexicon: Lexicon): Mood {
  const next = verb === null ? undefined : words[verb + 1];
  if (verb === null || next === undefined || next.use !== 'content' || !isWord(next, 'without')) return mood;
  const before = words[verb - 1];
  const isDoubtful = mood.kind === 'fact' && voice === 'active' && before !== undefined;
  if (isDoubtful && (lexicon.verbs.has(before.lemma) || before.use !== 'content')) return mood;
  next.use = 'negation';
  return { ...mood, modality: negate(mood.modality) };
}
