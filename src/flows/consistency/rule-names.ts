import { Problem } from '../../core/errors.js';
import { ENTITY_TYPES } from '../../core/lore.js';
import type { RulePlan } from '../../core/ontology.js';
import { nearestTo } from '../../lore/ingest/nearest.js';
import type { WorldTypes } from '../lore/types.js';

/** A type that a rule names and that the project does not have, with the one that is written most alike. */
export interface UnknownType {
  name: string;
  of: 'entity' | 'relation';
  nearest: string;
}

/** Types that a rule names and that neither come with the program nor are declared by a template: a rule of these finds nothing. */
export function unknownTypes(
  { types, labels }: Pick<RulePlan, 'types' | 'labels'>,
  { templates, relations }: WorldTypes,
): UnknownType[] {
  const entities = [...ENTITY_TYPES, ...templates.map(({ type }) => type)];
  const among = (of: UnknownType['of'], names: readonly string[], known: readonly string[]) =>
    names.filter((name) => !known.includes(name)).map((name) => ({ name, of, nearest: nearestTo(name, known) }));
  return [...among('entity', labels, entities), ...among('relation', types, [...relations.keys()])];
}

/** @throws Problem `invalid_request` where the rule names types that there are not */
export function requireKnownTypes(unknown: readonly UnknownType[]): void {
  if (unknown.length === 0) return;
  const errors = unknown.map(({ name, of, nearest }) => {
    return {
      path: 'cypher',
      message: `${name} is no type of ${of === 'entity' ? 'entities' : 'relations'}: ${nearest}?`,
    };
  });
  const detail = 'The rule names types that the project does not have; list_types tells those that it has.';
  throw new Problem('invalid_request', detail, errors);
}
