import type { Lexicon } from '../../core/lexicon.js';
import type { State } from '../../core/norm.js';
import { matchPhrase } from './phrases.js';
import { joined, type Word } from './word.js';

/** Joins state verbs of several words ("turned off") into the word that the list knows for that pole ("disabled"). */
export function joinStates(words: readonly Word[], lexicon: Lexicon): Word[] {
  const result: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const match = matchPhrase(words, at, lexicon.states);
    const end = match?.end ?? at + 1;
    const part = words.slice(at, end);
    const isJoined = match !== null && part.length > 1;
    result.push(...(isJoined ? [joined(part, { lemma: part.map((word) => word.lemma).join(' ') })] : part));
    at = end;
  }
  return result;
}

/** The state that a word names, with its pole. */
export function stateOf(word: Word, lexicon: Lexicon): State | null {
  const [first = ''] = word.lower.split(' ');
  const entry = lexicon.states.get(first)?.find(({ words }) => words.join(' ') === word.lower)?.entry;
  return entry === undefined ? null : { state: entry.state, polarity: entry.negative ? 'negative' : 'positive' };
}
