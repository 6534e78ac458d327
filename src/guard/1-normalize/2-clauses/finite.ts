import type { Lexicon } from '../../../core/lexicon.js';
import { isAuxiliary, isLexicalVerb } from '../1-tokens/verbs.js';
import { isAmong, isOfKind, isWord, type Word } from '../1-tokens/word.js';

/** A longer subject is hardly one. */
const SUBJECT_MAX = 14;

/**
 * Where the verb of a clause with a subject of its own stands, or -1: an auxiliary, a modal verb or a clear lexical verb, not
 * one of a relative clause.
 */
export function finiteVerb(words: readonly Word[], lexicon: Lexicon): number {
  for (let at = 1; at < words.length && at <= SUBJECT_MAX; at += 1) {
    const word = words[at] as Word;
    if (word.kind === 'mark' && !isHyphen(words, at)) return -1;
    const before = words[at - 1];
    if (lexicon.kinds.relatives.has(before?.lower ?? '')) continue;
    if (word.kind !== 'word') continue;
    if (isAuxiliary(word, lexicon) || isLexicalVerb(words, word, at, lexicon) || isAfterPronoun(words, at, lexicon))
      return at;
  }
  return -1;
}

/** "we *invoice* in euros": after "we" a word that may be a noun elsewhere is the verb. */
function isAfterPronoun(words: readonly Word[], at: number, { kinds }: Lexicon): boolean {
  const word = words[at] as Word;
  const isPlain = word.use === 'content' && !word.capital && !kinds.adverbs.has(word.lower);
  return at === 1 && isPlain && isWord(words[0], 'i', 'they', 'we', 'you');
}

/** "read-only": nothing but a hyphen stands between the two. */
function isHyphen(words: readonly Word[], at: number): boolean {
  const [before, mark, after] = words.slice(at - 1, at + 2);
  return mark?.lower === '-' && before?.end === mark.start && mark.end === after?.start;
}

/** Whether words are a main clause: a subject, its verb and something that is said with it. */
export function isMainClause(whole: readonly Word[], lexicon: Lexicon): boolean {
  const words = whole.at(-1)?.kind === 'mark' ? whole.slice(0, -1) : whole;
  const [first] = words;
  if (first === undefined || opensSubordinate(first, lexicon) || opensSubordinate(behindLabel(words), lexicon))
    return false;
  const verb = finiteVerb(words, lexicon);
  return verb > 0 && verb < words.length - 1 && !lexicon.kinds.prepositions.has(first.lower);
}

function opensSubordinate(word: Word | undefined, lexicon: Lexicon): boolean {
  return word !== undefined && (isAmong(word, lexicon.grammar.opens_subordinate) || word.opens !== null);
}

/** "Result: *If* the file is missing, …" */
function behindLabel(words: readonly Word[]): Word | undefined {
  const at = words.slice(0, LABEL_MAX + 1).findIndex((word) => isWord(word, ':'));
  return at > 0 ? words[at + 1] : undefined;
}

/** Words of a label. */
const LABEL_MAX = 3;

/** What a subject begins with that is told as known: "*the* rows", "*they*", "*our* tests", "*nobody*". */
export function opensSubject(word: Word | undefined, lexicon: Lexicon): boolean {
  if (word === undefined || word.kind === 'mark' || isAuxiliary(word, lexicon)) return false;
  if (isOfKind(word, lexicon, 'articles', 'determiners', 'pronouns')) return true;
  return word.capital || word.kind === 'code' || isAmong(word, lexicon.grammar.subjects);
}

/** An order: "use …", "do not …", "never commit …". */
export function isOrder(words: readonly Word[], lexicon: Lexicon): boolean {
  const first = words.findIndex((word) => !isWord(word, 'please', 'always', 'also', 'just', 'never'));
  const [word, next] = words.slice(Math.max(first, 0));
  if (word === undefined || next === undefined || word.kind !== 'word' || isWord(next, ':')) return false;
  if (isWord(word, 'do')) return isWord(next, 'not', 'never');
  if (!lexicon.verbs.has(word.lower)) return false;
  if (lexicon.kinds.articles.has(next.lower) || lexicon.kinds.determiners.has(next.lower)) return true;
  return finiteVerb(words.slice(Math.max(first, 0)), lexicon) < 0;
}

/** Whether words can stand as what is claimed: a clause or an order. */
export function canStand(words: readonly Word[], lexicon: Lexicon): boolean {
  return isMainClause(words, lexicon) || isOrder(words, lexicon);
}
