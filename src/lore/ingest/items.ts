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

/**
 * Reads items one by one: what is wrong with one keeps only that one out.
 * @param types the types of entities that there are
 */
export function readItems(
  { entities, relations, events }: Items,
  types: readonly string[],
): { statements: Statements; errors: FieldError[] } {
  const collector = new Collector(PATHS, types, Number.POSITIVE_INFINITY);
  for (const [index, item] of entities.entries()) readEntity(item, null, ['entities', index], collector);
  for (const [index, item] of events.entries()) readEntity(item, ['Event'], ['events', index], collector);
  for (const [index, item] of relations.entries()) readRelation(item, ['relations', index], collector);
  return { statements: collector.finish(), errors: collector.errors.map(({ path, message }) => ({ path, message })) };
}
