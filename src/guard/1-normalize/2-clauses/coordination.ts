import type { Lexicon } from '../../../core/lexicon.js';
import { isInflectedVerb } from '../../../core/stem.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isAuxiliary, isPastForm } from '../1-tokens/verbs.js';
import { changed, isAmong, isOfKind, isWord, type Word } from '../1-tokens/word.js';
import { finiteVerb, isOrder } from './finite.js';

/** A longer subject is not repeated: the sentence stays whole from there on. */
const SUBJECT_MAX = 40;

/**
 * "X must do A and must not do B" → two clauses; the second repeats the subject of the first. Where no subject can be
 * told, the clause stays whole: without it the second would speak of anything.
 */
export function coordinated(sentence: readonly Word[], lexicon: Lexicon): Word[][] {
  const words = [...sentence];
  const lasts = lastsOf(words, lexicon);
  const found: Word[][] = [];
  let start = 0;
  let own = 0;
  for (;;) {
    const link = firstLink(words, openingOf({ words, start, own }, lasts, lexicon), lexicon);
    if (link === null) break;
    const head = words.slice(start, link.at);
    const subject =
      link.repeats === 'nothing' ? [] : link.repeats === 'subject' ? subjectOf(head, lexicon) : link.repeats;
    if (subject === null || subject.length > SUBJECT_MAX) break;
    found.push(head);
    own = link.at + 1;
    start = own - subject.length;
    // The subject fits in front of what goes on: it is a part of the words that are done with.
    for (const [at, word] of subject.entries()) words[start + at] = changed(word, {});
  }
  return [...found, words.slice(start)];
}

/** The words from `start` on are read as a sentence; those before `own` repeat a subject. */
interface Line {
  words: readonly Word[];
  start: number;
  own: number;
}

type Lasts = Record<'time' | 'auxiliary' | 'subordinate', number>;

/** What is known of a line before its links are looked at: where the last word of each kind stands. */
interface Opening {
  start: number;
  lasts: Lasts;
}

/** Where the last word of each kind stands in a sentence; -1 for none. */
function lastsOf(words: readonly Word[], lexicon: Lexicon): Lasts {
  return {
    time: words.findLastIndex((word) => isTime(word, lexicon)),
    auxiliary: words.findLastIndex(({ lower }) => lexicon.kinds.auxiliaries.has(lower)),
    subordinate: words.findLastIndex((word) => isSubordinate(word, lexicon)),
  };
}

/** Of each kind the last word may stand in what is repeated, where there is none after it. */
function openingOf({ words, start, own }: Line, lasts: Lasts, lexicon: Lexicon): Opening {
  const repeated = lastsOf(words.slice(start, own), lexicon);
  const last = (kind: keyof Lasts) => (lasts[kind] >= own ? lasts[kind] : start + repeated[kind]);
  return { start, lasts: { time: last('time'), auxiliary: last('auxiliary'), subordinate: last('subordinate') } };
}

/** What stands before a link. */
interface Head {
  hasFinite: boolean;
  hasCircumstance: boolean;
  /** An auxiliary that is not its first word. */
  hasAuxiliary: boolean;
  hasDenial: boolean;
}

/** Where another clause goes on, and what it needs of the one before. */
interface Link {
  at: number;
  repeats: 'nothing' | 'subject' | Word[];
}

/** The first "and" or "but" after which another clause goes on. */
function firstLink(words: readonly Word[], opening: Opening, lexicon: Lexicon): Link | null {
  const head: Head = { hasFinite: false, hasCircumstance: false, hasAuxiliary: false, hasDenial: false };
  for (let at = opening.start; at < words.length; at += 1) {
    const word = words[at] as Word;
    const repeats = at > opening.start + 1 ? repeatedAt(words, at, opening, head, lexicon) : null;
    if (repeats !== null) return { at, repeats };
    head.hasFinite ||= lexicon.grammar.finite.has(word.lower);
    head.hasCircumstance ||= isCircumstance(word, lexicon);
    head.hasDenial ||= lexicon.negators.has(word.lower);
    head.hasAuxiliary ||= at > opening.start && lexicon.kinds.auxiliaries.has(word.lower);
  }
  return null;
}

