import type { Lexicon } from '../../core/lexicon.js';
import { isFragment, isInCondition, type Norm } from '../../core/norm.js';
import { isAuxiliary, isFiniteAuxiliary } from './1-tokens/verbs.js';
import { isWord, type Word } from './1-tokens/word.js';
import { finiteVerb, opensSubject } from './2-clauses/finite.js';
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
    isDesignation(framed, said.words, lexicon) ||
    isOnlyCondition(framed, said.words, lexicon) ||
    isElliptic(said, lexicon) ||
    deniesWithinSubject(said, lexicon)
  );
}

/** "12.9 times", "0.5", "5 gp": a cell of a table. */
function isBareNumber(framed: readonly Framed[], form: Pick<Norm, 'form'>): boolean {
  return isFragment(form) && framed.length <= 2 && framed[0]?.token.quantity !== undefined;
}

/** "Phase 2", "Slice 1.1": the name of one of a series. "Retries 3", "Timeout 30 s" say how many or how much. */
function isDesignation(framed: readonly Framed[], words: readonly Word[], { slotHeads }: Lexicon): boolean {
  const [name, number] = framed;
  if (name === undefined || number === undefined || words.filter(({ kind }) => kind !== 'mark').length > 2)
    return false;
  const { quantity } = number.token;
  const isNumber = quantity !== undefined && quantity.dimension === null && quantity.min === quantity.max;
  const { kind, lower, lemma, valueClass } = name.word;
  return isNumber && kind === 'word' && valueClass === null && lower === lemma && !slotHeads.has(lemma);
}

/** "If the key can not be used.", "Unless the gate is locked.": what is so then stands elsewhere. */
function isOnlyCondition(framed: readonly Framed[], [, next]: readonly Word[], lexicon: Lexicon): boolean {
  const opens = framed[0]?.token.opens;
  if ((opens !== 'if' && opens !== 'unless') || framed.some(({ token }) => isInCondition(token))) return false;
  // "When set to 0 the cache is off"
  return opensSubject(next, lexicon);
}

/** "The lock is not.": what it is not was said before. "The separator is ," ends in what it is. */
function isElliptic({ words, mood }: Said, lexicon: Lexicon): boolean {
  const last = words.at(-1);
  const isEnded = last?.kind === 'mark' && last.start === words.at(-2)?.end;
  const end = isEnded ? words.length - 1 : words.length;
  const verb = end - (isWord(words[end - 1], 'not') ? 2 : 1);
  // "is quicker than the lock *is*"
  return mood.kind === 'fact' && words.findIndex(isFiniteAuxiliary) === verb && finiteVerb(words, lexicon) === verb;
}

/** "*What is not tested* is broken": the denial is of what is spoken of; whether more is denied can't be told apart. Not "whoever is late must not enter". */
function deniesWithinSubject({ words }: Said, lexicon: Lexicon): boolean {
  if (!isWord(words[0], 'what', 'whatever', 'who', 'whoever')) return false;
  const verb = words.findIndex(isFiniteAuxiliary);
  return isWord(words[verb + 1], 'not') && words.slice(verb + 2).some((word) => isAuxiliary(word, lexicon));
}
