import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';

/**
 * Whether a norm is only what somebody asked, proposed, thought or said at some time, or what is open: "Ben asked whether …", "Ana
 * proposed that …". What a text says ("the policy says that …") and what people agreed on is laid down.
 */
export function isSpoken(norm: Norm, statement: string, lexicon: Lexicon): boolean {
  const said = norm.spans.find(({ slot }) => slot === 'modality');
  if (said === undefined) return false;
  return isOpen(statement.slice(0, said.start), lexicon) || isTold(norm, statement, lexicon);
}

/** Whether what stands before the words of a rule makes a question or a proposal of it. */
function isOpen(before: string, { documents: { proposing, wondering } }: Lexicon): boolean {
  const clause = before.slice(Math.max(...BOUNDARIES.map((mark) => before.lastIndexOf(mark))) + 1);
  const words = clause.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return words.some((word, at) => {
    const [last = '', next = ''] = [words[at - 1], words[at + 1]];
    if (word === 'whether') return true;
    if (word === 'if') return wondering.has(last);
    return proposing.has(word) && !OURS.has(last) && BEGINNING.has(next);
  });
}

const BOUNDARIES = [',', ';', ':', '—'];
/** "We suggest that …" recommends it. */
const OURS: ReadonlySet<string> = new Set(['i', 'we']);
/** What a clause begins with: "proposed *that* …", "thinks *the* …". */
const BEGINNING: ReadonlySet<string> = new Set([
  ...['a', 'all', 'an', 'any', 'each', 'every', 'it', 'no', 'our', 'that', 'the', 'these', 'they', 'this', 'we'],
]);

/** "Ben said that …": at that time, and no text that stands. */
function isTold({ adjuncts = [] }: Norm, statement: string, { documents: { telling } }: Lexicon): boolean {
  return adjuncts.some(({ kind, start, end }) => {
    const words =
      statement
        .slice(start, end)
        .toLowerCase()
        .match(/[a-z]+/g) ?? [];
    return kind === 'attribution' && words.some((word) => telling.has(word));
  });
}
