import type { Lexicon } from '../../../core/lexicon.js';
import { isOfKind, type Word } from './word.js';

/** Whether an "A" is the letter rather than the article: "from A to B", "A may call B", "Team A uses Slack". */
export function isLetter(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (word?.text !== 'A') return false;
  if (next === undefined || next.kind === 'mark' || next.use !== 'content') return true;
  const isAfterNoun = before?.kind === 'word' && before.use === 'content' && !lexicon.functionWords.has(before.lower);
  if (isAfterNoun && !next.capital) return true;
  return isOfKind(next, lexicon, 'auxiliaries', 'conjunctions', 'prepositions');
}
