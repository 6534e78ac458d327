import type { Lexicon } from '../../../core/lexicon.js';
import { wordOf } from '../1-tokens/tokenize.js';
import { isAuxiliary } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';

const KIND_MAX = 2;

/**
 * "X is the only service that calls Y" as "Only X calls Y", "X is the one place where Y is kept" as "Y is kept only in
 * X", "by X alone" as "by only X".
 */
export function foldClefts(all: readonly Word[], lexicon: Lexicon): Word[] {
  const words = withoutItIs(all);
  const at = words.findIndex(
    (word, index) =>
      isWord(word, 'is', 'are') &&
      isWord(words[index + 1], 'the', 'our') &&
      isWord(words[index + 2], 'one', 'only', 'sole'),
  );
  const first = words[at + 2];
  if (at < 1 || first === undefined) return foldAlone(words, lexicon);
  const said = saidOfOnly(words, at, lexicon);
  if (said === null) return foldAlone(words, lexicon);
  const [only, subject] = [onlyAt(first, lexicon), words.slice(0, at)];
  const lead = said.leads;
  if (lead === 'subject') return [only, ...subject, ...said.words];
  const end = said.words.at(-1)?.kind === 'mark' ? said.words.length - 1 : said.words.length;
  const inside = lead === 'place' ? [wordOf('in', first, 'in', lexicon)] : [];
  return [...said.words.slice(0, end), only, ...inside, ...subject, ...said.words.slice(end)];
}

/** What is said of the only one of its kind, and where that one belongs in it. */
interface Said {
  words: readonly Word[];
  leads: 'subject' | 'object' | 'place';
}

/** "the only service *that calls Y*", "the only one *with a key*", "the only language *permitted here*", "the only database *we use*". */
function saidOfOnly(words: readonly Word[], at: number, lexicon: Lexicon): Said | null {
  const last = Math.min(at + 3 + KIND_MAX, words.length - 1);
  for (let index = at + 4; index <= last; index += 1) {
    const word = words[index] as Word;
    const rest = words.slice(index + 1);
    if (isWord(word, 'where')) return { words: rest, leads: 'place' };
    if (isWord(word, 'that', 'which', 'who')) return { words: rest, leads: 'subject' };
    if (isWord(word, 'with')) return { words: [wordOf('has', word, 'has', lexicon), ...rest], leads: 'subject' };
    if (index === at + 4 && isWord(word, 'we', 'you', 'our', 'the'))
      return { words: words.slice(index), leads: 'object' };
    if (isParticiple(word, lexicon)) return { words: [words[at] as Word, ...words.slice(index)], leads: 'subject' };
  }
  return null;
}

/** "permitted", "used", where it stands behind a noun. */
function isParticiple({ lower, lemma, kind }: Word, { verbs }: Lexicon): boolean {
  return kind === 'word' && lower !== lemma && lower.endsWith('ed') && verbs.has(lemma);
}

function onlyAt(word: Word, lexicon: Lexicon): Word {
  return wordOf('only', word, 'only', lexicon);
}

/** "Admins alone may …", "is read by admins alone", not "works alone". */
function foldAlone(all: readonly Word[], lexicon: Lexicon): Word[] {
  const words = withoutEcho(all);
  const of = words.findIndex(
    (word, index) => index > 0 && isWord(word, 'alone') && isOfSubject(words, index, all, lexicon),
  );
  if (of > 0) return [onlyAt(words[of] as Word, lexicon), ...words.slice(0, of), ...words.slice(of + 1)];
  return words.map((word, index) => {
    if (!isWord(word, 'alone') || index === 0) return word;
    const isLast = words[index + 1]?.kind === 'mark' || index + 1 === words.length;
    const isNamed =
      isLast && words.slice(Math.max(0, index - 3), index - 1).some((before) => isWord(before, 'by', 'to', 'with'));
    return isNamed ? onlyAt(word, lexicon) : word;
  });
}

/** "Editors *alone* may publish", "Editors and editors *alone* publish" */
function isOfSubject(words: readonly Word[], at: number, all: readonly Word[], lexicon: Lexicon): boolean {
  const next = words[at + 1];
  return next !== undefined && (isAuxiliary(next, lexicon) || words !== all);
}

/** "editors and editors alone" says "editors alone". */
function withoutEcho(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(
    (word, index) =>
      isWord(word, 'and') &&
      isWord(words[index + 2], 'alone', 'only') &&
      words[index - 1] !== undefined &&
      words[index - 1]?.lower === words[index + 1]?.lower,
  );
  return at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
}

const STRESSED_MAX = 4;

/** "It is the loader that writes X": "The loader writes X". */
function withoutItIs(words: readonly Word[]): readonly Word[] {
  const that = words.findIndex((word) => isWord(word, 'that', 'which', 'who'));
  const stressed = words.slice(2, Math.max(that, 2));
  const isNamed = isWord(stressed[0], 'the', 'our') || stressed[0]?.capital === true;
  const isPlain = stressed.length <= STRESSED_MAX && stressed.every(({ kind }) => kind !== 'mark');
  if (!isWord(words[0], 'it') || !isWord(words[1], 'is', 'was') || !isNamed || !isPlain) return words;
  return isWord(stressed[0], 'the') && isWord(stressed[1], 'case') ? words : [...stressed, ...words.slice(that + 1)];
}
