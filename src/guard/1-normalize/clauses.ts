import type { Lexicon } from '../../core/lexicon.js';
import { isInflectedVerb } from '../../core/stem.js';
import { matchPhrase } from './phrases.js';
import { isWord, type Word } from './word.js';

const ABBREVIATIONS = new Set(['e.g', 'i.e', 'etc', 'vs', 'cf', 'approx', 'resp', 'st', 'dr', 'mr', 'mrs', 'no']);
const MAX_CLAUSES = 8;

/**
 * The clauses of a statement, each of which becomes one norm: sentences, and parts after "and" or "but" that bring
 * their own modality. What is beyond the eighth clause stays with the eighth.
 */
export function clauses(words: readonly Word[], lexicon: Lexicon): Word[][] {
  const whole = sentences(words).flatMap((sentence) => afterthoughts(sentence, lexicon));
  const parts = whole.flatMap((sentence) => coordinated(sentence, lexicon));
  if (parts.length <= MAX_CLAUSES) return parts;
  return [...parts.slice(0, MAX_CLAUSES - 1), parts.slice(MAX_CLAUSES - 1).flat()];
}

/** The sentences of a text. */
export function sentences(words: readonly Word[]): Word[][] {
  const found: Word[][] = [];
  let current: Word[] = [];
  words.forEach((word, index) => {
    current.push(word);
    if (!endsSentence(word, words[index - 1], words[index + 1])) return;
    found.push(current);
    current = [];
  });
  found.push(current);
  return found.filter((sentence) => sentence.some((word) => word.kind !== 'mark'));
}

function endsSentence(word: Word, before: Word | undefined, after: Word | undefined): boolean {
  if (word.kind !== 'mark' || !/^[.!?;]$/.test(word.lower)) return false;
  if (word.lower === ';' || after === undefined) return true;
  if (before !== undefined && ABBREVIATIONS.has(before.lower)) return false;
  return after.start > word.end && (after.capital || after.kind === 'code' || after.kind === 'mark');
}

const SENTENCE_MIN = 4;

/** "We check lengths – passwords need not be changed": a dash or colon between two sentences. A pair of dashes is none. */
function afterthoughts(sentence: Word[], lexicon: Lexicon): Word[][] {
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
  return words.some(({ lower, kind }, index) => {
    if (index === 0 || kind !== 'word') return false;
    if (kinds.auxiliaries.has(lower) || modality.has(lower)) return true;
    const before = words
      .slice(0, index)
      .findLast((word) => !kinds.adverbs.has(word.lower) && !negators.has(word.lower));
    return verbs.has(lower) && isWord(before, 'we', 'they', 'you');
  });
}

/**
 * "X must do A and must not do B" → two clauses; the second repeats the subject of the first. Where no subject can be
 * told, the clause stays whole: without it the second would speak of anything.
 */
function coordinated(sentence: Word[], lexicon: Lexicon): Word[][] {
  const at = sentence.findIndex((word, index) => index > 1 && startsClause(word, sentence, index, lexicon));
  const own = sentence.findIndex((_, index) => index > 1 && startsSentence(sentence, index, lexicon));
  if (own > 0 && (at < 0 || own < at))
    return [sentence.slice(0, own), ...coordinated(sentence.slice(own + 1), lexicon)];
  if (at < 0) return [sentence];
  const head = sentence.slice(0, at);
  const tail = sentence.slice(at + 1);
  const subject = isWord(tail[0], 'do', 'never') ? [] : subjectOf(head, lexicon);
  if (subject === null) return [sentence];
  return [head, ...coordinated([...subject.map((word) => ({ ...word })), ...tail], lexicon)];
}

const ANYBODY = ['anybody', 'anyone', 'everybody', 'everyone', 'nobody', 'he', 'it', 'she', 'they', 'we', 'you'];

