import type { Lexicon } from '../../../core/lexicon.js';
import type { ConditionKind } from '../../../core/norm.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { endsAsPlural, isAuxiliary } from '../1-tokens/verbs.js';
import { copied, isWord, joined, type Word } from '../1-tokens/word.js';

/**
 * Gives the words of conditions their role: "if …", "unless …", "for …", and whatever stands before the comma of a
 * fronted phrase. The word that opens a condition becomes its canonical form, so that "if" equals "when".
 */
export function markConditions(words: readonly Word[], lexicon: Lexicon): Word[] {
  const canonical = joinMarkers(words, lexicon);
  markFronted(canonical, lexicon);
  markInside(canonical, markFirst(canonical, lexicon) ? 1 : 0, lexicon);
  if (canonical.every((word) => word.role === 'condition' || word.kind === 'mark')) clearRoles(canonical);
  return canonical;
}

/** A condition that opens the clause and may end without a comma; false where none does. */
function markFirst(words: readonly Word[], lexicon: Lexicon): boolean {
  const { opens = null, lower } = words[0] ?? {};
  if (opens !== null && lower === 'during') markFirstPhrase(words, lexicon);
  else if (CLAUSES.has(opens)) markFirstClause(words, lexicon);
  else return false;
  return true;
}

/** The conditions that open at a word or after it. */
function markInside(words: readonly Word[], from: number, lexicon: Lexicon): void {
  const isCommand = opensWithVerb(words, lexicon);
  for (let at = from; at < words.length; ) {
    const word = words[at] as Word;
    const endsAtVerb = word.opens === null || (isTemporal(word) && at > 0 && !isCommand);
    const opens = word.opens !== null || isPurpose(words, at);
    // What is inside a condition ends where that ends.
    at = opens ? Math.max(at + 1, markUntilEnd(words, at, endsAtVerb ? lexicon : undefined)) : at + 1;
  }
}

/** What opens a condition with a verb of its own. */
const CLAUSES = new Set<ConditionKind | null>(['if', 'unless', 'while']);
/** What opens one that may be nothing but a time. */
const ENDING = new Set<ConditionKind | null>(['after', 'before', 'except', 'until']);

/** "During a release the lead must …": without a comma the phrase ends where the subject opens, if a verb follows. */
function markFirstPhrase(words: readonly Word[], lexicon: Lexicon): void {
  const verb = words.findIndex((word) => isAuxiliary(word, lexicon));
  const comma = words.findIndex((word) => isWord(word, ','));
  const subject = words.findIndex((word, index) => index > 2 && opensNounPhrase(word, lexicon));
  const isOpen = subject > 0 && subject < verb && (comma < 0 || comma > verb);
  if (!isOpen) markUntilEnd(words, 0);
  else markBefore(words, subject);
}

/** "When the lamp is on the door is shut": without a comma too, where a second auxiliary verb has a subject of its own. */
function markFirstClause(words: readonly Word[], lexicon: Lexicon): void {
  const [own, main] = words.flatMap((word, index) => (isAuxiliary(word, lexicon) ? [index] : []));
  const isPunctuated = words.some((word) => isWord(word, ',', ';', 'and', 'or', 'that', 'which', 'who'));
  const subject = own === undefined || main === undefined || isPunctuated ? -1 : openingOf(words, own, main, lexicon);
  if (subject < 0) markUntilEnd(words, 0);
  else markBefore(words, subject);
}

/** Where the second subject opens: not what the first verb or a preposition belongs to ("is an admin", "is in the list"). */
function openingOf(words: readonly Word[], own: number, main: number, lexicon: Lexicon): number {
  const openings = words.flatMap((word, index) =>
    index > own + 1 && index < main && opensNounPhrase(word, lexicon) && !isWord(words[index - 1], 'not')
      ? [index]
      : [],
  );
  const isAfterPreposition = (at: number) => lexicon.kinds.prepositions.has(words[at - 1]?.lower ?? '');
  return openings.find((at) => !isAfterPreposition(at)) ?? openings.find((at) => at === own + 2) ?? -1;
}

function opensNounPhrase({ lower }: Word, { kinds: { articles, determiners } }: Lexicon): boolean {
  return articles.has(lower) || determiners.has(lower) || lower === 'our';
}

