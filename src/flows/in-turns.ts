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

/** A list in parts of so many items, of which the last may have fewer. */
export function* chunksOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
