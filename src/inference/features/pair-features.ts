import type { FeatureLexicon } from './lexicon.js';
import type { Match } from './match.js';
import type { ReadText } from './read.js';

export const PAIR_FEATURES = 22;

/** A text with how its words relate to the other one. */
export interface Matched {
  text: ReadText;
  matches: readonly Match[];
}

/** The numbers of training/nli/FEATURES.md 8, in order: p is the premise, h the hypothesis. */
export function pairFeatures(p: Matched, h: Matched, lexicon: FeatureLexicon): number[] {
  const [plainP, allP] = negations(p.text, lexicon);
  const [plainH, allH] = negations(h.text, lexicon);
  const total = p.text.words.length + h.text.words.length;
  const count = (is: (match: Match) => boolean) => capped([...p.matches, ...h.matches].filter(is).length, 4);
  return [
    ...[covered(h), covered(p), similarity(p.text.contentStems, h.text.contentStems)],
    ...[shared(h.text.wordSet, p.text.wordSet), shared(p.text.wordSet, h.text.wordSet)],
    ...[shared(h.text.bigrams, p.text.bigrams), shared(p.text.bigrams, h.text.bigrams)],
    ...[capped(plainP, 3), capped(plainH, 3), Math.abs(allP - allH) % 2],
    ...[count(({ isOpposite }) => isOpposite), count(({ isSibling }) => isSibling)],
    count(({ isSynonym }) => isSynonym),
    Number(h.matches.some(({ isOtherNumber }) => isOtherNumber)),
    Number(p.matches.some(({ isOtherNumber }) => isOtherNumber)),
    Number([...p.text.numbers].some((number) => h.text.numbers.has(number))),
    ...[strayNames(h), strayNames(p)],
    p.text.level > 0 && h.text.level > 0 ? (p.text.level - h.text.level) / 3 : 0,
    Number(isOneSubstituted(p.text, h.text)),
    capped(total, 80),
    total === 0 ? 0 : (p.text.words.length - h.text.words.length) / total,
  ];
}

/** Share of the distinct content stems that have the same stem or a synonym in the other text. */
function covered({ text, matches }: Matched): number {
  const stems = text.words.filter(({ isContent }, at) => {
    const match = matches[at];
    return isContent && match !== undefined && (match.isStem || match.isSynonym);
  });
  const found = new Set(stems.map(({ stem }) => stem)).size;
  return text.contentStems.size === 0 ? 1 : found / text.contentStems.size;
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = inBoth(a, b);
  const either = a.size + b.size - common;
  return either === 0 ? 1 : common / either;
}

/** Share of the whole that the other has too. */
function shared(whole: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return whole.size === 0 ? 1 : inBoth(whole, other) / whole.size;
}

function inBoth(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const item of a) if (b.has(item)) common += 1;
  return common;
}

function capped(count: number, limit: number): number {
  return Math.min(count, limit) / limit;
}

/** Negating words, and those together with words whose stem denies. */
function negations({ words }: ReadText, { negation, denial }: FeatureLexicon): [number, number] {
  const plain = words.filter(({ word }) => negation.has(word)).length;
  return [plain, plain + words.filter(({ stem }) => denial.has(stem)).length];
}

function strayNames({ text, matches }: Matched): number {
  const names = matches.filter((_, at) => at > 0 && text.words[at]?.isCapital && text.words[at]?.isContent);
  return names.length === 0 ? 0 : names.filter(({ isStrayName }) => isStrayName).length / names.length;
}

function isOneSubstituted({ words: a }: ReadText, { words: b }: ReadText): boolean {
  return a.length === b.length && a.filter(({ stem }, at) => stem !== b[at]?.stem).length === 1;
}
