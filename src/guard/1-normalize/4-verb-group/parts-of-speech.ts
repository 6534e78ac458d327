import nlp from 'compromise/two';
import type { Lexicon } from '../../../core/lexicon.js';
import { isInflectedVerb } from '../../../core/stem.js';
import { isAuxiliary } from '../1-tokens/verbs.js';
import type { Word } from '../1-tokens/word.js';

const CONTEXT = 8;
/** Longer words are names, numbers or noise. */
const WORD_MAX = 40;
/** A call takes as long as reading a dozen clauses by the lexicons. */
const CALLS_MAX = 8;

/** Whether a word is a verb, by what stands after it. */
export type Tagger = (words: readonly Word[], at: number) => boolean;

/**
 * Tells whether the first word of a clause is a verb, where the lexicons do not know the word and nothing else in the
 * clause settles it. After `CALLS_MAX` of these in one statement such words are taken for nouns. This is the one place
 * where compromise is used: its tiers share one singleton, so a second import elsewhere could change readings.
 */
export function tagger(lexicon: Lexicon): Tagger {
  let left = CALLS_MAX;
  return (words, at) => {
    if (left === 0 || !isOpen(words, at, lexicon)) return false;
    left -= 1;
    const text = words.slice(at, at + CONTEXT).map((word) => word.text.slice(0, WORD_MAX));
    return nlp(text.join(' ')).terms().first().has('#Verb');
  };
}

function isOpen(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const word = words[at];
  if (word === undefined || word.kind !== 'word' || word.text.length > WORD_MAX) return false;
  if (lexicon.functionWords.has(word.lower) || word.lemma !== word.lower) return false;
  return !isSettled(words, at, lexicon);
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
