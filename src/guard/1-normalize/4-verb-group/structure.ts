import type { Lexicon } from '../../../core/lexicon.js';
import { isInflectedVerb } from '../../../core/stem.js';
import { endsAsPlural, isFiniteAuxiliary, isLexicalVerb, opensSubject } from '../1-tokens/verbs.js';
import { isAmong, isOfKind, isWord, type Word } from '../1-tokens/word.js';
import { embedded } from './embedded.js';
import { firstMain, type Mood, verbForm } from './modality.js';

/** The main verb of a clause and how it is built. */
export interface Structure {
  /** Index of the main verb, or null where there is none or it is a form of "be". */
  verb: number | null;
  /** Index after the verb group: what comes before is the grammatical subject. */
  bodyStart: number;
  voice: 'active' | 'passive' | 'copula';
  /** The clause fills a slot of its verb: one value surely excludes another, or likely. */
  slot?: 'one' | 'doubt';
}

/** Index of the verb of an imperative clause ("Use …", "Never commit …"), or null. */
export function imperativeVerb(
  words: readonly Word[],
  lexicon: Lexicon,
  isVerb: (at: number) => boolean,
): number | null {
  return isAssigned(words, lexicon) ? null : orderedVerb(words, lexicon, isVerb);
}

/** "LOG_SINK = file": what a name is set to is no verb. */
function isAssigned(words: readonly Word[], lexicon: Lexicon): boolean {
  return isWord(words[labelEnd(words, lexicon) ?? -1], '=');
}

function orderedVerb(words: readonly Word[], lexicon: Lexicon, isVerb: (at: number) => boolean): number | null {
  let at = afterLabel(words, firstMain(words), lexicon);
  const skipsDo = isWord(words[at], 'do') && isWord(words[at + 1], 'not', 'never');
  if (skipsDo) at += 2;
  while (lexicon.negators.has(words[at]?.lower ?? '') && !isWord(words[at], 'no')) at += 1;
  while (lexicon.kinds.adverbs.has(words[at]?.lower ?? '')) at += 1;
  const word = words[at];
  if (word === undefined || word.kind !== 'word') return null;
  if (skipsDo || isForbidden(words, at, lexicon)) return at;
  if (!lexicon.verbs.has(word.lower) && !isVerb(at)) return null;
  return isNoun(words, at, lexicon) ? null : at;
}

/** Whether a word that may be a verb is none where it stands: "Like all birds, …". "By default, …" was rewritten to one word. */
function isNoun(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  return (
    (isWord(words[at], 'default') && isWord(words[at + 1], ',')) ||
    isWord(words[at], 'like') ||
    followedByFinite(words, at, lexicon) ||
    isNumbered(words, at, lexicon) ||
    opensSubject(words, at, lexicon) ||
    opensName(words, at, lexicon)
  );
}

/** "Never phone the clinic": at the beginning "never" is followed by a verb, even by one that mostly is a noun. */
function isForbidden(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [word, next] = words.slice(at, at + 2);
  if (word === undefined || next === undefined || at !== 1 || !isWord(words[0], 'never')) return false;
  const isBase = word.lower === word.lemma && word.use === 'content' && !word.capital && word.valueClass === null;
  const hasObject = next.capital || isOfKind(next, lexicon, 'articles', 'determiners', 'pronouns');
  return isBase && hasObject && !lexicon.functionWords.has(word.lower);
}

/** "Mount Ard erupted …": with a verb of its own after it, the word was part of a name. */
function opensName(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [word, next] = words.slice(at, at + 2);
  if (word === undefined || next === undefined) return false;
  return (
    isAmong(word, lexicon.grammar.name_openings) &&
    next.capital &&
    words.some((verb, index) => index > at + 1 && isLexicalVerb(words, verb, index, lexicon))
  );
}