/** What a clause that goes on at a word needs of the one before; null where none does. */
function repeatedAt(
  words: readonly Word[],
  at: number,
  opening: Opening,
  head: Head,
  lexicon: Lexicon,
): Link['repeats'] | null {
  if (isWord(words[at], 'and', 'but')) {
    if (startsClause(words, at, opening, head, lexicon))
      return isWord(words[at + 1], 'do', 'never') ? 'nothing' : 'subject';
    if (startsSentence(words, at, head, lexicon)) return 'nothing';
  }
  return sharedBefore(words, at, opening, head, lexicon);
}

/** "X is public *and* anyone may read it": with a subject and a modal verb of its own, after a part that has its verb. */
function startsSentence(words: readonly Word[], at: number, head: Head, lexicon: Lexicon): boolean {
  return head.hasAuxiliary && isAmong(words[at + 1], lexicon.grammar.anybody) && modalAt(words, at + 2, lexicon);
}

function isTime(word: Word, lexicon: Lexicon): boolean {
  return isAmong(word, lexicon.grammar.opens_time);
}

/** Whether what goes on may be said of the same time, place or case, or be denied with it: "is closed *on Sundays* and …", "*No* test is …". */
function isCircumstance(word: Word, { kinds, grammar }: Lexicon): boolean {
  return (kinds.prepositions.has(word.lower) && word.lower !== 'of') || isAmong(word, grammar.covering);
}

/** What stands before the modal verb, or else before the first auxiliary; null where neither follows anything. */
function subjectOf(head: readonly Word[], lexicon: Lexicon): Word[] | null {
  const modal = head.findIndex((_, index) => modalAt(head, index, lexicon));
  const verb = modal >= 0 ? modal : head.findIndex((word) => lexicon.kinds.auxiliaries.has(word.lower));
  return verb > 0 ? head.slice(0, verb) : null;
}

function startsClause(words: readonly Word[], at: number, opening: Opening, head: Head, lexicon: Lexicon): boolean {
  const [first, next] = [words[opening.start], words[at + 1]];
  if (next === undefined) return false;
  const opensImperative = lexicon.verbs.has(first?.lower ?? '') || isWord(first, 'do', 'never', 'always');
  const isProhibition =
    opensImperative && (isWord(next, 'never') || (isWord(next, 'do') && isWord(words[at + 2], 'not')));
  return isProhibition || modalAt(words, at + 1, lexicon) || goesOn(words, at, opening, head, lexicon);
}

/**
 * What two verbs share that stands before the first: "the proxy *strips* cookies *and rewrites* the header", "*revert* the commit *and rerun*
 * the build". Null where the second is no verb in the form of the first, or where a denial, a time, an order, a place of the past or a clause
 * inside the sentence may belong to both.
 */
function sharedBefore(
  words: readonly Word[],
  at: number,
  { start, lasts }: Opening,
  { hasDenial, hasCircumstance }: Head,
  lexicon: Lexicon,
): Word[] | null {
  if (!isWord(words[at], 'and', 'but', ',') || lasts.subordinate >= start) return null;
  const head = words.slice(start, Math.min(at, start + HEAD_MAX));
  if (head.some((word) => isWord(word, 'first'))) return null;
  const first = isOrder(head, lexicon) ? 0 : finiteVerb(head, lexicon);
  if (hasDenial && !isOfObject(head, first, lexicon)) return null;
  if (first > 0 && goesOnNow(head, first, words, at + 1, lexicon)) return head.slice(0, first);
  if (lasts.time >= at) return null;
  const form = first < 0 ? null : formAt(head, first, lexicon);
  if (form === null || (form === 'base') !== (first === 0) || (form === 'past' && hasCircumstance)) return null;
  return goesOnIn(form, words, at + 1, lexicon) ? head.slice(0, first) : null;
}

/** "has *no* office and sits in the hall": only what the first verb tells of is denied. */
function isOfObject(head: readonly Word[], verb: number, { negators }: Lexicon): boolean {
  const denials = head.flatMap(({ lower }, at) => (negators.has(lower) ? [at] : []));
  return verb > 0 && denials.every((at) => at > verb && isWord(head[at], 'no'));
}

const NOT_PAST = new Set(['are', 'do', 'does', 'is']);

