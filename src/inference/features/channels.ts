import type { FeatureLexicon } from './lexicon.js';
import type { Match } from './match.js';
import { bigram, isLexical, type ReadText, type ReadWord } from './read.js';

/** Numbers a word piece; the last one depends on the piece. */
export const CHANNELS = 20;

/** The first 19 channels of each word, in the order of training/nli/FEATURES.md 7. */
export function wordChannels(
  text: ReadText,
  other: ReadText,
  matches: readonly Match[],
  lexicon: FeatureLexicon,
): number[][] {
  return text.words.map((word, at) => {
    const match = matches[at];
    if (match === undefined) return [];
    const level = lexicon.modality.get(word.word) ?? 0;
    return [
      ...flags(match.isExact, match.isStem, match.isSynonym, match.isOpposite, match.isSibling),
      isLexical(word) && !match.isStem && !match.isSynonym ? closest(text.trigrams.get(word.word), other) : 0,
      ...flags(lexicon.negation.has(word.word), lexicon.denial.has(word.stem)),
      ...flags(level === 3, level === 2, level === 1, word.number !== null, match.isOtherNumber),
      ...flags(!word.isContent, word.isCapital, match.isStrayName),
      ...neighbours(text, at, other),
      shift(word, at, text, other),
    ];
  });
}

function flags(...values: readonly boolean[]): number[] {
  return values.map(Number);
}

/** The greatest Dice coefficient of the trigrams with those of a content word of the other text. */
function closest(own: ReadonlySet<string> = new Set(), other: ReadText): number {
  let best = 0;
  for (const theirs of other.trigrams.values()) {
    let common = 0;
    for (const trigram of own) if (theirs.has(trigram)) common += 1;
    best = Math.max(best, (2 * common) / (own.size + theirs.size));
  }
  return best;
}

function neighbours({ words }: ReadText, at: number, other: ReadText): number[] {
  const [before, stem, after] = [words[at - 1]?.stem, words[at]?.stem ?? '', words[at + 1]?.stem];
  return flags(
    before !== undefined && other.bigrams.has(bigram(before, stem)),
    after !== undefined && other.bigrams.has(bigram(stem, after)),
  );
}

/** How far the word moved between the texts, as a share of their lengths. */
function shift({ stem }: ReadWord, at: number, { words }: ReadText, other: ReadText): number {
  const place = other.places.get(stem);
  return place === undefined ? 0 : at / words.length - place / other.words.length;
}
