import type { Where } from '../../core/document.js';

/** Finds lines and columns of offsets into one text. Lines end with \n, \r\n or \r. */
export class Positions {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) this.#starts.push(index + ending.length);
  }

  at(offset: number): Where {
    const line = Math.max(0, lastAtMost(this.#starts, offset));
    return { line: line + 1, column: offset - (this.#starts[line] ?? 0) + 1 };
  }
}

/** Index of the last of ascending numbers that is not above a limit; -1 where all are. */
export function lastAtMost(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