function markBefore(words: readonly Word[], end: number): void {
  for (const word of words.slice(0, end)) word.role = 'condition';
}

/** Without a comma nothing tells where the condition ends, so the clause is read as one. */
function clearRoles(words: readonly Word[]): void {
  for (const word of words) word.role = 'rest';
}

/** "Call X before Y has begun": after an imperative the condition runs to the end. */
function opensWithVerb(words: readonly Word[], lexicon: Lexicon): boolean {
  const first = words.find((word) => word.kind === 'word' && !lexicon.negators.has(word.lower) && word.lower !== 'do');
  return first !== undefined && lexicon.verbs.has(first.lower);
}

/** "before the asterisk" may stand inside a subject; "if" and "when" open clauses of their own. */
function isTemporal(word: Word): boolean {
  return ENDING.has(word.opens);
}

/** "at once", "once more": no condition opens there. */
function isAdverbOnce(words: readonly Word[], at: number): boolean {
  return isWord(words[at], 'once') && (isWord(words[at - 1], 'at') || isWord(words[at + 1], 'again', 'more'));
}

/** "after 15 minutes" is a quantity, no condition. */
function joinMarkers(words: readonly Word[], lexicon: Lexicon): Word[] {
  const result: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const match = matchPhrase(words, at, lexicon.conditions);
    const end = match?.end ?? at + 1;
    const isMarker = match !== null && words[end]?.valueClass !== 'duration' && !isAdverbOnce(words, at);
    if (isMarker) result.push(joined(words.slice(at, end), { lemma: match.entry, opens: match.entry }));
    else result.push(...copied(words.slice(at, end)));
    at = end;
  }
  return result;
}

/** "In production, …", "To upload files, …": a phrase before the first comma that opens with a preposition, not "On-call …". */
function markFronted(words: readonly Word[], lexicon: Lexicon): void {
  const comma = words.findIndex((word) => word.lower === ',');
  const first = words[0];
  if (comma < 2 || first === undefined || comma > 24) return;
  if (!lexicon.kinds.prepositions.has(first.lower) || isWord(words[1], '-')) return;
  for (const word of words.slice(0, comma)) word.role = 'condition';
}

/** Up to the next comma or, inside a subject, up to the modal verb: the index of that. */
function markUntilEnd(words: readonly Word[], from: number, lexicon?: Lexicon): number {
  let at = from;
  for (let word = words[at]; word !== undefined && word.lower !== ','; word = words[at]) {
    if (at > from && (word.opens !== null || (lexicon !== undefined && endsPurpose(words, at, lexicon)))) break;
    word.role = 'condition';
    at += 1;
  }
  return at;
}

/** "for uploads", but not "for 30 seconds". */
function isPurpose(words: readonly Word[], index: number): boolean {
  const next = words[index + 1];
  return isWord(words[index], 'for') && index > 0 && next !== undefined && next.valueClass !== 'duration';
}

/** The verb of the clause: "the freeze for the spring release *begins* on …". */
function endsPurpose(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [before, word] = [words[at - 1], words[at]];
  if (word === undefined || before === undefined) return false;
  if (isAuxiliary(word, lexicon)) return true;
  const isEnd = isWord(word, 'ends', 'stops') && lexicon.kinds.prepositions.has(words[at + 1]?.lower ?? '');
  const isCosting = isWord(word, 'costs', 'lasts', 'weighs') && words[at + 1]?.quantity != null;
  const isVerb = lexicon.onlyVerbs.has(word.lemma) || lexicon.grammar.hardly_nouns.has(word.lemma);
  if (isVerb && word.lower === word.lemma) return isPluralBefore(words, at, lexicon);
  const isForm = isEnd || isCosting || (isVerb && word.lower.endsWith('s'));
  return isForm && before.kind === 'word' && !lexicon.functionWords.has(before.lower) && !before.lower.endsWith('s');
}

/** "Salaries for the Berlin office *get* paid": the base form goes with a subject of many; it is no verb of the phrase after "to". */
function isPluralBefore(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [before, subject] = [words[at - 1] as Word, words[words.findIndex(({ role }) => role === 'condition') - 1]];
  if (before.kind !== 'word' || isWord(before, 'to') || lexicon.functionWords.has(before.lower)) return false;
  return subject !== undefined && endsAsPlural(subject.lower);
}
