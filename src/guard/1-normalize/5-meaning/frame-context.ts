import type { Lexicon } from '../../../core/lexicon.js';
import type { FrameToken } from '../../../core/norm.js';
import { oncePer } from '../../../core/once-per.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Structure } from '../4-verb-group/structure.js';

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

const places = oncePer(({ words }: FrameContext) => new Map(words.map((word, at) => [word, at])));

/** The index of a word of the clause. */
export function placeOf(word: Word, context: FrameContext): number {
  return places(context).get(word) ?? -1;
}

/** The word before one of the clause. */
export function wordBefore(word: Word, context: FrameContext): Word | undefined {
  return context.words[placeOf(word, context) - 1];
}

/** The main verb, where one was found. */
export function verbOf({ words, structure }: FrameContext): Word | undefined {
  return structure.verb === null ? undefined : words[structure.verb];
}

/** "There are open tickets": and closed ones. */
export function isOfThere({ words, isFact }: FrameContext): boolean {
  return isFact && isWord(words[0], 'there');
}

/** Whether a word stands before a verb in the passive: what is done is done to it, or to what it describes. */
export function isOfPatient(word: Word, context: FrameContext): boolean {
  const { voice, verb } = context.structure;
  return voice === 'passive' && verb !== null && placeOf(word, context) < verb;
}

/**
 * Whether a word describes a thing that something is done to, so that it says which of them rather than what is said of
 * it: "*small* files are stored weekly", "the *upper* gate must be painted", "store the *old* reports". One that picks
 * its object says what to take: "use the *new* mailer", "*lowercase* names must be used".
 */
export function isSpokenOf(word: Word, context: FrameContext): boolean {
  if (!isBeforeNoun(word, context) || isPicking(context)) return false;
  return isOfPatient(word, context) || (isOfObject(word, context) && !isMade(word, context));
}

/** Whether what it describes comes next: "*weekly* reports", but not "reports are sent *weekly*". */
export function isBeforeNoun(word: Word, context: FrameContext): boolean {
  const { words, lexicon, structure } = context;
  const at = placeOf(word, context) + 1;
  const next = words[at];
  return next?.use === 'content' && at !== structure.verb && !lexicon.kinds.prepositions.has(next.lower);
}

function isOfObject(word: Word, context: FrameContext): boolean {
  const { structure } = context;
  const at = placeOf(word, context);
  if (structure.voice !== 'active' || at < structure.bodyStart || isVerb(context, context.lexicon.grammar.linking))
    return false;
  return at <= firstPreposition(context);
}

/** Where the first preposition of what is said stands; infinite without one. */
const firstPreposition = oncePer(({ words, lexicon, structure: { bodyStart } }: FrameContext) => {
  const at = words.findIndex(({ lower }, index) => index >= bodyStart && lexicon.kinds.prepositions.has(lower));
  return at < 0 ? Number.POSITIVE_INFINITY : at;
});

/** "Write *short* functions", where nothing else is said: how what is made has to be. */
function isMade(word: Word, context: FrameContext): boolean {
  const { words, lexicon, structure, isFact } = context;
  if (!isVerb(context, context.lexicon.grammar.making) || (isFact && !isWord(words[0], 'we', 'i'))) return false;
  const at = placeOf(word, context);
  const isOfIt = ({ use, kind, lower }: Word) =>
    kind === 'mark' || (use === 'content' && !lexicon.kinds.prepositions.has(lower));
  return at - 1 === structure.verb && words.slice(at + 1).every(isOfIt);
}

function isPicking(context: FrameContext): boolean {
  return isVerb(context, context.lexicon.grammar.picking);
}

function isVerb(context: FrameContext, lemmas: ReadonlySet<string>): boolean {
  return lemmas.has(verbOf(context)?.lemma ?? '');
}
