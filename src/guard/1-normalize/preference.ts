import type { Lexicon } from '../../core/lexicon.js';
import { stem } from '../../core/stem.js';
import { isWord, type Word } from './word.js';

/** "Prefer A over B": the keys of the two things that are ranked. */
export interface Preference {
  chosen: string;
  over: string;
}

/** Verbs and adjectives that rank two things, with the words that may stand between the two. */
const RANKING = ['prefer', 'favour', 'favor', 'preferable', 'choose'];
const BETWEEN = ['over', 'to', 'than', 'above', 'instead'];

/**
 * "Prefer A over B", "A is preferred to B", "use A instead of B" as a ranking of two things, or null. Only clauses
 * that rank something are read this way; "to" alone does not make one.
 */
export function readPreference(words: readonly Word[], lexicon: Lexicon): Preference | null {
  const verb = words.findIndex((word) => RANKING.includes(word.lemma) || RANKING.includes(word.lower));
  const between = words.findIndex((word, index) => index > 0 && separates(words, word, index, verb));
  if (between < 1) return null;
  const isPassive = verb > 0 && isWord(words[verb - 1], 'is', 'are', 'be', 'was', 'were');
  const before = isPassive ? words.slice(0, verb) : words.slice(verb + 1, between);
  const chosen = keyOf(before, lexicon);
  const over = keyOf(words.slice(between + 1), lexicon);
  return chosen === '' || over === '' ? null : { chosen, over };
}

function separates(words: readonly Word[], word: Word, index: number, verb: number): boolean {
  if (word.role === 'condition' || !isWord(word, ...BETWEEN)) return false;
  if (isWord(word, 'instead')) return isWord(words[index + 1], 'of');
  if (isWord(word, 'than')) return isWord(words[index - 1], 'rather');
  if (verb < 0 || index < verb) return false;
  return !isWord(word, 'to') || !isInfinitive(words, index);
}

/** "prefer *to* write": an infinitive, not the second thing. */
function isInfinitive(words: readonly Word[], index: number): boolean {
  return isWord(words[index - 1], 'prefer', 'prefers');
}

function keyOf(words: readonly Word[], lexicon: Lexicon): string {
  const content = words.filter(
    (word) => word.use === 'content' && word.role !== 'condition' && isNaming(word, lexicon),
  );
  return [...new Set(content.map((word) => word.canonical ?? stem(word.lemma, lexicon)))].sort().join(' ');
}

function isNaming(word: Word, lexicon: Lexicon): boolean {
  return !lexicon.functionWords.has(word.lower) && !isWord(word, 'use', 'rather', 'instead');
}
