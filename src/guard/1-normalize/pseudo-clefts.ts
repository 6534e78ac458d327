import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const PLACED = ['at', 'by', 'from', 'in', 'on', 'through', 'with'];
const DATES = ['date', 'day', 'month', 'year'];
const NAMED_MAX = 6;
const SAID_MIN = 3;

/**
 * What one sentence puts first to stress it, in its plain place: "It was in May that the shop closed" as "The shop closed in
 * May", "Oslo is where the archive is kept" as "The archive is kept in Oslo", "5 May is the day the lease ends" as "The
 * lease ends on 5 May", "Redis is what the cache runs on" as "The cache runs on Redis".
 */
export function foldPseudoClefts(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  return itWasThere(words) ?? turned(words, lexicon) ?? words;
}

/** "It was in May that …" */
function itWasThere(words: readonly Word[]): readonly Word[] | null {
  const that = words.findIndex((word) => isWord(word, 'that'));
  const isPlaced = isWord(words[0], 'it') && isWord(words[1], 'is', 'was') && isWord(words[2], ...PLACED);
  if (!isPlaced || that < 0 || that > 2 + NAMED_MAX) return null;
  const { said, end } = parted(words.slice(that + 1));
  return said.length < SAID_MIN ? null : [...said, ...words.slice(2, that), ...end];
}

/** "X is where …", "X is what …", "X is the day …" */
function turned(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const be = words.findIndex((word) => isWord(word, 'is', 'was'));
  const name = words.slice(0, be);
  if (be < 1 || be > NAMED_MAX || name.some(({ kind, lower }) => kind === 'mark' || lower === 'that')) return null;
  const opened = opening(words, be + 1, name);
  if (opened === null) return null;
  const { said, end } = parted(words.slice(opened.at));
  if (said.length < SAID_MIN || !hasVerb(said, lexicon)) return null;
  const first = words[be] as Word;
  const link = { ...wordOf(opened.link, first.start, opened.link, lexicon), end: first.end };
  return [...said, ...(opened.link === '' || isWord(said.at(-1), ...PLACED) ? [] : [link]), ...name, ...end];
}

/** Where the sentence begins that the name belongs to, and the preposition that links it there. */
function opening(words: readonly Word[], at: number, name: readonly Word[]): { at: number; link: string } | null {
  const [first, noun, link] = words.slice(at, at + 3);
  if (isWord(first, 'where')) return { at: at + 1, link: 'in' };
  if (isWord(first, 'what')) return { at: at + 1, link: '' };
  if (!isWord(first, 'the') || !isWord(noun, ...DATES) || !name.some(isNumbered)) return null;
  const from = isWord(link, 'when', 'that') ? at + 3 : isWord(link, 'on', 'in') ? at + 4 : at + 2;
  return { at: from, link: isWord(noun, 'date', 'day') ? 'on' : 'in' };
}

function isNumbered({ kind }: Word): boolean {
  return kind === 'number';
}

/** A subject with its verb; "is where to look", "is what matters" have none of their own. */
function hasVerb(said: readonly Word[], { kinds, verbs }: Lexicon): boolean {
  const opensSubject =
    kinds.articles.has(said[0]?.lower ?? '') || said[0]?.capital === true || isWord(said[0], 'we', 'our');
  return opensSubject && said.slice(1).some(({ lower, lemma }) => kinds.auxiliaries.has(lower) || verbs.has(lemma));
}

/** A sentence without its full stop. */
function parted(words: readonly Word[]): { said: readonly Word[]; end: readonly Word[] } {
  const at = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  return { said: words.slice(0, at), end: words.slice(at) };
}
