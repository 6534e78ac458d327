import nlp from 'compromise/two';
import type { Lexicon } from '../../core/lexicon.js';
import { isInflectedVerb } from '../../core/stem.js';
import { isAuxiliary } from './verbs.js';
import type { Word } from './word.js';

const CONTEXT = 8;

/**
 * Whether the first word of a clause is a verb, asked only where the lexicons do not know the word and nothing else in
 * the clause settles it. This is the one place where compromise is used: its tiers share one singleton, so a second
 * import elsewhere could change readings.
 */
export function isVerbInContext(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const word = words[at];
  if (word === undefined || word.kind !== 'word' || lexicon.functionWords.has(word.lower) || word.lemma !== word.lower)
    return false;
  if (isSettled(words, at, lexicon)) return false;
  const text = words
    .slice(at, at + CONTEXT)
    .map((other) => other.text)
    .join(' ');
  return nlp(text).terms().first().has('#Verb');
}

/** Whether a modal verb or auxiliary, or a verb form before the first mark, shows that the clause is no imperative. */
function isSettled(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const isModal = (word: Word) => word.kind === 'word' && isAuxiliary(word, lexicon);
  const mark = words.findIndex((word, index) => index > at && word.kind === 'mark');
  const near = words.slice(at + 1, mark < 0 ? words.length : mark);
  return words.some(isModal) || near.some(({ lower, kind }) => kind === 'word' && isVerbForm(lower, lexicon));
}

function isVerbForm(lower: string, lexicon: Lexicon): boolean {
  return !lower.endsWith('ing') && isInflectedVerb(lower, lexicon);
}
