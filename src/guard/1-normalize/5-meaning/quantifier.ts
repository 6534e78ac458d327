import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import type { Mood } from '../4-verb-group/modality.js';
import type { Structure } from '../4-verb-group/structure.js';

/** Of how many of its kind a clause speaks, as far as its first words say. A number that counts no more than that is left out. */
export function readQuantifier(words: readonly Word[], { kind: mood }: Mood, lexicon: Lexicon): Norm['quantifier'] {
  const at = words.findIndex(({ kind, role }) => kind !== 'mark' && role !== 'condition');
  const [first, next] = words.slice(Math.max(at, 0));
  if (first === undefined) return undefined;
  if (isWord(first, 'not'))
    return isWord(next, 'all', 'each', 'every', 'everybody', 'everyone', 'everything') ? 'some' : undefined;
  if (isAmong(first, lexicon.grammar.all)) return 'all';
  if (isAmong(first, lexicon.grammar.none)) return 'none';
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

/** Whether the subject is one thing that is known: "the docs repository", "Ann's cart", "Oda", `docs`. */
export function readDefinite(
  words: readonly Word[],
  { verb, bodyStart, voice }: Structure,
  lexicon: Lexicon,
): Pick<Norm, 'isDefinite'> {
  const end = voice === 'passive' && verb !== null ? verb : bodyStart;
  const subject = words
    .slice(0, end)
    .filter(({ role, use, kind }) => role !== 'condition' && use === 'content' && kind !== 'mark');
  const first = words.find(({ role, kind }) => role !== 'condition' && kind !== 'mark');
  if (first === undefined || subject.length === 0) return {};
  const isNamed = subject.some(({ capital, kind }, at) => kind === 'code' || (capital && at > 0)) || isProper(first);
  const isKnown = isAmong(first, lexicon.grammar.definite) || isNamed;
  const isMany = words.slice(0, end + 1).some((word) => isWord(word, 'are', 'were', 'have', 'do', 'and', 'or'));
  return isKnown && !isMany ? { isDefinite: true } : {};
}

/** "Oda", at the beginning too, where any word has a capital: a name is no word of the lexicons in another form. */
function isProper({ capital, lower, lemma, valueClass, opens }: Word): boolean {
  return capital && opens === null && lower === lemma && valueClass === null && !lower.endsWith('s');
}
