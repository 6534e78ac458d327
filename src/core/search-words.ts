import { nameKey } from './name.js';

/** Most words that one text is found by: hardly a statement of 8000 characters has more. */
export const WORDS_MAX = 1000;
/** A word is found by its beginning of so many letters, so that derivations meet: "compaction", "compacted". */
const ROOT_MAX = 6;
/** Of what is no plain word: a code, a number, a name in another script. */
const ODD_MAX = 32;

const PLAIN = /^\p{L}+$/u;
const VOWEL = /[aeiouy]/;
/** Scripts that leave no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The words that a text is found by, in its order, each once: without the words that every text has, cut to what their
 * inflections share. What it answers is stored, so that it may depend on nothing that changes but the list of those words.
 * @param common words in lower case that say nothing by themselves
 */
export function searchWords(text: string, common: ReadonlySet<string>, most: number = WORDS_MAX): string[] {
  return [...wordsByRoot(text, common, most).keys()];
}

/** By what a text is found by, in its order, the whole word of it that comes first: in lower case, without accents. */
export function wordsByRoot(text: string, common: ReadonlySet<string>, most: number = WORDS_MAX): Map<string, string> {
  const found = new Map<string, string>();
  for (const word of wordsOf(text)) {
    if (common.has(word)) continue;
    const root = searchRoot(word);
    if (!found.has(root)) found.set(root, word);
    if (found.size === most) break;
  }
  return found;
}

/** The words of a text as they are compared: in lower case, without accents and punctuation. */
export function* wordsOf(text: string): Generator<string> {
  for (const word of nameKey(text).split(' ')) {
    if (word === '') continue;
    if (UNSPACED.test(word)) yield* pairsOf(word);
    else yield word;
  }
}

/** Each two characters that stand side by side. */
function* pairsOf(word: string): Generator<string> {
  const characters = [...word];
  if (characters.length < 2) yield word;
  for (let at = 0; at + 2 <= characters.length; at++) yield `${characters[at]}${characters[at + 1]}`;
}

/** What the inflections and most derivations of a word share. */
export function searchRoot(word: string): string {
  const stem = searchStem(word);
  const most = PLAIN.test(word) ? ROOT_MAX : ODD_MAX;
  return stem.length <= most ? stem : [...stem].slice(0, most).join('');
}

/** What the inflections of a word share, whole. */
export function searchStem(word: string): string {
  return PLAIN.test(word) ? smoothed(withoutEnding(singular(word))) : word;
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh|z)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutEnding(word: string): string {
  const cut = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
  const rest = word.slice(0, word.length - cut);
  return rest.length > 1 && VOWEL.test(rest) ? rest : word;
}

/** "planned" and "plan", "cache" and "caching", "policy" and "policies" end alike. */
function smoothed(word: string): string {
  const last = word.at(-1);
  if (word.length > 2 && last === word.at(-2)) return word.slice(0, -1);
  if (word.length > 2 && last === 'e') return word.slice(0, -1);
  return word.length > 2 && last === 'y' ? `${word.slice(0, -1)}i` : word;
}
