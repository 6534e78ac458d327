import type { Lexicon, ModalForm } from '../../../core/lexicon.js';
import { type Modality, negate } from '../../../core/modality.js';
import { isInflectedVerb } from '../../../core/stem.js';
import { matchPhrase, type PhraseMatch } from '../1-tokens/phrases.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import { embedded } from './embedded.js';

/** Where the modality of a clause was found. `start` and `end` are word indices, end exclusive. */
export interface Mood {
  modality: Modality;
  kind: ModalForm['kind'] | 'imperative' | 'fact' | 'requirement';
  start: number;
  end: number;
  /** What it says where the subject is denied: "no review is required" allows to omit it. */
  denied?: Modality;
}

const FORMS = new Map([
  ...['am', 'is', 'are', 'was', 'were', 'be', 'been', 'being'].map((form) => [form, 'be'] as const),
  ['has', 'have'],
  ['having', 'have'],
  ['needs', 'need'],
]);

/** Function verbs in the form in which the lexicon lists them. */
export function verbForm({ kind, lower }: Word): string {
  return kind === 'word' ? (FORMS.get(lower) ?? lower) : '';
}

/** Reads the modality of a clause and takes its words, negations included, out of the content. */
export function readMood(words: readonly Word[], imperative: number | null, lexicon: Lexicon): Mood {
  const mood = openingMood(words, lexicon) ?? modalMood(words, lexicon) ?? plainMood(words, imperative, lexicon);
  for (const word of words.slice(mood.start, mood.end)) word.use = 'modality';
  return { ...mood, modality: foldNegations(words, mood, lexicon) };
}

/** "Avoid …", "Make sure to …" at the beginning. */
function openingMood(words: readonly Word[], lexicon: Lexicon): Mood | null {
  const start = firstMain(words);
  const match = matchPhrase(words, start, lexicon.modality);
  if (match === null || (match.entry.kind !== 'opening' && match.entry.kind !== 'clause')) return null;
  return { modality: match.entry.plain, kind: match.entry.kind, start, end: match.end };
}

/** Index of the first word that is neither a mark, a condition, nor a word without weight such as "please". */
export function firstMain(words: readonly Word[]): number {
  const at = words.findIndex((word) => word.role !== 'condition' && word.use === 'content' && !isFiller(word));
  return at < 0 ? words.length : at;
}

function isFiller(word: Word): boolean {
  return isWord(word, 'please', 'always', 'also', 'then', 'therefore', 'instead', 'just', 'generally', 'otherwise');
}

function modalMood(words: readonly Word[], lexicon: Lexicon): Mood | null {
  const skip = ({ lower }: Word) =>
    lower === '-' ||
    lexicon.negators.has(lower) ||
    lexicon.kinds.adverbs.has(lower) ||
    lexicon.modalNouns.stress.has(lower);
  // Most clauses have no modal verb.
  let inside: ReadonlySet<number> | null = null;
  for (let start = 0, word = words[start]; word !== undefined; start += 1, word = words[start]) {
    if (word.role === 'condition' || word.kind !== 'word' || word.isMentioned) continue;
    const match = matchPhrase(words, start, lexicon.modality, verbForm, skip);
    if (match === null || inRelative(words, start, lexicon)) continue;
    inside ??= embedded(words, lexicon);
    if (inside.has(start)) continue;
    if (opensOnly(match.entry) || isVerbUse(words, start, match) || isAim(words, match, lexicon)) continue;
    const denied = match.skipped.find((at) => lexicon.negators.has(words[at]?.lower ?? ''));
    if (denied !== undefined && isInside(words, denied, match.end)) {
      return { modality: negate(match.entry.plain), kind: match.entry.kind, start, end: match.end };
    }
    const entry = beforeNoun(words, match.end, match.entry);
    return withNegation(words, start, match.end, entry, denied !== undefined, lexicon);
  }
  return null;
}

/** "is banned from entering" goes on with what is banned, "is banned from the site" has said it before. */
function beforeNoun(words: readonly Word[], end: number, entry: ModalForm): ModalForm {
  if (!isWord(words[end - 1], 'from', 'against')) return entry;
  const next = words[end];
  return next?.kind !== 'word' || next.lower.endsWith('ing') ? entry : { ...entry, kind: 'predicate' };
}

function opensOnly({ kind }: ModalForm): boolean {
  return kind === 'opening' || kind === 'clause';
}

/** "is required not to": what is denied is the content, not the rule. */
function isInside(words: readonly Word[], denied: number, end: number): boolean {
  return denied === end - 2 && isWord(words[end - 1], 'to');
}

/** "is required by the policy" says who requires it: a verb, no modality. "May be skipped by guests" says who may. */
function isVerbUse(words: readonly Word[], start: number, { entry, end }: PhraseMatch<ModalForm>): boolean {
  return entry.kind === 'predicate' && !isWord(words[start], 'can', 'could', 'may') && isWord(words[end], 'by', 'as');
}

/** "The goal is to be fast" says what something is for; "reports *are to be* signed" orders. */
function isAim(words: readonly Word[], { end }: PhraseMatch<ModalForm>, lexicon: Lexicon): boolean {
  const done = words[end];
  if (!isWord(words[end - 1], 'be') || !isWord(words[end - 2], 'to')) return false;
  return done?.kind !== 'word' || done.lower.endsWith('ing') || !isInflectedVerb(done.lower, lexicon);
}