/** "Version 2 fixes the bug", "Version 2 ships in May", "Needs: Slice 2": a numbered noun, although "version" may be a verb too. */
function isNumbered(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [number, verb, object] = words.slice(at + 1, at + 4);
  if (number === undefined || !/^\d/.test(number.lower)) return false;
  if (isWord(words[at - 1], ':') && (verb === undefined || verb.kind === 'mark')) return true;
  if (verb === undefined || object === undefined) return false;
  const isCounted = isAmong(words[at], lexicon.grammar.numbered) && isOfKind(object, lexicon, 'prepositions');
  const opensObject = isCounted || isOfKind(object, lexicon, 'articles', 'determiners');
  return opensObject && verb.kind === 'word' && isInflectedVerb(verb.lower, lexicon);
}

const LABEL_MAX = 5;

/** "Chosen option: use …": what follows a short label stands as a clause of its own. */
function afterLabel(words: readonly Word[], from: number, lexicon: Lexicon): number {
  const at = labelEnd(words, lexicon);
  return at === null ? from : Math.max(from, at + 1);
}

/** Index of the mark after a label ("X: 5", "X = 5", "reports: port = 5", "Owner of X — Y"), or null. */
function labelEnd(words: readonly Word[], lexicon: Lexicon): number | null {
  const first = words.findIndex(({ lower }) => lower === ':' || lower === '=');
  const second = isWord(words[first], ':') && isWord(words[first + 2], '=') ? first + 2 : first;
  const at = second < 0 ? slotDash(words, lexicon) : second;
  if (at < 1 || at > LABEL_MAX + second - first || words.slice(0, at).some(isFiniteAuxiliary)) return null;
  return at + 1 < words.length ? at : null;
}

const NAME_MAX = 4;

/** Index of the dash between a slot and the few words that fill it, or -1. */
function slotDash(words: readonly Word[], lexicon: Lexicon): number {
  const at = words.findIndex(({ lower }) => lower === '—' || lower === '–');
  const isSlot = words.slice(0, Math.max(at, 0)).some(({ lemma }) => lexicon.slotHeads.has(lemma));
  const filling = words.slice(at + 1).filter(({ kind }) => kind !== 'mark');
  const isName =
    filling.length <= NAME_MAX &&
    filling.every(({ lower, kind }) => kind !== 'word' || !isInflectedVerb(lower, lexicon));
  return isSlot && isName ? at : -1;
}