/** "sold her car *and now cycles* to work", "has no office *and sits* with us": another tense, so that nothing behind it is shared. */
function goesOnNow(
  head: readonly Word[],
  first: number,
  words: readonly Word[],
  from: number,
  lexicon: Lexicon,
): boolean {
  if (!isWord(words[from - 1], 'and', 'but') || !isOfThen(head, first, lexicon)) return false;
  const isNow = isWord(words[from], 'now');
  const [verb, next] = words.slice(isNow ? from + 1 : from);
  if (verb === undefined || verb.capital || next === undefined || next.kind === 'mark') return false;
  const isOfMany = isNow && isWord(head[first - 1], 'i', 'they', 'we', 'you');
  if (formAt([verb], 0, lexicon) !== (isOfMany ? 'base' : 's')) return false;
  return (
    isNow ||
    opensObject(next, lexicon) ||
    (lexicon.onlyVerbs.has(verb.lemma) && isOfKind(next, lexicon, 'prepositions'))
  );
}

/** "sold", "has left", "has no": of the past, or what one has. */
function isOfThen(head: readonly Word[], first: number, lexicon: Lexicon): boolean {
  const form = formAt(head, first, lexicon);
  return (form === 'past' || form === 'finite') && !isAmong(head[first], NOT_PAST);
}

function opensObject(word: Word, lexicon: Lexicon): boolean {
  return word.kind === 'code' || isOfKind(word, lexicon, 'articles', 'determiners', 'pronouns');
}

/** "*and rewrites* the header", "*and then gives* up", "*and is* not exposed", "*and never leaves*": the next verb, in the form of the first. */
function goesOnIn(form: Form, words: readonly Word[], from: number, lexicon: Lexicon): boolean {
  const isDenied = isWord(words[from], 'never');
  const at = isDenied || isWord(words[from], 'then', 'also') ? from + 1 : from;
  const [verb, object] = words.slice(at, at + 2);
  if (verb?.kind !== 'word' || verb.capital || object === undefined) return false;
  if (form === 'finite') return isDenied && lexicon.verbs.has(verb.lower);
  if (form !== 'base' && !isWord(words[from - 1], ',') && isAmong(verb, lexicon.grammar.finite)) return true;
  return form === formAt(words, at, lexicon) && (at > from || opensObject(object, lexicon));
}

/** Words of a clause among which its verb is looked for. */
const HEAD_MAX = 20;

type Form = 'base' | 's' | 'past' | 'finite';

/** The form of a verb: "finite" for an auxiliary, null for a modal verb and for no verb. */
function formAt(words: readonly Word[], at: number, lexicon: Lexicon): Form | null {
  const { lower, lemma } = words[at] ?? { lower: '', lemma: '' };
  if (lexicon.grammar.finite.has(lower)) return 'finite';
  if (isAuxiliary({ lower }, lexicon)) return null;
  if (lower === lemma) return lexicon.verbs.has(lower) ? 'base' : null;
  if (lower.endsWith('ing') || !isInflectedVerb(lower, lexicon)) return null;
  return isPastForm(lower, lexicon) ? 'past' : 's';
}

function isSubordinate({ lower }: Word, lexicon: Lexicon): boolean {
  return lexicon.grammar.subordinating.has(lower);
}

/** Whether a sentence has a clause inside it, so that what is said of what is no longer plain. */
export function hasSubordinate(sentence: readonly Word[], lexicon: Lexicon): boolean {
  return sentence.some((word) => isSubordinate(word, lexicon));
}

/** "Lunch is not included *and costs* extra", "was closed *and is* closed still": of the same subject, in a sentence that is plain. */
function goesOn(
  words: readonly Word[],
  at: number,
  { start, lasts }: Opening,
  { hasFinite, hasCircumstance }: Head,
  lexicon: Lexicon,
): boolean {
  const [next, rest] = [words[at + 1], at + 2];
  if (next === undefined || rest >= words.length || lasts.subordinate >= start) return false;
  if (!hasFinite || lexicon.grammar.finite.has(words[at - 1]?.lower ?? '')) return false;
  if (isWord(words[start], 'a', 'an') || hasCircumstance || lasts.time >= rest) return false;
  if (isAmong(next, lexicon.grammar.finite)) return true;
  const isVerb = next.kind === 'word' && next.lower.endsWith('s') && isInflectedVerb(next.lower, lexicon);
  return isVerb && lasts.auxiliary < rest;
}

/** Whether a core modal verb ("must", "should not") stands at a word. */
function modalAt(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  const match = matchPhrase(words, index, lexicon.modality);
  return match !== null && match.entry.kind === 'auxiliary' && match.end === index + 1;
}