/** A modal verb right after "that", "which" or "who" belongs to a relative clause. */
function inRelative(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  let at = index - 1;
  while (at > 0 && lexicon.kinds.adverbs.has(words[at]?.lower ?? '')) at -= 1;
  return at > 0 && isWord(words[at], 'that', 'which', 'who', 'whom');
}

function withNegation(
  words: readonly Word[],
  start: number,
  end: number,
  entry: ModalForm,
  denied: boolean,
  lexicon: Lexicon,
): Mood {
  const before = denied || deniedBefore(words, start, lexicon);
  const first = before ? start - (denied ? 0 : 1) : start;
  const modality = before ? entry.negated : entry.plain;
  const after = denialAfter(words, end, lexicon);
  const outer = before ? entry.plain : entry.negated;
  if (after === null) return { modality, kind: entry.kind, start: first, end, denied: outer };
  const isOneWord = end === start + 1;
  return { modality: isOneWord ? entry.negated : negate(modality), kind: entry.kind, start: first, end: after };
}

function deniedBefore(words: readonly Word[], start: number, lexicon: Lexicon): boolean {
  const word = words[start - 1];
  return word !== undefined && lexicon.negators.has(word.lower) && word.lower !== 'no';
}

/** Index after a negation that follows the modal directly, or null. "not only" is none. */
function denialAfter(words: readonly Word[], end: number, lexicon: Lexicon): number | null {
  const at = lexicon.kinds.adverbs.has(words[end]?.lower ?? '') ? end + 1 : end;
  if (!isWord(words[at], 'not', 'never')) return null;
  return matchPhrase(words, at, lexicon.cleft) === null ? at + 1 : null;
}

function plainMood(words: readonly Word[], imperative: number | null, lexicon: Lexicon): Mood {
  if (imperative === null) return { modality: 'is', kind: 'fact', start: 0, end: 0 };
  const modality: Modality = words[imperative]?.lemma === 'prefer' ? 'should' : 'must';
  const start = openingOf(words, imperative, lexicon);
  const isDenied = words.slice(start, imperative).some((word) => lexicon.negators.has(word.lower));
  return { modality: isDenied ? negate(modality) : modality, kind: 'imperative', start, end: imperative };
}

/** Where "do not", "never" or "always" before an imperative verb begin. */
function openingOf(words: readonly Word[], imperative: number, lexicon: Lexicon): number {
  let at = imperative;
  for (let word = words[at - 1]; word !== undefined; word = words[at - 1]) {
    const opens =
      lexicon.negators.has(word.lower) || lexicon.kinds.adverbs.has(word.lower) || isWord(word, 'do', 'please');
    if (!opens) break;
    at -= 1;
  }
  return at;
}

/**
 * Every further negation of the main clause turns the modality round; one inside another clause stays content, and
 * "nor" goes on with the negation before it.
 */
function foldNegations(words: readonly Word[], mood: Mood, lexicon: Lexicon): Modality {
  const isMain = mainWords(words, mood, lexicon);
  let modality = mood.modality;
  for (const [index, word] of words.entries()) {
    if (isMain[index] !== true || !denies(words, index, lexicon)) continue;
    word.use = isEchoed(words, index, lexicon) ? 'function' : 'negation';
    if (word.use === 'function') continue;
    const next = words[index + 1];
    if (isWord(word, 'no') && next !== undefined && isWord(next, 'longer')) next.use = 'function';
    modality = turned(modality, index, mood);
  }
  return modality;
}

/** What a modality becomes by a negation at a word: one of the subject may say something else than one of the rule. */
function turned(modality: Modality, index: number, mood: Mood): Modality {
  const isSubject = index < mood.start && modality === mood.modality && mood.denied !== undefined;
  if (isSubject) return mood.denied ?? modality;
  return modality === 'may' ? 'must_not' : negate(modality);
}

/** A negation, but not "not only". */
function denies(words: readonly Word[], index: number, { negators, cleft }: Lexicon): boolean {
  const word = words[index];
  return (
    word?.kind === 'word' && !word.isMentioned && negators.has(word.lower) && matchPhrase(words, index, cleft) === null
  );
}

/** "neither A *nor* B", "not A *nor* B" */
function isEchoed(words: readonly Word[], index: number, { negators }: Lexicon): boolean {
  return isWord(words[index], 'nor') && words.slice(0, index).some(({ lower }) => negators.has(lower));
}

/** Which words belong to the main clause: not to a condition, a bracket, or a clause that hangs on another word. */
function mainWords(words: readonly Word[], mood: Mood, lexicon: Lexicon): boolean[] {
  let isHanging = false;
  let depth = 0;
  return words.map((word, index) => {
    if (index === mood.start && mood.end > mood.start) isHanging = false;
    if (opensClause(words, index, lexicon)) isHanging = true;
    depth += Number(word.lower === '(') - Number(word.lower === ')');
    return !isHanging && depth <= 0 && word.role !== 'condition' && word.use === 'content';
  });
}

/** A relative clause, a reason, a contrast after a comma (", not swallowed"), or another verb of the same subject ("and is not open"). */
function opensClause(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  const word = words[index];
  if (index === 0) return false;
  if (isWord(word, 'not')) return isWord(words[index - 1], ',');
  if (isWord(word, 'and', 'but')) return opensVerb(words, index + 1, lexicon);
  return isWord(word, 'that', 'which', 'who', 'because', 'so');
}

/** "is", "do not", "never", "none": what is denied after these is not what was said before. */
function opensVerb(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  return isAmong(words[at], lexicon.grammar.finite) || isWord(words[at], 'do', 'never', 'none', 'neither');
}
