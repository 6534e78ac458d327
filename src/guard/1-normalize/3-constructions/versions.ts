import type { Lexicon } from '../../../core/lexicon.js';
import { oncePer } from '../../../core/once-per.js';
import type { VersionDigits } from '../../../core/version.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';

/** How many words between a product and its version are looked at: "Python *must be at least* 3.9". */
const BETWEEN_MAX = 8;
/** Most words of the name of a product. */
const NAME_MAX = 3;

const WHOLE = /^\d+(?:\.\d+)?$/;
/** "1.9", but hardly any version begins with 0 where nothing else tells one. */
const DOTTED = /^[1-9]\d*\.\d+$/;

/**
 * The digits of a bare number that is a version, as the word or a product beside it tells, or may be one, as two parts with a
 * dot between them may; null where it is a plain number.
 */
export function versionAt(words: readonly Word[], at: number, lexicon: Lexicon): VersionDigits | null {
  const digits = words[at]?.kind === 'number' ? (words[at]?.lower ?? '') : '';
  if (!WHOLE.test(digits)) return null;
  const { decimal } = lexicon.grammar;
  const isSure = isAbout(words, lexicon.grammar.versioned) || isTag(words, at) || isOfProduct(words, at, lexicon);
  if (!isSure && (!DOTTED.test(digits) || isAbout(words, decimal))) return null;
  return { isSure, min: digits, max: digits };
}

const lemmas = oncePer((words: readonly Word[]) => new Set(words.map(({ lemma }) => lemma)));

/** "the *version* of the schema is 2", "the *price* is 1.5" */
function isAbout(words: readonly Word[], nouns: ReadonlySet<string>): boolean {
  const said = lemmas(words);
  for (const noun of nouns) if (said.has(noun)) return true;
  return false;
}

/** "node:22" */
function isTag(words: readonly Word[], at: number): boolean {
  const [name, colon, number] = words.slice(Math.max(0, at - 2), at + 1);
  return (
    name?.kind === 'word' && isWord(colon, ':') && colon?.start === name.end && number?.start === colon?.end && at > 1
  );
}

/** "Postgres 16", "Python must be at least 3.9": nothing of content stands between the two. */
function isOfProduct(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  for (let end = at; end > Math.max(0, at - BETWEEN_MAX); end -= 1) {
    if (endsProduct(words, end, lexicon)) return true;
    const word = words[end - 1];
    if (word === undefined || !isBetween(word, lexicon)) return false;
  }
  return false;
}

function isBetween(word: Word, { functionWords, kinds, grammar }: Lexicon): boolean {
  if (word.kind === 'number') return WHOLE.test(word.lower);
  if (word.kind === 'mark') return isWord(word, '<', '=', '>', '≤', '≥');
  if (functionWords.has(word.lower) || kinds.prepositions.has(word.lower)) return true;
  return [grammar.less, grammar.more, grammar.version_links].some((list) => isAmong(word, list));
}

/** Whether the name of a product ends right before a word. "Node" at the beginning may be a node, but not beside its version. */
function endsProduct(words: readonly Word[], end: number, lexicon: Lexicon): boolean {
  for (let from = end - 1; from >= Math.max(0, end - NAME_MAX); from -= 1) {
    const match = matchPhrase(words, from, lexicon.values);
    if (match?.end === end) return match.entry.class.startsWith('product:') && isName(words, from, end, lexicon);
  }
  return false;
}

/** "go to 1.5 km" names no product; "Go 1.22" does. */
function isName(words: readonly Word[], from: number, end: number, { verbs, nameOnly }: Lexicon): boolean {
  const first = words[from];
  if (first === undefined || end > from + 1) return true;
  return first.capital || !(verbs.has(first.lower) || nameOnly.has(first.lower));
}
