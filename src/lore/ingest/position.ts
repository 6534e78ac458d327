import type { Where } from '../../core/document.js';

/** Finds lines and columns of offsets into one text. Lines end with \n, \r\n or \r. */
export class Positions {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) this.#starts.push(index + ending.length);
  }

  at(offset: number): Where {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
