import type { Phrases } from '../../core/lexicon.js';
import type { Word } from './word.js';

export interface PhraseMatch<T> {
  entry: T;
  /** Index after the last word of the match. */
  end: number;
  /** Indices of the words that were passed over inside it. */
  skipped: number[];
}

type Form = (word: Word) => string;
type Skip = (word: Word) => boolean;

export const asWritten: Form = (word) => word.lower;

/** "write-through" is written with and without it. */
export const isHyphen: Skip = ({ kind, lower }) => kind === 'mark' && lower === '-';

/** The longest expression of a table that begins at a word; words for which `skip` says so may stand inside it. */
export function matchPhrase<T>(
  words: readonly Word[],
  at: number,
  table: Phrases<T>,
  form: Form = asWritten,
  skip: Skip = () => false,
): PhraseMatch<T> | null {
  const first = words[at];
  if (first === undefined) return null;
  for (const { words: phrase, entry } of table.get(form(first)) ?? []) {
    const match = follow(words, at + 1, phrase, form, skip);
    if (match !== null) return { entry, ...match };
  }
  return null;
}

function follow(words: readonly Word[], from: number, phrase: readonly string[], form: Form, skip: Skip) {
  const skipped: number[] = [];
  let at = from;
  for (const expected of phrase.slice(1)) {
    for (let word = words[at]; word !== undefined && form(word) !== expected && skip(word); word = words[at]) {
      skipped.push(at);
      at += 1;
    }
    const word = words[at];
    if (word === undefined || form(word) !== expected) return null;
    at += 1;
  }
  return { end: at, skipped };
}
