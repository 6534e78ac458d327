/** An expression of two or more words with what it says. `rank` orders those of one first word: the longest come first. */
export interface Phrase<T> {
  words: readonly string[];
  entry: T;
  rank: number;
}

/** The expressions that begin with one word. */
export interface PhrasesOf<T> {
  /** What the word says alone; undefined where it only opens longer expressions. */
  alone: T | undefined;
  /** By second word, in the order of their rank. */
  longer: ReadonlyMap<string, readonly Phrase<T>[]>;
}

/** Expressions of one or more words, looked up by their first and their second word. */
export type Phrases<T> = ReadonlyMap<string, PhrasesOf<T>>;

/** Of two entries for the same expression the first one stands. */
export function compilePhrases<T>(entries: Iterable<readonly [string, T]>): Phrases<T> {
  const byFirst = new Map<string, { words: string[]; entry: T }[]>();
  for (const [text, entry] of entries) {
    const words = text.split(' ');
    const first = words[0] ?? text;
    const list = byFirst.get(first);
    if (list === undefined) byFirst.set(first, [{ words, entry }]);
    else list.push({ words, entry });
  }
  return new Map([...byFirst].map(([first, list]) => [first, phrasesOf(list)]));
}

function phrasesOf<T>(list: readonly { words: string[]; entry: T }[]): PhrasesOf<T> {
  const longer = new Map<string, Phrase<T>[]>();
  const longestFirst = list.toSorted((a, b) => b.words.length - a.words.length);
  longestFirst.forEach(({ words, entry }, rank) => {
    const second = words[1];
    if (second === undefined) return;
    const phrase = { words, entry, rank };
    const others = longer.get(second);
    if (others === undefined) longer.set(second, [phrase]);
    else others.push(phrase);
  });
  return { alone: list.find(({ words }) => words.length === 1)?.entry, longer };
}
