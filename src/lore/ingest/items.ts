import type { Statements } from '../../core/document.js';
import type { FieldError } from '../../core/errors.js';
import { Collector, type Locator } from './collector.js';
import { readEntity, readRelation } from './statements.js';

/** Entities, relations and events that come by themselves, in the form that they have in documents. */
export interface Items {
  entities: readonly unknown[];
  relations: readonly unknown[];
  events: readonly unknown[];
}

/** Of a value without a text, a path is all there is to show. */
const PATHS: Locator = {
  place: (path) => ({ place: { path: path.join('.'), line: 0, column: 0 }, span: { start: 0, end: 0 } }),
  placeOfKey: (path, key) => ({ path: [...path, key].join('.'), line: 0, column: 0 }),
};

/** Reads items one by one: what is wrong with one keeps only that one out. */
export class ItemsReader {
  readonly #collector: Collector;

  /** @param types the types of entities that there are */
  constructor(types: readonly string[]) {
    this.#collector = new Collector(PATHS, types, Number.POSITIVE_INFINITY);
  }

  /** @param index its place among those of its kind */
  read(kind: keyof Items, item: unknown, index: number): void {
    const path = [kind, index];
    if (kind === 'relations') readRelation(item, path, this.#collector);
    else readEntity(item, kind === 'events' ? ['Event'] : null, path, this.#collector);
  }

  finish(): { statements: Statements; errors: FieldError[] } {
    const errors = this.#collector.errors.map(({ path, message }) => ({ path, message }));
    return { statements: this.#collector.finish(), errors };
  }
}
