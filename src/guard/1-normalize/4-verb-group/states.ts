import type { Lexicon } from '../../../core/lexicon.js';
import type { State } from '../../../core/norm.js';
import type { Word } from '../1-tokens/word.js';

/** The state that a word names, with its pole. */
export function stateOf(word: Word, lexicon: Lexicon): State | null {
  const entry = lexicon.states.get(word.lemma);
  return entry === undefined ? null : { state: entry.state, polarity: entry.negative ? 'negative' : 'positive' };
}
