import type { Lexicon } from '../../../core/lexicon.js';
import type { Without } from '../../../core/parts.js';
import { changed, isWord, type Word } from '../1-tokens/word.js';
import { coordinated } from './coordination.js';
import { opensSubject } from './finite.js';
import { type HasBegun, withoutNotes } from './notes.js';
import { type Segment, segments } from './segments.js';

/**
 * The clauses of a statement, each of which becomes one norm: sentences, what has a subject and a verb of its own beside
 * another clause, and parts after "and" or "but" that bring their own modality. Adjuncts are set apart from them.
 */
export function clauses(words: readonly Word[], lexicon: Lexicon, without: Without, hasBegun: HasBegun): Segment[] {
  return sentences(words, lexicon).flatMap((whole) => {
    const noted = without.has('split:notes') ? { words: whole, notes: [] } : withoutNotes(whole, lexicon, hasBegun);
    return ofSentence(noted.words, lexicon, without).map(({ words: own, adjuncts }) => ({
      words: own,
      adjuncts: noted.notes.length === 0 ? adjuncts : [...noted.notes, ...adjuncts],
    }));
  });
}

function ofSentence(whole: readonly Word[], lexicon: Lexicon, without: Without): Segment[] {
  return afterthoughts(withIf(whole, lexicon), lexicon)
    .flatMap((sentence) =>
      without.has('split:segments') ? [{ words: sentence, adjuncts: [] }] : segments(sentence, lexicon),
    )
    .flatMap(({ words: own, adjuncts }) => coordinated(own, lexicon).map((clause) => ({ words: clause, adjuncts })));
}

/** "*Should* the primary fail, promote …", "*Had* he lived, …": "if", where a subject follows and the clause goes on behind a comma. */
function withIf(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const [first, subject] = words;
  if (first === undefined || !isWord(first, 'should', 'were', 'had') || !opensSubject(subject, lexicon)) return words;
  const comma = words.findIndex((word) => isWord(word, ','));
  const isAsked = isWord(words.at(-1), '?');
  return comma > 2 && !isAsked ? [changed(first, { lower: 'if', lemma: 'if' }), ...words.slice(1)] : words;
}

/** The sentences of a text. */
export function sentences(words: readonly Word[], lexicon: Lexicon): Word[][] {
  const found: Word[][] = [];
  let current: Word[] = [];
  const isInside = words.some(isSemicolon) ? insideBrackets(words) : [];
  words.forEach((word, index) => {
    current.push(word);
    if (isSemicolon(word) && isInside[index] === true) return;
    if (!endsSentence(word, words[index - 1], words[index + 1], lexicon) || isOfInitial(words, index, lexicon)) return;
    found.push(current);
    current = [];
  });
  found.push(current);
  return found.filter((sentence) => sentence.some((word) => word.kind !== 'mark'));
}

function isSemicolon({ lower }: Word): boolean {
  return lower === ';';
}

/** For each word whether it stands in brackets that are closed: "(sources: the annals; the ledger)" is one remark. */
function insideBrackets(words: readonly Word[]): boolean[] {
  const isInside = new Array<boolean>(words.length).fill(false);
  let open = -1;
  for (const [at, word] of words.entries()) {
    if (isWord(word, '(') && open < 0) open = at;
    if (!isWord(word, ')') || open < 0) continue;
    isInside.fill(true, open, at);
    open = -1;
  }
  return isInside;
}

function endsSentence(word: Word, before: Word | undefined, after: Word | undefined, lexicon: Lexicon): boolean {
  if (word.kind !== 'mark' || !/^[.!?;]$/.test(word.lower)) return false;
  if (word.lower === ';' || after === undefined) return true;
  if (before !== undefined && lexicon.grammar.abbreviations.has(before.lower)) return false;
  return after.start > word.end && (after.capital || after.kind === 'code' || after.kind === 'mark');
}

/** "owned by *M.* Lopez", "*J. R.* Smith", but not "as in plan *B.* Deploy …": a name goes on after its first letter. */
function isOfInitial(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [letter, name] = [words[at - 1], words[at + 1]];
  if (!isInitial(letter) || letter?.end !== words[at]?.start || !isWord(words[at], '.')) return false;
  if (name?.kind !== 'word' || !name.capital || (!isInitial(name) && isOtherThanName(name, lexicon))) return false;
  const before = words[at - 2];
  if (before === undefined || isWord(before, '.')) return isWord(before, '.') ? isInitial(words[at - 3]) : true;
  const isFunctional = lexicon.functionWords.has(before.lower) || lexicon.kinds.prepositions.has(before.lower);
  return isFunctional || lexicon.grammar.given_names.has(before.lower);
}

function isInitial(word: Word | undefined): boolean {
  return word?.kind === 'word' && /^\p{Lu}$/u.test(word.text);
}

function isOtherThanName({ lower }: Word, { verbs, functionWords, kinds }: Lexicon): boolean {
  return verbs.has(lower) || functionWords.has(lower) || kinds.prepositions.has(lower) || kinds.adverbs.has(lower);
}

const SENTENCE_MIN = 4;

/** "We check lengths – passwords need not be changed": a dash or colon between two sentences. A pair of dashes is none. */
function afterthoughts(sentence: readonly Word[], lexicon: Lexicon): (readonly Word[])[] {
  const marks = sentence.flatMap(({ kind, lower }, at) => (kind === 'mark' && /^[:–—]$/.test(lower) ? [at] : []));
  const [at, ...others] = marks;
  if (at === undefined || others.length > 0) return [sentence];
  const [before, after] = [sentence.slice(0, at), sentence.slice(at + 1)];
  const areLong = before.length >= SENTENCE_MIN && after.length >= SENTENCE_MIN;
  if (!areLong || lexicon.kinds.auxiliaries.has(before.at(-1)?.lower ?? '')) return [sentence];
  return hasVerb(before, lexicon) && hasVerb(after, lexicon) ? [sentence.slice(0, at + 1), after] : [sentence];
}

/** A verb that surely is one: an auxiliary or modal verb, or what follows "we". */
function hasVerb(words: readonly Word[], { kinds, modality, negators, verbs }: Lexicon): boolean {
  let before: Word | undefined;
  return words.some((word, index) => {
    const { lower, kind } = word;
    if (index > 0 && kind === 'word') {
      if (kinds.auxiliaries.has(lower) || modality.has(lower)) return true;
      if (verbs.has(lower) && isWord(before, 'we', 'they', 'you')) return true;
    }
    if (!kinds.adverbs.has(lower) && !negators.has(lower)) before = word;
    return false;
  });
}
