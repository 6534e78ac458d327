import { areOfOneClass, inSlot, isOnlyFiller } from '../../../core/filler.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { FrameToken } from '../../../core/norm.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Framed } from './frame-context.js';

const SELECTED_MAX = 3;

/** Members of a list are no selection: of "tabs or spaces" nothing is known, "such as 80" names one of many. */
export function withoutLists(framed: Framed[], words: readonly Word[], lexicon: Lexicon): Framed[] {
  const selected = framed.filter(({ token }) => isOnlyFiller(token));
  const listStart = words.findIndex((_, index) => matchPhrase(words, index, lexicon.lists) !== null);
  const listAt = words[listStart]?.start ?? Number.POSITIVE_INFINITY;
  return framed.map((each) => {
    const { token } = each;
    if (!selected.includes(each)) return each;
    const isCrowded = selected.length > SELECTED_MAX || selected.some((other) => isListed(token, other.token, words));
    if (token.start > listAt) return { ...each, token: inSlot(token, 'many') };
    return isCrowded ? { ...each, token: inSlot(token, 'open') } : each;
  });
}

/** Two values of one class with nothing but "and", "or" or a comma between them. */
function isListed(a: FrameToken, b: FrameToken, words: readonly Word[]): boolean {
  if (a === b || !areOfOneClass(a, b)) return false;
  const from = Math.min(a.end, b.end);
  const until = Math.max(a.start, b.start);
  return words.every((word) => word.start < from || word.start >= until || isWord(word, ',', 'and', 'or', '/', 'to'));
}
