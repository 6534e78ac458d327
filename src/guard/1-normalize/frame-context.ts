import type { Lexicon } from '../../core/lexicon.js';
import type { FrameToken } from '../../core/norm.js';
import type { Structure } from './structure.js';
import type { Word } from './word.js';

/** A word that reached the frame, with the word it came from. */
export interface Framed {
  token: FrameToken;
  word: Word;
  isVerb: boolean;
}

/** What the frame of a clause is made from. */
export interface FrameContext {
  words: readonly Word[];
  structure: Structure;
  lexicon: Lexicon;
  /** Whether the clause picks one of several: "use", "be", "default to". */
  isChoice: boolean;
  /** Whether it says what is needed. */
  isRequirement: boolean;
  /** Whether it judges its subject: "… is allowed". */
  isPredicate: boolean;
  /** Whether it states a fact rather than a rule. */
  isFact: boolean;
}

/** The main verb, where one was found. */
export function verbOf({ words, structure }: FrameContext): Word | undefined {
  return structure.verb === null ? undefined : words[structure.verb];
}

/** Whether a word stands before a verb in the passive: what is done is done to it, or to what it describes. */
export function isOfPatient(word: Word, { words, structure: { voice, verb } }: FrameContext): boolean {
  return voice === 'passive' && verb !== null && words.indexOf(word) < verb;
}

/** Whether a word describes the object of an active verb, of which more is said after a preposition: "write *old* reports in English". */
export function isOfObject(word: Word, { words, lexicon, structure: { voice, verb } }: FrameContext): boolean {
  const at = words.indexOf(word);
  if (voice !== 'active' || verb === null || at <= verb) return false;
  const isPreposition = ({ lower }: Word) => lexicon.kinds.prepositions.has(lower);
  const after = words.slice(at + 1);
  const isBeforeNoun = after[0]?.use === 'content' && !isPreposition(after[0]);
  return isBeforeNoun && after.some(isPreposition) && !words.slice(verb + 1, at).some(isPreposition);
}

/** Verbs that pick their object; the others that choose pick what they say of it: "store files in S3". */
const PICKING = ['adopt', 'choose', 'pick', 'prefer', 'select', 'use'];

export function isPicking(context: FrameContext): boolean {
  return PICKING.includes(verbOf(context)?.lemma ?? '');
}
