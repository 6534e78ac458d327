import type { Framed } from './frame-context.js';
import type { Word } from './word.js';

/**
 * "the service's keys" in the order of "the keys of the service": whose it is comes after what it is, so that both
 * have their words in one order.
 */
export function ownersLast(framed: Framed[], words: readonly Word[]): Framed[] {
  const at = framed.findIndex(({ word }) => isOwner(word));
  if (at < 0) return framed;
  const position = new Map(words.map((word, index) => [word.start, index]));
  const isNext = (left: Framed | undefined, right: Framed | undefined) =>
    left !== undefined &&
    right !== undefined &&
    left.token.role === right.token.role &&
    (position.get(right.word.start) ?? 0) - (position.get(left.word.start) ?? 0) === 1;
  let from = at;
  while (isNext(framed[from - 1], framed[from])) from -= 1;
  let until = at + 1;
  while (isNext(framed[until - 1], framed[until])) until += 1;
  return [
    ...framed.slice(0, from),
    ...framed.slice(at + 1, until),
    ...framed.slice(from, at + 1),
    ...framed.slice(until),
  ];
}

function isOwner({ text, kind }: Word): boolean {
  return kind !== 'mark' && /['’]s?$/.test(text);
}
