import type { Lexicon } from '../../../core/lexicon.js';
import { isExact } from '../../../core/quantity.js';
import { isWord, readAs, type Word } from '../1-tokens/word.js';
import type { Mood } from './modality.js';
import type { Structure } from './structure.js';

/** What a clause says once a change in it is read as the state that it led to. */
export interface Changed {
  mood: Mood;
  structure: Structure;
  isChange: boolean;
}

/**
 * Reads a change as the state that it led to: "We switched from A to B" has the words of "We use B", "X was dropped from
 * Y" those of "Y has no X". The old state is left out, for the clause says no longer that it holds.
 */
export function foldChange(words: readonly Word[], mood: Mood, structure: Structure, lexicon: Lexicon): Changed {
  const plain = { mood, structure, isChange: false };
  const change = structure.verb === null ? undefined : words[structure.verb];
  if (mood.kind !== 'fact' || structure.verb === null || change === undefined) return plain;
  if (words.some((word) => isWord(word, 'will', 'would'))) return plain;
  if (change.lemma === 'replace') return isReplaced(words, structure) ? { ...plain, isChange: true } : plain;
  const move = lexicon.grammar.changing.has(change.lemma)
    ? foldMove(words, structure.verb, structure.voice, lexicon)
    : null;
  if (move !== null) return { ...plain, structure: move, isChange: true };
  return foldMembership(words, mood, structure) ?? plain;
}

/** What only times are moved to: "the meeting moved to Friday" is on Friday, and uses none. */
const TIMES = new Set(['date', 'day', 'month', 'time', 'weekday']);

/** "(We) moved (X) from A to B", "X was moved off A and onto B" */
function foldMove(words: readonly Word[], verb: number, voice: Structure['voice'], lexicon: Lexicon): Structure | null {
  const to = words.findIndex((word, index) => index > verb && isWord(word, 'to', 'onto'));
  const value = words[to + 1];
  if (to < 0 || value?.valueClass == null) return null;
  const from = words.findIndex((word, index) => index > verb && index < to && isWord(word, 'from', 'off'));
  const start = from < 0 ? to : from;
  const isObject = start > verb + 1;
  const isOwn = !isObject && voice === 'active';
  const hasOldState = from >= 0 && words.slice(from, to).some(({ valueClass }) => valueClass === value.valueClass);
  const isAmount = value.quantity !== null && isExact(value.quantity);
  // What was raised to 60 s is 60 s. "Revenue increased to 30 million": a number that changes by itself goes on doing so.
  const isWhatItIs = isAmount || TIMES.has(value.valueClass);
  if (isOwn ? isAmount : !(hasOldState || isWhatItIs)) return null;
  const object = words.slice(verb + 1, start);
  if (object.some(({ kind, lower }) => kind === 'mark' || lexicon.kinds.prepositions.has(lower))) return null;
  leaveOut(words.slice(start, to));
  readAs(words[verb] as Word, 'use');
  if (isOwn && !isWhatItIs) return { verb, bodyStart: verb + 1, voice };
  words.forEach((word, index) => {
    if (word.role !== 'condition') word.role = index < to ? 'agent' : 'rest';
  });
  (words[verb] as Word).use = 'function';
  return { verb: null, bodyStart: to, voice: 'copula' };
}

function leaveOut(words: readonly Word[]): void {
  for (const word of words) if (word.use === 'content') word.use = 'function';
}

/** "A was replaced by B", "We replaced A with B": of two values of a class the new one counts. */
function isReplaced(words: readonly Word[], { verb, voice }: Structure): boolean {
  const at = verb ?? 0;
  const by = words.findIndex((word, index) => index > at && isWord(word, 'by', 'with'));
  const [old, next] = [voice === 'passive' ? words[at - 1] : words[by - 1], words[by + 1]];
  const before = voice === 'passive' ? words.slice(0, at).findLast(({ valueClass }) => valueClass !== null) : old;
  if (by < 0 || next?.valueClass == null || before?.valueClass !== next.valueClass) return false;
  before.use = 'function';
  next.role = 'rest';
  readAs(words[at] as Word, 'use');
  return true;
}

const REMOVED = ['drop', 'remove', 'strip'];

/** "X was removed from Y": Y has no X. "X has been added to Y": Y has X. */
function foldMembership(words: readonly Word[], mood: Mood, structure: Structure): Changed | null {
  const { verb, voice } = structure;
  const change = verb === null ? undefined : words[verb];
  const link = verb === null ? undefined : words[verb + 1];
  if (verb === null || change === undefined || voice !== 'passive') return null;
  const isRemoved = REMOVED.includes(change.lemma) && isWord(link, 'from');
  const isAdded = change.lemma === 'add' && isWord(link, 'to');
  const isDone = words.slice(0, verb).some((word) => isWord(word, 'was', 'were', 'been'));
  if (!isDone || !(isRemoved || isAdded)) return null;
  change.use = 'function';
  words.forEach((word, index) => {
    if (word.role !== 'condition') word.role = index > verb ? 'agent' : 'rest';
  });
  const modality = isRemoved === (mood.modality === 'is') ? 'is_not' : 'is';
  return { mood: { ...mood, modality }, structure: { verb: null, bodyStart: verb, voice: 'active' }, isChange: true };
}
