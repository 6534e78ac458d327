/** How names are compared: their keys, and how alike two of them are. */

const MARKS = /[\u0300-\u036f]/g;
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu;
const APOSTROPHES = /['’ʼ]/g;
const ARTICLES = /^(?:(?:the|a|an) )+(?=.)/;
/** A name is compared by so many of its trigrams. */
const GRAMS_MAX = 64;

/**
 * What two spellings of one name share: lower case, without accents, punctuation and a leading article. Empty for a
 * name without letters and digits.
 */
export function nameKey(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().normalize('NFKD').replace(MARKS, '').normalize('NFC');
  return plain.replace(APOSTROPHES, '').replace(NO_WORD, ' ').trim().replace(ARTICLES, '');
}

/** Words that stand around names. */
export interface Naming {
  /** "King", "Lady" */
  titles: ReadonlySet<string>;
  /** What tells two of one name apart: "the *Younger*", "the *Second*". */
  tellingEpithets: ReadonlySet<string>;
}

/** "King Aldric", "Aldric the Bold": Aldric. "Aldric the Second" is another one than Aldric the First, and stays. */
export function withoutTitle(words: readonly string[], { titles, tellingEpithets }: Naming): readonly string[] {
  const first = words.findIndex((word) => !titles.has(word));
  if (first < 0) return words;
  const epithet = words.findIndex(
    (word, at) => at > first && word === 'the' && !tellingEpithets.has(words[at + 1] ?? ''),
  );
  return words.slice(first, epithet < 0 ? undefined : epithet);
}

/** The trigrams of a key, word by word: of "al ro" they are "  a", " al", "al ", "  r", " ro" and "ro ". */
export function trigrams(key: string): string[] {
  const grams = new Set<string>();
  for (const word of key.split(' ')) {
    const letters = [' ', ' ', ...word, ' '];
    for (let at = 0; at + 3 <= letters.length; at++) grams.add(letters.slice(at, at + 3).join(''));
  }
  return [...grams].slice(0, GRAMS_MAX);
}

/** How alike two keys are, from 0 to 1: the share of their trigrams that both have. Symmetric. */
export function similarity(a: string, b: string): number {
  const [first, second] = [new Set(trigrams(a)), new Set(trigrams(b))];
  const shared = [...first].filter((gram) => second.has(gram)).length;
  return shared / (first.size + second.size - shared);
}
