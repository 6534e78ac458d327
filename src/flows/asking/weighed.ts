import type { Lexicon } from '../../core/lexicon.js';
import { type FoundWord, relevance, wordWeight } from '../../core/relevance.js';
import { searchWords, wordsByRoot } from '../../core/search-words.js';
import { type RecallAnswer, WORD_BOUND } from '../../store/queries/asking/recall.js';
import type { Question } from './question.js';

/** A question whose words are weighed by how many claims have them. */
export interface Weighed extends Question {
  weights: readonly { weight: number }[];
  /** Its words and what counts as them, the rarest first. */
  byWeight: readonly { word: string }[];
}

/** Of a word that no claim has: it may still name a thing, or stand in a document. */
const UNKNOWN_AS = 100;

export function weigh(question: Question, { frequencies }: Pick<RecallAnswer, 'frequencies'>): Weighed {
  const weights = question.words.map((word, place) => {
    const own = question.terms.findIndex((term) => term.place === place && term.word === word);
    const all = question.terms.flatMap((term, at) => (term.place === place ? [frequencies[at] ?? 0] : []));
    const frequency = frequencies[own] || Math.max(...all, 0) || UNKNOWN_AS;
    return { weight: wordWeight(frequency, WORD_BOUND, question.isCommon[place] === true) };
  });
  const weightAt = ({ place }: { place: number }) => weights[place]?.weight ?? 0;
  const byWeight = [...question.terms].sort((a, b) => weightAt(b) - weightAt(a));
  return { ...question, weights, byWeight };
}

/** How well a text fits a question, and which words of it the text has. */
export function fitOf(
  question: Weighed,
  text: string,
  { functionWords }: Pick<Lexicon, 'functionWords'>,
): { score: number; found: FoundWord[] } {
  const words = searchWords(text, functionWords);
  const at = new Map(words.map((word, index) => [word, index + 1]));
  const found = question.terms.flatMap(({ word, place, factor }) => {
    const position = at.get(word);
    const own = question.words[place] === word;
    return position === undefined ? [] : [{ place, factor: own ? 1 : Math.min(1, factor), position }];
  });
  return { score: relevance(question.weights, found, words.length), found };
}

/** What the words of a question met. */
export interface Met<Field> {
  fields: Field[];
  /** Words of the texts, whole, in lower case: each once, the question's rarest first. */
  words: string[];
}

/** Most words that are told of what was found. */
const WORDS_TOLD = 8;

/** Which texts have words of the question, and which words of them those are. */
export function meet<Field>(
  { byWeight }: Pick<Weighed, 'byWeight'>,
  texts: readonly (readonly [Field, string | null])[],
  { functionWords }: Pick<Lexicon, 'functionWords'>,
): Met<Field> {
  const met: Met<Field> = { fields: [], words: [] };
  const words = new Set<string>();
  for (const [field, text] of texts) {
    if (text === null) continue;
    const has = wordsByRoot(text, functionWords);
    const found = byWeight.flatMap(({ word }) => has.get(word) ?? []);
    if (found.length > 0) met.fields.push(field);
    for (const word of found) words.add(word);
  }
  return { ...met, words: [...words].slice(0, WORDS_TOLD) };
}
