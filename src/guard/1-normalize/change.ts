import type { Mood } from './modality.js';
import type { Structure } from './structure.js';
import { isWord, type Word } from './word.js';

const CHANGE_VERBS = ['switch', 'migrate', 'move', 'change'];

/**
 * Reads a change as the state that it led to: "We switched from A to B" has the words of "We use B". The old state is
 * left out, for the clause says no longer that it holds.
 */
export function foldChange(words: readonly Word[], mood: Mood, { verb, voice }: Structure): void {
  const change = verb === null ? undefined : words[verb];
  if (mood.kind !== 'fact' || voice !== 'active' || verb === null || change === undefined) return;
  if (!CHANGE_VERBS.includes(change.lemma)) return;
  const to = words.findIndex((word, index) => index > verb && isWord(word, 'to'));
  if (to < 0 || words[to + 1]?.valueClass == null) return;
  const isOldState = words[verb + 1] === words[to] || isWord(words[verb + 1], 'from');
  if (!isOldState) return;
  for (const word of words.slice(verb, to)) if (word.use === 'content') word.use = 'function';
}