/** "Support is provided", "Tests must pass": the first word was a noun after all. */
function followedByFinite(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  for (const [index, word] of words.entries()) {
    if (index <= at || word.role === 'condition') continue;
    if (word.kind === 'mark' && /[,;:(—–-]/.test(word.lower)) return false;
    if (lexicon.kinds.relatives.has(word.lower) || isWord(word, 'and', 'or', 'if')) return false;
    if (isFiniteAuxiliary(word) || isOnlyVerb(words, index, at, lexicon)) return true;
  }
  return false;
}

/** "Retry backoff *begins*", "Audit log entries *get* written": a form of a verb that is no noun, in the number of what stands before it. */
function isOnlyVerb(words: readonly Word[], index: number, first: number, { onlyVerbs }: Lexicon): boolean {
  const [noun, verb] = [words[index - 1], words[index]];
  if (verb === undefined || noun?.kind !== 'word' || index < first + 2 || !onlyVerbs.has(verb.lemma)) return false;
  return endsAsPlural(noun.lower) ? verb.lower === verb.lemma : endsAsPlural(verb.lower);
}

/** Finds the main verb after the mood is known. */
export function readStructure(words: readonly Word[], mood: Mood, lexicon: Lexicon): Structure {
  switch (mood.kind) {
    case 'imperative':
      return { verb: mood.end, bodyStart: mood.end + 1, voice: 'active' };
    case 'opening':
      return opened(words, mood, lexicon);
    case 'clause':
      return factVerb(words, lexicon, mood.end);
    case 'auxiliary':
      return verbGroup(words, mood.end, lexicon);
    case 'predicate':
      return nominal(words, mood, lexicon);
    case 'fact':
    case 'requirement':
      return factVerb(words, lexicon);
  }
}

/** "Avoid using X", "Avoid X", "Be sure to use X": one word takes a gerund or a noun, a longer phrase a base form. */
function opened(words: readonly Word[], { start, end }: Mood, lexicon: Lexicon): Structure {
  const word = words[end];
  const isForm =
    end - start === 1 ? word?.lower.endsWith('ing') : word?.lower.endsWith('ing') || word?.lower === word?.lemma;
  const isVerb = word !== undefined && isForm === true && lexicon.verbs.has(word.lemma);
  return isVerb ? { verb: end, bodyStart: end + 1, voice: 'active' } : { verb: null, bodyStart: end, voice: 'active' };
}

/** What follows a modal verb: "be used", "be blue", "use". */
export function verbGroup(words: readonly Word[], from: number, lexicon: Lexicon): Structure {
  const light = skipLight(words, from, lexicon);
  // "Users must *all* sign"
  const isFloating = isWord(words[light], 'all', 'each', 'both') && lexicon.verbs.has(words[light + 1]?.lower ?? '');
  let at = isFloating ? light + 1 : behindSubject(words, light, lexicon);
  let sawBe = false;
  while (verbForm(words[at] ?? (words[0] as Word)) === 'be' && at < words.length) {
    sawBe = true;
    at = skipLight(words, at + 1, lexicon);
  }
  const word = words[at];
  if (word === undefined) return { verb: null, bodyStart: at, voice: 'copula' };
  if (sawBe && isKind(words, at) && verbForm(words[at - 1] ?? word) === 'be')
    return { verb: at - 1, bodyStart: at, voice: 'copula' };
  if (sawBe) return afterBe(word, at, lexicon);
  if (isWord(word, 'have', 'has') && isParticiple(words[at + 1], lexicon))
    return { verb: at + 1, bodyStart: at + 2, voice: 'active' };
  return { verb: isWord(word, 'have', 'has', 'having') ? null : at, bodyStart: at + 1, voice: 'active' };
}

/** "Never may *a prince* set foot here", "Only then does *the worker* answer": the verb behind a subject that follows its auxiliary. */
function behindSubject(words: readonly Word[], at: number, lexicon: Lexicon): number {
  const isPronoun = isOfKind(words[at], lexicon, 'pronouns');
  if (!isPronoun && !isOfKind(words[at], lexicon, 'articles', 'determiners')) return at;
  const verb = words.findIndex(
    ({ lower, lemma, kind }, index) =>
      index > (isPronoun ? at : at + 1) &&
      kind === 'word' &&
      lower === lemma &&
      lexicon.verbs.has(lower) &&
      !isOfKind(words[index - 1], lexicon, 'articles', 'determiners', 'prepositions'),
  );
  return verb < 0 ? at : verb;
}

function afterBe(word: Word, at: number, lexicon: Lexicon): Structure {
  if (isParticiple(word, lexicon)) return { verb: at, bodyStart: at + 1, voice: 'passive' };
  if (word.lower.endsWith('ing') && lexicon.verbs.has(word.lemma))
    return { verb: at, bodyStart: at + 1, voice: 'active' };
  return { verb: null, bodyStart: at, voice: 'copula' };
}

function isParticiple(word: Word | undefined, lexicon: Lexicon): boolean {
  if (word === undefined || word.kind !== 'word' || word.valueClass !== null) return false;
  if (word.lower.endsWith('ing')) return false;
  if (word.lower.endsWith('ed')) return true;
  return (
    lexicon.verbs.has(word.lemma) &&
    (lexicon.irregular.has(word.lower) ||
      isWord(word, 'set', 'setup', 'put', 'run', 'read', 'split', 'cut', 'found', 'hit', 'hurt', 'shut'))
  );
}

function skipLight(words: readonly Word[], from: number, lexicon: Lexicon): number {
  let at = from;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const isLight =
      word.use === 'negation' ||
      word.use === 'modality' ||
      lexicon.kinds.adverbs.has(word.lower) ||
      word.lower === 'to';
    if (!isLight && !(word.lower.endsWith('ly') && !lexicon.verbs.has(word.lower))) return at;
    at += 1;
  }
  return at;
}

