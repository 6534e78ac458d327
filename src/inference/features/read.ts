import type { FeatureLexicon } from './lexicon.js';
import { numberOf, stemOf } from './stems.js';
import { isLetter, isSymbol, words } from './words.js';

/** One word of a text that was read. */
export interface ReadWord {
  word: string;
  isCapital: boolean;
  stem: string;
  number: string | null;
  /** Not one of the words that every text has, and no symbol. */
  isContent: boolean;
}

/** One text, with all that the features of any pair with it need: training/nli/FEATURES.md 5. */
export interface ReadText {
  words: readonly ReadWord[];
  wordSet: ReadonlySet<string>;
  /** Stem → where it stands first. */
  places: ReadonlyMap<string, number>;
  contentStems: ReadonlySet<string>;
  /** Trigrams of each content word that begins with a letter. */
  trigrams: ReadonlyMap<string, ReadonlySet<string>>;
  numbers: ReadonlySet<string>;
  bigrams: ReadonlySet<string>;
  /** Classes of synonyms of all its stems. */
  classes: ReadonlySet<number>;
  /** Group of siblings → the stems of this text in it. */
  groups: ReadonlyMap<number, ReadonlySet<string>>;
  /** The strongest modality: 3 must, 2 should, 1 may, 0 none. */
  level: number;
}

export function readText(text: string, lexicon: FeatureLexicon): ReadText {
  const read = words(text).map(({ word, isCapital }): ReadWord => {
    const number = numberOf(word, lexicon.numbers);
    const isContent = number !== null || !(lexicon.stop.has(word) || isSymbol(word));
    return { word, isCapital, stem: stemOf(word, lexicon.irregular), number, isContent };
  });
  const content = read.filter(({ isContent }) => isContent);
  const stems = new Set(read.map(({ stem }) => stem));
  const places = new Map<string, number>();
  read.forEach(({ stem }, at) => {
    if (!places.has(stem)) places.set(stem, at);
  });
  return {
    words: read,
    wordSet: new Set(read.map(({ word }) => word)),
    places,
    contentStems: new Set(content.map(({ stem }) => stem)),
    trigrams: new Map(content.filter(isLexical).map(({ word }) => [word, trigramsOf(word)])),
    numbers: new Set(read.flatMap(({ number }) => number ?? [])),
    bigrams: new Set(read.slice(1).map(({ stem }, at) => bigram(read[at]?.stem ?? '', stem))),
    classes: new Set([...stems].flatMap((stem) => lexicon.synonyms.get(stem) ?? [])),
    groups: groupsOf(stems, lexicon),
    level: Math.max(0, ...read.map(({ word }) => lexicon.modality.get(word) ?? 0)),
  };
}

/** A content word that begins with a letter. */
export function isLexical({ word, isContent }: ReadWord): boolean {
  return isContent && isLetter(word.charAt(0));
}

/** Words hold no blank. */
export function bigram(first: string, second: string): string {
  return `${first} ${second}`;
}

function trigramsOf(word: string): ReadonlySet<string> {
  const padded = ['#', ...word, '#'];
  const found = new Set<string>();
  for (let at = 2; at < padded.length; at++) found.add(`${padded[at - 2]}${padded[at - 1]}${padded[at]}`);
  return found;
}

function groupsOf(stems: ReadonlySet<string>, { siblings }: FeatureLexicon): Map<number, Set<string>> {
  const groups = new Map<number, Set<string>>();
  for (const stem of stems) {
    for (const group of siblings.get(stem) ?? []) {
      const members = groups.get(group) ?? new Set<string>();
      groups.set(group, members.add(stem));
    }
  }
  return groups;
}
