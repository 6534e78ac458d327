import type { FeatureLexicon } from './lexicon.js';
import type { ReadText, ReadWord } from './read.js';

/** How one word relates to another text: training/nli/FEATURES.md 6. */
export interface Match {
  isExact: boolean;
  isStem: boolean;
  isSynonym: boolean;
  isOpposite: boolean;
  isSibling: boolean;
  isOtherNumber: boolean;
  isStrayName: boolean;
}

/** One match a word of `text`, in order. */
export function matchWords(text: ReadText, other: ReadText, lexicon: FeatureLexicon): Match[] {
  return text.words.map((word, at) => matchWord(word, at, text, other, lexicon));
}

function matchWord(word: ReadWord, at: number, text: ReadText, other: ReadText, lexicon: FeatureLexicon): Match {
  const { stem, number } = word;
  const isSameNumber = number !== null && other.numbers.has(number);
  const isStem = other.places.has(stem) || isSameNumber;
  const isSynonym = !isStem && some(lexicon.synonyms.get(stem), (name) => other.classes.has(name));
  const isKnown = isStem || isSynonym;
  return {
    isExact: other.wordSet.has(word.word),
    isStem,
    isSynonym,
    isOpposite: some(lexicon.opposites.get(stem), (opposite) => other.places.has(opposite)),
    isSibling: !isKnown && hasSibling(stem, text, other, lexicon),
    isOtherNumber: number !== null && !isSameNumber && other.numbers.size > 0,
    isStrayName: word.isCapital && at > 0 && word.isContent && !isKnown,
  };
}

/** Whether the other text has a sibling of the stem that this text lacks. */
function hasSibling(stem: string, text: ReadText, other: ReadText, { siblings }: FeatureLexicon): boolean {
  return some(siblings.get(stem), (group) =>
    [...(other.groups.get(group) ?? [])].some((member) => !text.places.has(member)),
  );
}

function some<T>(values: readonly T[] | undefined, test: (value: T) => boolean): boolean {
  return values?.some(test) ?? false;
}
