import type { Lexicon } from '../../../core/lexicon.js';
import { isAuxiliary } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';

/** A kind of phrase that a construction may ask for. */
export interface PhraseKind {
  /** Fewest and most words. */
  least: number;
  most: number;
  /** Whether a word may stand in it; a phrase ends before the first that may not. */
  admits: (word: Word, lexicon: Lexicon) => boolean;
  /** Whether the words together are one. */
  isOne?: (words: readonly Word[], lexicon: Lexicon) => boolean;
}

const DATES = ['date', 'day', 'time', 'weekday', 'year'];
/** What only a long clause has more words than. */
const LONG = 60;

const isNamed = ({ capital, kind }: Word) => (capital && kind === 'word') || kind === 'code';
const isAny = () => true;
const isNoMark = ({ kind }: Word) => kind !== 'mark';

/** By name, as the patterns of `constructions.json` write them. */
export const PHRASE_KINDS: Readonly<Record<string, PhraseKind>> = {
  name: { least: 1, most: 4, admits: isNamed },
  code: { least: 1, most: 1, admits: ({ kind }) => kind === 'code' },
  thing: { least: 1, most: 6, admits: isOfThing },
  /** One that is told of as known, or many: "the night bus", "plastic cups". */
  known: { least: 1, most: 6, admits: isOfThing, isOne: isKnown },
  phrase: { least: 1, most: 8, admits: (word, lexicon) => isNoMark(word) && !isAuxiliary(word, lexicon) },
  /** What one person holds at a time. */
  post: { least: 1, most: 8, admits: isNoMark, isOne: isPost },
  group: { least: 1, most: 3, admits: isOfGroup },
  act: { least: 1, most: LONG, admits: isAny, isOne: ([verb], { verbs }) => verbs.has(verb?.lower ?? '') },
  deed: { least: 1, most: 1, admits: (word, lexicon) => deedVerb(word, lexicon) !== null },
  /** As it stands in "launch date". */
  verb: { least: 1, most: 1, admits: ({ lower, lemma }, { verbs }) => lower === lemma && verbs.has(lower) },
  gerund: { least: 1, most: 1, admits: isGerund },
  clause: { least: 3, most: LONG, admits: isAny, isOne: isClause },
  some: { least: 1, most: 6, admits: (word) => isNoMark(word) && !isWord(word, 'that') },
  rest: { least: 0, most: LONG, admits: isAny },
  amount: { least: 1, most: 1, admits: ({ quantity }) => quantity !== null },
  count: { least: 1, most: 1, admits: ({ quantity, valueClass }) => quantity !== null && valueClass === 'number' },
  date: { least: 1, most: 1, admits: ({ valueClass }) => DATES.includes(valueClass ?? '') },
  duration: { least: 1, most: 1, admits: ({ valueClass }) => valueClass === 'duration' },
};

function isOfThing(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (!isNoMark(word) || isAuxiliary(word, lexicon) || lexicon.conditions.has(lower)) return false;
  return lower === 'of' || !lexicon.kinds.prepositions.has(lower);
}

function isKnown(words: readonly Word[]): boolean {
  const last = words.at(-1);
  return (
    isWord(words[0], 'the', 'our') || (last !== undefined && last.lower !== last.lemma && last.lower.endsWith('s'))
  );
}

function isPost(words: readonly Word[], { slotHeads, slotMarkers }: Lexicon): boolean {
  return words.slice(0, 3).some(({ lemma }) => slotHeads.has(lemma) || slotMarkers.has(lemma));
}

function isOfGroup({ kind, lower }: Word, { kinds, conditions }: Lexicon): boolean {
  return kind === 'word' && !kinds.prepositions.has(lower) && (lower === 'the' || !conditions.has(lower));
}

function isGerund({ lower, lemma }: Word, { verbs }: Lexicon): boolean {
  return lower.endsWith('ing') && verbs.has(lemma);
}

/** A subject with a verb of its own. */
function isClause([first, ...others]: readonly Word[], { kinds, verbs }: Lexicon): boolean {
  if (first === undefined) return false;
  const opensSubject = kinds.articles.has(first.lower) || first.capital || isWord(first, 'we', 'our');
  return opensSubject && others.some(({ lower, lemma }) => kinds.auxiliaries.has(lower) || verbs.has(lemma));
}

/** The verb of a noun of action, or of a gerund. */
export function deedVerb(word: Word, lexicon: Lexicon): string | null {
  return lexicon.actions.get(word.lower) ?? (isGerund(word, lexicon) ? word.lemma : null);
}
