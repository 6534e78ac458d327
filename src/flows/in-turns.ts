import type { Turns } from './turns.js';

/** Does a small step on each of many items, while others have their turn in between. Answers in their order. */
export function inTurns<T, R>(turns: Turns, items: Iterable<T>, step: (item: T) => R): Promise<R[]> {
  return turns.run(eachOf(items, step));
}

function* eachOf<T, R>(items: Iterable<T>, step: (item: T) => R): Generator<void, R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(step(item));
    yield;
  }
  return results;
}

/** The same, of which each weighs so much at most too, but for a part of one. */
export function* chunksWithin<T>(
  list: readonly T[],
  { size, weight }: { size: number; weight: number },
  weigh: (item: T) => number,
): Generator<T[]> {
  let chunk: T[] = [];
  let weighs = 0;
  for (const item of list) {
    const more = weigh(item);
    if (chunk.length === size || (chunk.length > 0 && weighs + more > weight)) {
      yield chunk;
      chunk = [];
      weighs = 0;
    }
    chunk.push(item);
    weighs += more;
  }
  if (chunk.length > 0) yield chunk;
}

/** A list in parts of so many items, of which the last may have fewer. */
export function* chunksOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
