import type { Lexicon } from '../../../core/lexicon.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isWord, type Word } from '../1-tokens/word.js';

/** Fewer words than these say too little by themselves to be what an aside stands beside. */
const KEPT_MIN = 2;
/** "Decision: use X" needs its label to say that it is one of several decisions. */
const NAMED_MIN = 2;
const SOURCE_MAX = 14;

/**
 * Leaves out what stands around a norm without being part of it: "Decision 17: …", "Following the audit, …",
 * "…, because …", "…, no matter who asks", "(they run at night)". Where too little would be left, all stays.
 */
export function withoutAsides(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const steps = [
    withoutLabel,
    withoutBrackets,
    withoutOpening,
    withoutSource,
    withoutTrailing,
    withoutConcessions,
    withoutEitherWay,
    withoutContrast,
  ];
  return steps.reduce((before, step) => {
    const after = step(before, lexicon);
    const isEnough = after.length === before.length || after.filter(({ kind }) => kind !== 'mark').length >= KEPT_MIN;
    return isEnough ? after : before;
  }, words);
}

/** "Reminder: …", "Decision 0017: …" */
function withoutLabel(words: readonly Word[], { asides }: Lexicon): readonly Word[] {
  const at = words.findIndex(({ lower }) => lower === ':');
  const label = words.slice(isWord(words[0], 'the', 'our') ? 1 : 0, Math.max(at, 0));
  const isSaid = words.length > at + 1 + NAMED_MIN;
  const isLabel =
    isSaid && label.length > 0 && label.every(({ lower, kind }) => asides.labels.has(lower) || kind === 'number');
  return isLabel && asides.labels.has(label[0]?.lower ?? '') ? words.slice(at + 1) : words;
}

/** "(they run at night)", "(see the handbook)", "(sources: the annals)": a sentence of its own or where it comes from; a list or a name in brackets stays. */
function withoutBrackets(words: readonly Word[], { asides, kinds }: Lexicon): readonly Word[] {
  const from = words.findIndex(({ lower }) => lower === '(');
  const until = words.findIndex(({ lower }, index) => index > from && lower === ')');
  const first = words[from + 1];
  const isSentence =
    first !== undefined &&
    (kinds.pronouns.has(first.lower) || isWord(first, 'cf', 'see') || isCitation(words, from + 1, asides)) &&
    words.slice(from, until).some((word) => word.kind === 'word');
  return from > 0 && until > 0 && isSentence ? [...words.slice(0, from), ...words.slice(until + 1)] : words;
}

/** "Sources: the annals", but not "source available". */
export function isCitation(words: readonly Word[], at: number, { citations }: Lexicon['asides']): boolean {
  return citations.has(words[at]?.lower ?? '') && isWord(words[at + 1], ':');
}

/** "Please note that …", "FYI, …", "tl;dr …" */
function withoutOpening(words: readonly Word[], { asides }: Lexicon): readonly Word[] {
  const end = matchPhrase(words, 0, asides.openings)?.end ?? 0;
  if (isWord(words[end], ',', ':')) return words.slice(end + 1);
  return isWord(words[end - 1], 'that', 'tl;dr') ? words.slice(end) : words;
}

/** "Per the audit of 2023, …", "Due to the outage, …": where the norm comes from, not when it holds. */
function withoutSource(words: readonly Word[], { asides }: Lexicon): readonly Word[] {
  const comma = words.findIndex(({ lower }) => lower === ',');
  if (comma < 2 || comma > SOURCE_MAX) return words;
  const isReason = matchPhrase(words, 0, asides.reasons) !== null;
  const isSource =
    matchPhrase(words, 0, asides.sources) !== null &&
    words.slice(0, comma).some(({ lemma, lower }) => asides.grounds.has(lemma) || asides.grounds.has(lower));
  return isReason || isSource ? words.slice(comma + 1) : words;
}

