import type { Lexicon } from '../../../core/lexicon.js';
import { withoutTitle } from '../../../core/name.js';
import { numeral } from '../1-tokens/numerals.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';

/** A name in a clause. `end` is the index after it. */
export interface Name {
  key: string;
  /** The key without title and epithet, where it has one. */
  short?: string;
  words: readonly Word[];
  end: number;
}

const NAME_MAX = 7;
const QUOTES = ['"', "'", '“', '”', '‘', '’'];
/**
 * The proper name that begins at a word: capitalised words, joined by "of", "the" and the like, perhaps in quotes or
 * after an article. Common nouns, roles and products are no names of what a story tells of.
 */
export function nameAt(words: readonly Word[], at: number, lexicon: Lexicon): Name | null {
  const isQuoted = isWord(words[at], ...QUOTES);
  const start = isQuoted ? at + 1 : at;
  const first = isWord(words[start], 'the') ? start + 1 : start;
  const end = nameEnd(words, first, lexicon);
  if (end === first || end - first > NAME_MAX) return null;
  const parts = words.slice(first, end);
  if (isQuoted && !isWord(words[end], ...QUOTES)) return null;
  if (!isProper(parts, words, first, lexicon)) return null;
  const key = parts.map(({ lower }) => lower).filter((part) => part !== '-');
  const short = withoutTitle(key, lexicon.relations);
  const name = { key: key.join(' '), words: parts, end: isQuoted ? end + 1 : end };
  return short.length === key.length ? name : { ...name, short: short.join(' ') };
}

function nameEnd(words: readonly Word[], first: number, lexicon: Lexicon): number {
  let end = first;
  while (isNameWord(words[end], lexicon)) {
    end += 1;
    const joint = jointEnd(words, end, lexicon);
    if (joint > end && isNameWord(words[joint], lexicon)) end = joint;
  }
  return end;
}

function isNameWord(word: Word | undefined, { functionWords, kinds, negators, conditions }: Lexicon): boolean {
  if (word?.kind !== 'word' || !word.capital) return false;
  const { lower } = word;
  const isOther = functionWords.has(lower) || kinds.prepositions.has(lower) || negators.has(lower);
  return !isOther && !conditions.has(lower) && numeral(lower) === null;
}

/** Index after what may join two parts of a name: "of the", "the", "von", a hyphen. */
function jointEnd(words: readonly Word[], at: number, lexicon: Lexicon): number {
  const word = words[at];
  if (word === undefined) return at;
  if (word.lower === '-') return word.start === words[at - 1]?.end && words[at + 1]?.start === word.end ? at + 1 : at;
  if (isPossessive(words[at - 1])) return at;
  const of = isWord(word, 'of') || isAmong(word, lexicon.grammar.name_particles) ? at + 1 : at;
  return isWord(words[of], 'the') ? of + 1 : of;
}

/** "Oswin's": what follows belongs to the name, but is no part of it. */
export function isPossessive(word: Word | undefined): boolean {
  return word !== undefined && /(?:['’]s|s['’])$/i.test(word.text);
}

/** A capital at the beginning of a sentence says nothing by itself. */
function isProper(parts: readonly Word[], words: readonly Word[], first: number, lexicon: Lexicon): boolean {
  const [word] = parts;
  if (word === undefined || parts.every((part) => isCommon(part, lexicon))) return false;
  const opensSentence = words.slice(0, first).every(({ kind }) => kind === 'mark');
  if (!opensSentence) return true;
  if (lexicon.relations.openers.has(word.lower) || word.lower.endsWith('ly')) return false;
  return parts.length > 1 || !mayBeCommon(word, lexicon);
}

/** A role, a value, a place to deploy to, or a word for a thing of some kind. */
function isCommon({ lower, lemma }: Word, lexicon: Lexicon): boolean {
  if (lexicon.relations.nouns.has(lower) || lexicon.environments.has(lower)) return true;
  if (lexicon.slotHeads.has(lemma) || lexicon.genericNouns.has(lemma)) return true;
  return lexicon.values.get(lower)?.alone !== undefined;
}

/** "Guards", "Marketing", "Support": in capitals only because a sentence begins. */
function mayBeCommon({ lower, lemma }: Word, { verbs }: Lexicon): boolean {
  return verbs.has(lower) || lower !== lemma || lower.endsWith('ing');
}
