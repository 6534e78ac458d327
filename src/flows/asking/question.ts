import type { Lexicon } from '../../core/lexicon.js';
import { oncePer } from '../../core/once-per.js';
import { searchRoot, wordsByRoot, wordsOf } from '../../core/search-words.js';
import { stem } from '../../core/stem.js';
import type { AskedTerm } from '../../store/queries/asking/recall.js';
import { rareRoots } from '../search-text.js';

/** Most words of a question that are looked for, the rarest of them. */
export const ASKED_MAX = 24;
/** Other words that one of them is looked for by, and what these count. */
const OTHERS_MAX = 6;
const OTHER_FACTOR = 0.8;
/** A common word finds little by itself. */
const COMMON_FACTOR = 0.15;

/** The words of a question and what they are looked for by. */
export interface Question {
  /** As they are compared, in the order of the question. */
  words: readonly string[];
  /** The same as they are asked, whole. */
  asked: readonly string[];
  isCommon: readonly boolean[];
  terms: readonly AskedTerm[];
  /** How many words there are besides, which are not looked for. */
  leftOut: number;
}

/** Reads what a question asks for. Words that all texts have are left out. */
export function readQuestion(text: string, lexicon: Lexicon): Question {
  const whole = wordsByRoot(text, lexicon.functionWords, Number.POSITIVE_INFINITY);
  const roots = [...whole.keys()];
  const rare = rareRoots(text);
  const words = rarest(roots, rare);
  const others = otherWords(text, lexicon);
  return {
    words,
    asked: words.map((word) => whole.get(word) ?? word),
    isCommon: words.map((word) => !rare.has(word)),
    terms: words.flatMap((word, place) => {
      const factor = rare.has(word) ? 1 : COMMON_FACTOR;
      return termsOf({ word, place, factor }, others.get(word) ?? []);
    }),
    leftOut: roots.length - words.length,
  };
}

function rarest(roots: readonly string[], rare: ReadonlySet<string>): readonly string[] {
  if (roots.length <= ASKED_MAX) return roots;
  const rarity = (root: string) => (rare.has(root) ? 1 : 0);
  const kept = [...roots.keys()]
    .sort((a, b) => rarity(roots[b] ?? '') - rarity(roots[a] ?? '') || a - b)
    .slice(0, ASKED_MAX);
  return kept.sort((a, b) => a - b).map((at) => roots[at] ?? '');
}

function termsOf(term: AskedTerm, others: readonly string[]): AskedTerm[] {
  const also = others.filter((other) => other !== term.word).slice(0, OTHERS_MAX);
  return [term, ...also.map((word) => ({ ...term, word, factor: term.factor * OTHER_FACTOR }))];
}

/** By the root of each word of a text: the roots of what may be said in its place. */
function otherWords(text: string, lexicon: Lexicon): Map<string, readonly string[]> {
  const families = familiesOf(lexicon);
  const found = new Map<string, readonly string[]>();
  for (const word of wordsOf(text)) found.set(searchRoot(word), families.get(stem(word, lexicon)) ?? []);
  return found;
}

/** By stem: the roots of all words that the lexicon reads as the same, or that follow no rule of inflection. */
const familiesOf = oncePer((lexicon: Lexicon): ReadonlyMap<string, readonly string[]> => {
  const families = new Map<string, Set<string>>();
  const add = (name: string, word: string) => {
    if (word.includes(' ')) return;
    const key = stem(name, lexicon);
    const family = families.get(key) ?? new Set();
    family.add(searchRoot(word));
    families.set(key, family);
  };
  for (const words of [lexicon.irregular, lexicon.synonyms, lexicon.verbSynonyms, lexicon.actions]) {
    for (const [word, name] of words) {
      add(name, word);
      add(name, name);
      add(word, word);
      add(word, name);
    }
  }
  return new Map([...families].map(([key, roots]) => [key, [...roots]]));
});