/** "Relying on X is forbidden", "Use of X is encouraged": the verb is inside the subject. */
function nominal(words: readonly Word[], mood: Mood, lexicon: Lexicon): Structure {
  const at = words.findIndex(
    (word) => word.use === 'content' && word.role !== 'condition' && !lexicon.functionWords.has(word.lower),
  );
  const word = words[at];
  if (word === undefined || at >= mood.start) return { verb: null, bodyStart: mood.end, voice: 'copula' };
  const isGerund = word.lower.endsWith('ing') && lexicon.verbs.has(word.lemma);
  const isOne = isWord(words[at - 1], 'a', 'an');
  const isNoun = !isOne && lexicon.verbs.has(word.lemma) && isWord(words[at + 1], 'of');
  if (isGerund || isNoun) return { verb: at, bodyStart: 0, voice: 'active' };
  return { verb: null, bodyStart: mood.end, voice: 'copula' };
}

/** The first finite verb of a statement of fact: an auxiliary, unless a clear lexical verb comes before it. */
function factVerb(words: readonly Word[], lexicon: Lexicon, from = 0): Structure {
  const label = labelEnd(words, lexicon);
  if (label !== null) return { verb: null, bodyStart: label + 1, voice: 'copula' };
  const inside = embedded(words, lexicon);
  const isMain = (index: number) => index > from && !inside.has(index);
  const isVerb = (index: number) => isMain(index) && isLexicalVerb(words, words[index] as Word, index, lexicon);
  const first = words.findIndex((_, index) => isVerb(index));
  const lexical = isAttributive(words, first, lexicon) ? behindParticiple(words, first, isVerb, lexicon) : first;
  const auxiliary = words.findIndex((word, index) => isMain(index) && isMainAuxiliary(words, word, index));
  if (auxiliary < 0 || (lexical >= 0 && lexical < auxiliary && !isReduced(words, lexical, auxiliary, lexicon))) {
    const found = lexical < 0 ? beforeObject(words, from, lexicon) : lexical;
    return found < 0 ? { verb: null, bodyStart: 0, voice: 'copula' } : lexicalGroup(words, found, lexicon);
  }
  if (verbForm(words[auxiliary] as Word) === 'be') return beVerb(words, auxiliary, lexicon);
  return auxiliaryVerb(words, auxiliary, lexicon);
}

/** What can't stand right behind a noun. */
const OPENS_OBJECT = ['the', 'a', 'an', 'its', 'their', 'your', 'our'];

/** "The replica *lags* the primary", "the queen *outlawed* the dance", where no verb is known: what stands right before an object, or -1. */
function beforeObject(words: readonly Word[], from: number, lexicon: Lexicon): number {
  return words.findIndex((word, at) => {
    const before = words[at - 1];
    if (at <= from || before === undefined || word.kind !== 'word' || word.role === 'condition' || word.capital)
      return false;
    if (!/[^aisu]s$|[^e]ed$/.test(word.lower) || word.valueClass !== null || !isWord(words[at + 1], ...OPENS_OBJECT))
      return false;
    const isNoun = isOfKind(before, lexicon, 'articles', 'determiners', 'prepositions', 'adverbs');
    const isOther = lexicon.functionWords.has(word.lower) || isAmong(word, lexicon.grammar.never_verbs);
    return before.kind !== 'mark' && !isNoun && !isOther;
  });
}

/** "runs"; "gets *paid*", "got *blocked*": a passive. */
function lexicalGroup(words: readonly Word[], at: number, lexicon: Lexicon): Structure {
  const done = skipLight(words, at + 1, lexicon);
  const isPassive = words[at]?.lemma === 'get' && isParticiple(words[done], lexicon);
  return isPassive
    ? { verb: done, bodyStart: done + 1, voice: 'passive' }
    : { verb: at, bodyStart: at + 1, voice: 'active' };
}