/** "…, otherwise the build fails", "… because it is slow", "… so that builds can be repeated" */
function withoutTrailing(words: readonly Word[], { asides, kinds }: Lexicon): readonly Word[] {
  const at = words.findIndex(
    (word, index) =>
      index >= KEPT_MIN &&
      (matchPhrase(words, index, asides.trailing) !== null || isSince(words, index, kinds)) &&
      (isWord(words[index - 1], ',') || word.lower === 'because' || opensPurpose(words, index)),
  );
  return at < 0 ? words : words.slice(0, at);
}

function opensPurpose(words: readonly Word[], at: number): boolean {
  return isWord(words[at], 'so') && isWord(words[at + 1], 'that');
}

/** "since it is closed": a reason, not a date. */
function isSince(words: readonly Word[], at: number, { pronouns, auxiliaries }: Lexicon['kinds']): boolean {
  const [since, who, verb] = words.slice(at, at + 3);
  return isWord(since, 'since') && pronouns.has(who?.lower ?? '') && auxiliaries.has(verb?.lower ?? '');
}

const CONTRAST_MAX = 5;

/** "Ada, not Bo, owns …", "The board, rather than the chair, decides": whom it is not, between two commas. */
function withoutContrast(words: readonly Word[]): readonly Word[] {
  const from = words.findIndex(
    (word, at) => isWord(word, ',') && (isWord(words[at + 1], 'not') || isRatherThan(words, at + 1)),
  );
  const until = words.findIndex((word, at) => at > from && isWord(word, ','));
  const isNoun =
    from > 0 && until > 0 && until - from <= CONTRAST_MAX && !isWord(words[from + 2], 'only', 'even', 'all');
  return isNoun ? [...words.slice(0, from), ...words.slice(until + 1)] : words;
}

function isRatherThan(words: readonly Word[], at: number): boolean {
  return isWord(words[at], 'rather') && isWord(words[at + 1], 'than');
}

/** ", not even at night", ", whatever the project": to the next comma. */
function withoutConcessions(words: readonly Word[], { asides }: Lexicon): readonly Word[] {
  const at = words.findIndex(
    (_, index) =>
      (isWord(words[index], ',') && matchPhrase(words, index + 1, asides.concessions) !== null) ||
      (isWord(words[index], ',') && matchPhrase(words, index + 1, asides.interjections) !== null) ||
      (isWord(words[index], '-', '–', '—') && isEnd(words, matchPhrase(words, index + 1, asides.interjections)?.end)),
  );
  if (at < 1) return words;
  const next = words.findIndex(({ lower, kind }, index) => index > at && kind === 'mark' && /^[,–—:]$/.test(lower));
  return [...words.slice(0, at), ...(next < 0 ? [] : words.slice(isWord(words[next], ',') ? next + 1 : next))];
}

/** "… whether they paid *or not*", "…, paid or not", "whether or not it rains, …": it makes no difference, and denies nothing. */
function withoutEitherWay(words: readonly Word[]): readonly Word[] {
  const or = words.findIndex((word, at) => isWord(word, 'or') && isWord(words[at + 1], 'not'));
  const opening = words.findLastIndex((word, at) => at < or && isWord(word, 'whether'));
  if (or < 1 || isWord(words[opening + 1], 'to')) return words;
  const isOpening = opening === or - 1;
  if (!isOpening && !isEnd(words, or + 2) && !isWord(words[or + 2], ',')) return words;
  const comma = words.findLastIndex((word, at) => at < or && isWord(word, ','));
  const from = opening >= 0 ? opening : comma > 0 ? comma : or;
  const until = isOpening ? words.findIndex((word, at) => at > or && isWord(word, ',')) : or + 2;
  const rest = until < 0 ? [] : words.slice(isWord(words[until], ',') ? until + 1 : until);
  return [...words.slice(0, isWord(words[from - 1], ',') ? from - 1 : from), ...rest];
}

/** Nothing but a full stop follows. */
function isEnd(words: readonly Word[], end: number | undefined): boolean {
  return end !== undefined && words.slice(end).every(({ kind }) => kind === 'mark');
}
