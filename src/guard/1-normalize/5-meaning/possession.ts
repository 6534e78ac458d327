import { isWord, type Word } from '../1-tokens/word.js';
import type { FrameContext, Framed } from './frame-context.js';

/**
 * "the keys of the service" in the order of "the service's keys" and "the service keys": what it belongs to comes first,
 * so that all three have their words in one order. What is done to a thing stays before it: "rotation of keys".
 */
export function ownersFirst(framed: Framed[], { words, lexicon }: FrameContext): Framed[] {
  const links = words.flatMap((word, at) =>
    isWord(word, 'of') && !lexicon.actions.has(words[at - 1]?.lower ?? '') ? [at] : [],
  );
  if (links.length === 0) return framed;
  const places = new Map(words.map((word, at) => [word, at]));
  return links.reduceRight((before, at) => turned(before, at, words, places), framed);
}

/** The words right before an "of" change places with those right after it. */
function turned(framed: Framed[], of: number, words: readonly Word[], places: ReadonlyMap<Word, number>): Framed[] {
  const place = (each: Framed | undefined) => (each === undefined ? -1 : (places.get(each.word) ?? -1));
  const left = framed.findIndex((each) => place(each) === of - 1);
  const [one, next] = [framed[left], framed[left + 1]];
  if (one === undefined || next === undefined || !areAlike(one, next) || !isLinked(words, of, place(next)))
    return framed;
  const areNext = (a: Framed | undefined, b: Framed | undefined) =>
    a !== undefined && b !== undefined && areAlike(a, b) && place(b) === place(a) + 1;
  let from = left;
  while (areNext(framed[from - 1], framed[from])) from -= 1;
  let until = left + 2;
  while (areNext(framed[until - 1], framed[until])) until += 1;
  return [
    ...framed.slice(0, from),
    ...framed.slice(left + 1, until),
    ...framed.slice(from, left + 1),
    ...framed.slice(until),
  ];
}

/** Nouns in one role. */
function areAlike(a: Framed, b: Framed): boolean {
  return [a, b].every(({ isVerb, word }) => !isVerb && word.quantity === null) && a.token.role === b.token.role;
}

/** Nothing of weight stands between. */
function isLinked(words: readonly Word[], of: number, at: number): boolean {
  return (
    at > of &&
    words.slice(of + 1, at).every((word) => word.use === 'function' || isWord(word, 'the', 'a', 'an', 'our', 'its'))
  );
}
