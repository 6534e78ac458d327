import type { Lexicon } from '../../../core/lexicon.js';
import type { AdjunctKind } from '../../../core/norm.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isAuxiliary, isPastForm } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { canStand, finiteVerb, isOrder } from './finite.js';

/** What stands before a clause without being part of it: its kind, and where the clause begins. */
export interface Leading {
  kind: AdjunctKind;
  until: number;
}

const COMMAS_MAX = 3;
/** "Decision: use X" needs its label to say that it is one of several. */
const NAMED_MIN = 2;

/**
 * "Because the auditors asked, …", "According to the runbook, …", "Minutes of the board: …": a reason, source, concession or
 * purpose before the clause, or whom it is like. A place, a time or a condition is none: it says where, when or in which case the clause holds.
 */
export function leading(words: readonly Word[], lexicon: Lexicon): Leading | null {
  return beforeColon(words, lexicon) ?? beforeComma(words, lexicon) ?? interjected(words, lexicon);
}

function beforeComma(words: readonly Word[], lexicon: Lexicon): Leading | null {
  let seen = 0;
  for (let at = 1; at < words.length - 1 && seen < COMMAS_MAX; at += 1) {
    if (!isWord(words[at], ',')) continue;
    seen += 1;
    const main = words.slice(at + 1);
    if (!canStand(main, lexicon)) continue;
    const kind = kindOf(words.slice(0, at), main, lexicon);
    return kind === null ? null : { kind, until: at + 1 };
  }
  return null;
}

/** What words before a comma say of the clause after it, or null where they belong to it. */
function kindOf(words: readonly Word[], main: readonly Word[], lexicon: Lexicon): AdjunctKind | null {
  const { adjuncts } = lexicon;
  if (isForetold(words, lexicon)) return null;
  if (isWord(words[0], 'like', 'unlike')) return 'aside';
  if (isAsTold(words, lexicon)) return 'source';
  if (isReason(words, lexicon)) return 'reason';
  if (opensWith(words, adjuncts.concession)) return 'concession';
  if (opensWith(words, adjuncts.purpose) || isGoal(words, main, lexicon)) return 'purpose';
  if (!isSource(words, lexicon)) return null;
  return isOfText(words, lexicon) ? 'source' : 'attribution';
}

/** "Because …", "Since the bill exploded, …", "For compliance reasons, …"; but "Since 2022, …" is a time. */
function isReason(words: readonly Word[], lexicon: Lexicon): boolean {
  if (opensWith(words, lexicon.adjuncts.reason)) return true;
  if (isWord(words[0], 'since')) return finiteVerb(words.slice(1), lexicon) > 0;
  return isWord(words[0], 'for') && words.some(({ lower }) => lexicon.adjuncts.motives.has(lower));
}

/** "To keep the database calm, the worker polls …": in a fact it is why, in a rule it may be the case that is meant. */
function isGoal(words: readonly Word[], main: readonly Word[], lexicon: Lexicon): boolean {
  if (!isWord(words[0], 'to') || !lexicon.verbs.has(words[1]?.lower ?? '')) return false;
  const verb = main[finiteVerb(main, lexicon)];
  return verb !== undefined && !lexicon.modality.has(verb.lower);
}

/** "As Lea told me, …", "As announced to partners, …" */
function isAsTold(words: readonly Word[], { adjuncts }: Lexicon): boolean {
  return isWord(words[0], 'as') && words.some(({ lemma }) => adjuncts.telling.has(lemma));
}

/** "According to ops, …", "From the capacity plan, …" */
function isSource(words: readonly Word[], lexicon: Lexicon): boolean {
  if (opensWith(words, lexicon.adjuncts.attribution)) return true;
  return isWord(words[0], 'from', 'by', 'in') && isOfText(words, lexicon);
}

/** "the runbook", "the latest minutes": a project's own texts are no other voice. */
function isOfText(words: readonly Word[], { adjuncts: { texts } }: Lexicon): boolean {
  return words.some(({ lemma }) => texts.has(lemma));
}

/** "According to the prophecy, …": what need not come true. */
function isForetold(words: readonly Word[], { relations }: Lexicon): boolean {
  return words.some(({ lower }) => relations.prophecies.some((phrase) => phrase.at(-1) === lower));
}

/** "House rule: …", "Decided in the review of 9 February: …", "In case somebody asks: …" */
function beforeColon(words: readonly Word[], lexicon: Lexicon): Leading | null {
  const at = words.findIndex(({ lower }) => lower === ':');
  if (at < 1 || words.length - at <= NAMED_MIN + 1 || !canStand(words.slice(at + 1), lexicon)) return null;
  const label = words.slice(0, at);
  if (!isLabel(label, lexicon)) return null;
  return { kind: 'source', until: at + 1 };
}

function isLabel(label: readonly Word[], lexicon: Lexicon): boolean {
  const { adjuncts, asides } = lexicon;
  const [first] = label;
  if (first === undefined || isAsked(label, lexicon)) return first !== undefined;
  if (adjuncts.telling.has(first.lemma) && first.lower !== first.lemma) return true;
  if (canStand(label, lexicon)) return isTelling(label, lexicon);
  if (finiteVerb(label.slice(1), lexicon) > 0 && label.some(({ lemma }) => adjuncts.telling.has(lemma))) return true;
  if (matchPhrase(label, 0, adjuncts.interjections) !== null) return true;
  const head = label.findIndex(({ lower, kind }) => kind === 'mark' || lexicon.kinds.prepositions.has(lower));
  const phrase = isWord(first, 'from', 'per') ? label : label.slice(0, head < 0 ? label.length : head);
  return phrase.some(
    ({ lemma, lower }) => adjuncts.texts.has(lemma) || adjuncts.texts.has(lower) || asides.labels.has(lower),
  );
}

/** "A customer asked again this morning, so for the record", "the tax rolls name him on every page": it leads up to what is told. */
function isTelling(label: readonly Word[], lexicon: Lexicon): boolean {
  if (isOrder(label, lexicon)) return false;
  const verb = label[finiteVerb(label, lexicon)];
  const { asking, telling, texts } = lexicon.adjuncts;
  const tells = label.some(({ lemma }) => asking.has(lemma) || telling.has(lemma) || texts.has(lemma));
  return tells || (verb !== undefined && !isAuxiliary(verb, lexicon) && isPastForm(verb.lower, lexicon));
}

/** "In case a colleague asks where …", "If you wonder about …": when to tell it, not when it holds. */
function isAsked(label: readonly Word[], { adjuncts }: Lexicon): boolean {
  const isCase = isWord(label[0], 'if', 'should') || (isWord(label[0], 'in') && isWord(label[1], 'case'));
  return isCase && label.some(({ lemma }) => adjuncts.asking.has(lemma));
}

/** "fyi the alarm is …" */
function interjected(words: readonly Word[], lexicon: Lexicon): Leading | null {
  const end = matchPhrase(words, 0, lexicon.adjuncts.interjections)?.end ?? 0;
  if (end === 0 || !isWord(words[end], 'the', 'our', 'my', 'your', 'we', 'i')) return null;
  return canStand(words.slice(end), lexicon) ? { kind: 'source', until: end } : null;
}

function opensWith(words: readonly Word[], table: Parameters<typeof matchPhrase<true>>[2]): boolean {
  return matchPhrase(words, 0, table) !== null;
}
