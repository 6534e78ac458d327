import type { Mood } from './modality.js';
import type { Structure } from './structure.js';
import { isWord, type Word } from './word.js';

const CHANGE_VERBS = ['switch', 'migrate', 'move', 'change'];

/**
 * Reads a change as the state that it led to: "We switched from A to B" has the words of "We use B". The old state is
 * left out, for the clause says no longer that it holds. Says whether the clause tells of such a change.
 */
export function foldChange(words: readonly Word[], mood: Mood, { verb, voice }: Structure): boolean {
  const change = verb === null ? undefined : words[verb];
  if (mood.kind !== 'fact' || voice !== 'active' || verb === null || change === undefined) return false;
  if (!CHANGE_VERBS.includes(change.lemma) || words.some((word) => isWord(word, 'will', 'would'))) return false;
  const to = words.findIndex((word, index) => index > verb && isWord(word, 'to'));
  if (to < 0 || words[to + 1]?.valueClass == null) return false;
  const isOldState = words[verb + 1] === words[to] || isWord(words[verb + 1], 'from');
  if (!isOldState) return false;
  for (const word of words.slice(verb, to)) if (word.use === 'content') word.use = 'function';
  Object.assign(change, { lower: 'use', lemma: 'use' });
  return true;
}