/** "A man *named* Garrick", "a job *owned* by the team": a participle that may be inside the subject. */
function isAttributive(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (before === undefined || before.kind === 'mark' || next === undefined || !isParticiple(word, lexicon))
    return false;
  return isOfKind(next, lexicon, 'prepositions') || isAmong(word, lexicon.grammar.naming);
}

/** "A man named Garrick *holds* …": the verb in its plain form behind a participle inside the subject, or else the participle. */
function behindParticiple(
  words: readonly Word[],
  at: number,
  isVerb: (at: number) => boolean,
  lexicon: Lexicon,
): number {
  const next = words.findIndex((word, index) => index > at && isVerb(index) && !word.lower.endsWith('ed'));
  return isReduced(words, at, next, lexicon) ? next : at;
}

/** "Parameters specified in code are ignored": a participle inside the subject, before the auxiliary. */
function isReduced(words: readonly Word[], lexical: number, auxiliary: number, lexicon: Lexicon): boolean {
  if (auxiliary < 0 || !isParticiple(words[lexical], lexicon)) return false;
  const between = words.slice(lexical + 1, auxiliary);
  return between.every(
    (word) => word.kind !== 'mark' && !lexicon.kinds.relatives.has(word.lower) && !isWord(word, 'and', 'but', 'or'),
  );
}

function isKind(words: readonly Word[], at: number): boolean {
  return isWord(words[at], 'a', 'an');
}

/** "is a lead" keeps its verb, for "has a lead" is something else. */
function beVerb(words: readonly Word[], auxiliary: number, lexicon: Lexicon): Structure {
  const group = verbGroup(words, auxiliary, lexicon);
  if (group.voice !== 'copula') return group;
  return { ...group, verb: isKind(words, group.bodyStart) ? auxiliary : null, bodyStart: auxiliary + 1 };
}

/** "has 112 km", "has been moved", "does support". */
function auxiliaryVerb(words: readonly Word[], auxiliary: number, lexicon: Lexicon): Structure {
  const isDo = isWord(words[auxiliary], 'do', 'does', 'did', 'will', 'would');
  const light = skipLight(words, auxiliary + 1, lexicon);
  const at = isDo ? behindSubject(words, light, lexicon) : light;
  const next = words[at];
  if (next === undefined) return { verb: null, bodyStart: auxiliary + 1, voice: 'copula' };
  if (verbForm(next) === 'be') return verbGroup(words, at, lexicon);
  const head = isDo ? null : namedHead(words, at, lexicon);
  if (head !== null) return { verb: null, bodyStart: head + 1, voice: 'copula' };
  if (isDo && isWord(next, 'have')) return { verb: null, bodyStart: at + 1, voice: 'active' };
  if (isDo || isParticiple(next, lexicon)) return { verb: at, bodyStart: at + 1, voice: 'active' };
  return { verb: null, bodyStart: auxiliary + 1, voice: 'active' };
}

const HEAD_MAX = 3;

/** "has the code name Marigold": index of the slot's noun right before the name that fills it, or null. */
function namedHead(words: readonly Word[], at: number, lexicon: Lexicon): number | null {
  if (!isWord(words[at], 'the')) return null;
  const phrase = words.slice(at + 1, at + 1 + HEAD_MAX);
  const head = at + 1 + phrase.findLastIndex(({ lemma }) => lexicon.slotHeads.has(lemma));
  const name = words.find(({ kind }, index) => index > head && kind !== 'mark');
  const isFilled = head > at && name !== undefined && (name.capital || name.kind === 'code');
  return isFilled ? head : null;
}

function isMainAuxiliary(words: readonly Word[], word: Word, index: number): boolean {
  if (word.role === 'condition' || word.kind !== 'word' || index === 0) return false;
  if (!isWord(word, 'is', 'are', 'was', 'were', 'has', 'have', 'had', 'does', 'do', 'did', 'will', 'would'))
    return false;
  return !isWord(words[index - 1], 'that', 'which', 'who', 'what');
}
