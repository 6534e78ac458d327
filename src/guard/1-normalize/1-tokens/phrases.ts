import type { Phrase, Phrases, PhrasesOf } from '../../../core/phrases.js';
import type { Word } from './word.js';

export interface PhraseMatch<T> {
  entry: T;
  /** Index after the last word of the match. */
  end: number;
  /** Indices of the words that were passed over inside it. */
  skipped: readonly number[];
}

type Form = (word: Word) => string;
type Skip = (word: Word) => boolean;

export const asWritten: Form = (word) => word.lower;

/** "write-through" is written with and without it. */
export const isHyphen: Skip = ({ kind, lower }) => kind === 'mark' && lower === '-';

/** Most words in a row that are passed over inside an expression. */
const SKIPPED_MAX = 6;

const NOTHING: readonly number[] = [];

/** The longest expression of a table that begins at a word; words for which `skip` says so may stand inside it. */
export function matchPhrase<T>(
  words: readonly Word[],
  at: number,
  table: Phrases<T>,
  form: Form = asWritten,
  skip?: Skip,
): PhraseMatch<T> | null {
  const first = words[at];
  const found = first === undefined ? undefined : table.get(form(first));
  if (found === undefined) return null;
  if (found.longer.size > 0) {
    const longer = longest(words, at + 1, found, form, skip);
    if (longer !== null) return longer;
  }
  return found.alone === undefined ? null : { entry: found.alone, end: at + 1, skipped: NOTHING };
}

/** Each second word that can be reached from `from` brings its expressions; of those that match the first by rank counts. */
function longest<T>(
  words: readonly Word[],
  from: number,
  { longer }: PhrasesOf<T>,
  form: Form,
  skip: Skip | undefined,
): PhraseMatch<T> | null {
  let best: PhraseMatch<T> | null = null;
  let rank = Number.POSITIVE_INFINITY;
  for (let at = from, word = words[at]; word !== undefined; word = words[at]) {
    for (const phrase of longer.get(form(word)) ?? []) {
      if (phrase.rank >= rank) break;
      const match = follow(words, from, phrase, form, skip);
      if (match === null) continue;
      best = match;
      rank = phrase.rank;
    }
    if (skip === undefined || at - from === SKIPPED_MAX || !skip(word)) break;
    at += 1;
  }
  return best;
}

function follow<T>(
  words: readonly Word[],
  from: number,
  phrase: Phrase<T>,
  form: Form,
  skip: Skip | undefined,
): PhraseMatch<T> | null {
  let skipped: number[] | undefined;
  let at = from;
  for (let nth = 1; nth < phrase.words.length; nth += 1) {
    const expected = phrase.words[nth];
    const latest = at + SKIPPED_MAX;
    for (let word = words[at]; word !== undefined && form(word) !== expected; word = words[at]) {
      if (skip === undefined || at === latest || !skip(word)) return null;
      skipped ??= [];
      skipped.push(at);
      at += 1;
    }
    if (words[at] === undefined) return null;
    at += 1;
  }
  return { entry: phrase.entry, end: at, skipped: skipped ?? NOTHING };
}
