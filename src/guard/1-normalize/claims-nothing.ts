import type { Lexicon } from '../../core/lexicon.js';
import { direction } from '../../core/modality.js';
import { isFragment, isInCondition, type Norm } from '../../core/norm.js';
import { isFiniteAuxiliary } from './1-tokens/verbs.js';
import { isWord, type Word } from './1-tokens/word.js';
import { opensSubject } from './2-clauses/finite.js';
import type { Mood } from './4-verb-group/modality.js';
import type { Framed } from './5-meaning/frame-context.js';

/** A clause with its mood. */
interface Said {
  words: readonly Word[];
  mood: Mood;
  form: Pick<Norm, 'form'>;
}

/** Whether a clause says nothing of anything that another one could contradict. */
export function claimsNothing(framed: readonly Framed[], said: Said, lexicon: Lexicon): boolean {
  if (framed.length === 0) return true;
  return (
    isBareNumber(framed, said.form) ||
    isDesignation(framed, lexicon) ||
    isOnlyCondition(framed, said.words, lexicon) ||
    isElliptic(said) ||
    deniesWithinSubject(said)
  );
}

/** "12.9 times", "0.5", "5 gp": a cell of a table. */
function isBareNumber(framed: readonly Framed[], form: Pick<Norm, 'form'>): boolean {
  return isFragment(form) && framed.length <= 2 && framed[0]?.token.quantity !== undefined;
}

/** "Phase 2", "Slice 1.1": the name of one of a series. "Retries 3", "Timeout 30 s" say how many or how much. */
function isDesignation([first, second, ...more]: readonly Framed[], { slotHeads }: Lexicon): boolean {
  if (first === undefined || second === undefined || more.length > 0) return false;
  const { quantity } = second.token;
  if (second.word.start > first.word.end + 1) return false;
  const isNumber = quantity !== undefined && quantity.dimension === null && quantity.min === quantity.max;
  const { kind, lower, lemma, valueClass } = first.word;
  return isNumber && kind === 'word' && valueClass === null && lower === lemma && !slotHeads.has(lemma);
}

/** "If the key can not be used.", "Unless the gate is locked.": what is so then stands elsewhere. */
function isOnlyCondition(framed: readonly Framed[], [, next]: readonly Word[], lexicon: Lexicon): boolean {
  const opens = framed[0]?.token.opens;
  if ((opens !== 'if' && opens !== 'unless') || framed.some(({ token }) => isInCondition(token))) return false;
  // "When set to 0 the cache is off"
  return opensSubject(next, lexicon);
}

/** "The lock is not.": what it is not was said before. */
function isElliptic({ words, mood }: Said): boolean {
  const said = words.filter(({ kind }) => kind !== 'mark');
  const last = said.at(-1);
  const verb = isWord(last, 'not') ? said.at(-2) : last;
  return mood.kind === 'fact' && verb !== undefined && isFiniteAuxiliary(verb);
}

/** "*What is not tested* is broken": the denial is of what is spoken of, not of what is said of it. */
function deniesWithinSubject({ words, mood }: Said): boolean {
  return isWord(words[0], 'what', 'whatever', 'who', 'whoever') && direction(mood.modality) === 'against';
}