/** "X is public *and* anyone may read it": with a subject and a modal verb of its own, after a part that has its verb. */
function startsSentence(sentence: readonly Word[], index: number, lexicon: Lexicon): boolean {
  const [link, subject] = sentence.slice(index, index + 2);
  if (!isWord(link, 'and', 'but') || !isWord(subject, ...ANYBODY) || !modalAt(sentence, index + 2, lexicon))
    return false;
  return sentence.some(({ lower }, at) => at > 0 && at < index && lexicon.kinds.auxiliaries.has(lower));
}

/** What opens a time: "is closed and does not deliver *on* Sundays" may be said of both. */
const TIMES = ['after', 'at', 'before', 'during', 'from', 'in', 'on', 'until'];
/** What says of what time both are, or denies both. */
const COVERING = ['first', 'no', 'nobody', 'none', 'neither', 'never', 'now', 'then', 'today', 'yesterday'];

/** Whether what goes on may be said of the same time, place or case, or be denied with it: "is closed *on Sundays* and …", "*No* test is …". */
function hasCircumstance(head: readonly Word[], { kinds }: Lexicon): boolean {
  return head.some((word) => (kinds.prepositions.has(word.lower) && word.lower !== 'of') || isWord(word, ...COVERING));
}

/** What stands before the modal verb, or else before the first auxiliary; null where neither follows anything. */
function subjectOf(head: readonly Word[], lexicon: Lexicon): Word[] | null {
  const modal = head.findIndex((_, index) => modalAt(head, index, lexicon));
  const verb = modal >= 0 ? modal : head.findIndex((word) => lexicon.kinds.auxiliaries.has(word.lower));
  return verb > 0 ? head.slice(0, verb) : null;
}

function startsClause(word: Word, sentence: readonly Word[], index: number, lexicon: Lexicon): boolean {
  if (!isWord(word, 'and', 'but')) return false;
  const next = sentence[index + 1];
  if (next === undefined) return false;
  const opensImperative = lexicon.verbs.has(sentence[0]?.lower ?? '') || isWord(sentence[0], 'do', 'never', 'always');
  const isProhibition =
    opensImperative && (isWord(next, 'never') || (isWord(next, 'do') && isWord(sentence[index + 2], 'not')));
  return isProhibition || modalAt(sentence, index + 1, lexicon) || goesOn(sentence, index, lexicon);
}

const FINITE = ['is', 'are', 'was', 'were', 'has', 'have', 'had', 'does', 'did'];
const SUBORDINATES = new Set([
  'although',
  'because',
  'if',
  'once',
  'since',
  'that',
  'unless',
  'until',
  'when',
  'where',
  'which',
  'while',
  'who',
  'whose',
]);

/** Whether a sentence has a clause inside it, so that what is said of what is no longer plain. */
export function hasSubordinate(sentence: readonly Word[]): boolean {
  return sentence.some(({ lower }) => SUBORDINATES.has(lower));
}

/** "Lunch is not included *and costs* extra", "was closed *and is* closed still": of the same subject, in a sentence that is plain. */
function goesOn(sentence: readonly Word[], index: number, lexicon: Lexicon): boolean {
  const [head, next, rest] = [sentence.slice(0, index), sentence[index + 1], sentence.slice(index + 2)];
  if (next === undefined || rest.length === 0 || hasSubordinate(sentence)) return false;
  if (!head.some(({ lower }) => FINITE.includes(lower)) || FINITE.includes(head.at(-1)?.lower ?? '')) return false;
  if (isWord(head[0], 'a', 'an') || hasCircumstance(head, lexicon) || rest.some((word) => isWord(word, ...TIMES)))
    return false;
  if (isWord(next, ...FINITE)) return true;
  const isVerb = next.kind === 'word' && next.lower.endsWith('s') && isInflectedVerb(next.lower, lexicon);
  return isVerb && !rest.some(({ lower }) => lexicon.kinds.auxiliaries.has(lower));
}

/** Whether a core modal verb ("must", "should not") stands at a word. */
function modalAt(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  const match = matchPhrase(words, index, lexicon.modality);
  return match !== null && match.entry.kind === 'auxiliary' && match.end === index + 1;
}
