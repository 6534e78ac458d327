import nlp from 'compromise/two';
import type { Lexicon } from '../../core/lexicon.js';
import { isInflectedVerb } from '../../core/stem.js';
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
  const mark = words.findIndex((other, index) => index > at && other.kind === 'mark');
  if (words.slice(at + 1, mark < 0 ? words.length : mark).some((other) => settles(other, lexicon))) return false;
  const text = words
    .slice(at, at + CONTEXT)
    .map((other) => other.text)
    .join(' ');
  return nlp(text).terms().first().has('#Verb');
}

/** A word that makes the clause a statement or a rule, so that its first word is no imperative. */
function settles({ lower, kind }: Word, lexicon: Lexicon): boolean {
  if (kind !== 'word') return false;
  if (lexicon.kinds.auxiliaries.has(lower) || lexicon.modality.has(lower)) return true;
  return !lower.endsWith('ing') && isInflectedVerb(lower, lexicon);
}
