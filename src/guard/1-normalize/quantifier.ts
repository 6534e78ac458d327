import type { Lexicon } from '../../core/lexicon.js';
import type { Norm } from '../../core/norm.js';
import type { Mood } from './modality.js';
import { isWord, type Word } from './word.js';

const ALL = [
  'all',
  'any',
  'anybody',
  'anyone',
  'anything',
  'both',
  'each',
  'every',
  'everybody',
  'everyone',
  'everything',
];
const NONE = ['neither', 'no', 'nobody', 'none', 'nothing'];

/** Of how many of its kind a clause speaks, as far as its first words say. A number that counts no more than that is left out. */
export function readQuantifier(words: readonly Word[], { kind: mood }: Mood, lexicon: Lexicon): Norm['quantifier'] {
  const at = words.findIndex(({ kind, role }) => kind !== 'mark' && role !== 'condition');
  const [first, next] = words.slice(Math.max(at, 0));
  if (first === undefined) return undefined;
  if (isWord(first, 'not'))
    return isWord(next, 'all', 'each', 'every', 'everybody', 'everyone', 'everything') ? 'some' : undefined;
  if (isWord(first, ...ALL)) return 'all';
  if (isWord(first, ...NONE)) return 'none';
  if (mood === 'fact' && isCount(first, next)) {
    first.use = 'function';
    return 'some';
  }
  return isPartial(first, next, lexicon) ? 'some' : undefined;
}

/** "Two of the rooms …", "At least one room …" */
function isCount({ quantity, valueClass }: Word, next: Word | undefined): boolean {
  if (quantity === null || valueClass !== 'number') return false;
  return (quantity.min === 1 && quantity.max === null) || isWord(next, 'of');
}

/** "Some users …", "Most users …", not "The most recent …". */
function isPartial(first: Word, next: Word | undefined, { kinds }: Lexicon): boolean {
  if (isWord(first, 'a')) return isWord(next, 'few');
  if (isWord(first, 'half', 'one')) return isWord(next, 'of');
  if (!kinds.partial.has(first.lower)) return false;
  return first.lower !== 'most' || isWord(next, 'of') || next?.lower.endsWith('s') === true;
}
