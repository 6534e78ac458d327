import type { ProjectContext } from '../../core/context.js';
import { type FieldError, Problem } from '../../core/errors.js';
import { ENTITY_TYPES } from '../../core/lore.js';
import {
  allRelationTypes,
  type RelationType,
  type RelationTypes,
  relationTypeNamed,
} from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { attributeType, type TypeTemplate, typeTemplate } from '../../core/type-template.js';
import { readShaped } from '../../lore/ingest/shaped.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { putTypeTemplate } from '../../store/queries/lore/type-templates.js';
import type { Deps } from '../deps.js';

/** The types of entities and relations that a project has. */
export interface WorldTypes {
  templates: readonly TypeTemplate[];
  relations: RelationTypes;
}

/** The types of relations by the built-in ones and the list of templates, which is kept as long as it is in force. */
const relationsOf = new WeakMap<RelationTypes, WeakMap<readonly TypeTemplate[], RelationTypes>>();

/** The types in force. */
export async function typesOf(deps: Pick<Deps, 'lexicon' | 'contexts'>, tenant: Tenant): Promise<WorldTypes> {
  return typesUnder(deps, tenant, await deps.contexts.fresh(tenant));
}

/** The types that were in force with these settings, or later ones. */
export async function typesUnder(
  { contexts, lexicon }: Pick<Deps, 'lexicon' | 'contexts'>,
  tenant: Tenant,
  context: ProjectContext,
): Promise<WorldTypes> {
  const templates = await contexts.templatesOf(tenant, context);
  const byTemplates = relationsOf.get(lexicon.relationTypes) ?? new WeakMap();
  relationsOf.set(lexicon.relationTypes, byTemplates);
  const relations = byTemplates.get(templates) ?? allRelationTypes(lexicon, templates);
  byTemplates.set(templates, relations);
  return { templates, relations };
}

/**
 * The type of entity that a name means, whatever its case.
 * @throws Problem `invalid_request`
 */
export function requireEntityType(types: WorldTypes, path: string, name: string): string {
  const known = [...ENTITY_TYPES, ...types.templates.map(({ type }) => type)];
  const wanted = name.replace(/[\s_-]+/g, '').toLowerCase();
  const type = known.find((candidate) => candidate.toLowerCase() === wanted);
  if (type !== undefined) return type;
  const message = `must be one of ${known.join(', ')}`;
  throw new Problem('invalid_request', `There is no type "${name}".`, [{ path, message }]);
}

/**
 * The relation type that a name means, or its inverse.
 * @throws Problem `invalid_request`
 */
export function requireRelationType(
  types: WorldTypes,
  path: string,
  name: string,
): { type: RelationType; isInverse: boolean } {
  const found = relationTypeNamed(types.relations, name);
  if (found !== undefined) return found;
  const message = `must be one of ${[...types.relations.keys()].join(', ')}`;
  throw new Problem('invalid_request', `There is no relation type "${name}".`, [{ path, message }]);
}

/** Whether an entity of a type may stand on an end that takes these types. */
export function mayStand(types: WorldTypes, entityType: string, allowed: readonly string[]): boolean {
  const kindOf = types.templates.find(({ type }) => type === entityType)?.kind_of;
  const names = [entityType, ...(kindOf === undefined ? [] : [kindOf])].map((name) => name.toLowerCase());
  return allowed.length === 0 || names.some((name) => allowed.includes(name));
}

/** The types of which `mayStand` is true; a list of nothing would mean all. */
export function typesThatStand(types: WorldTypes, allowed: readonly string[]): string[] {
  const known = new Set([...ENTITY_TYPES, ...types.templates.map(({ type }) => type)]);
  return [...known].filter((type) => mayStand(types, type, allowed));
}

/**
 * Declares a type of entity, or declares it anew.
 * @throws Problem `invalid_request` where it is built in, or an attribute is of another kind than elsewhere
 */
export async function declareType(
  deps: Pick<Deps, 'store' | 'lexicon' | 'ids' | 'contexts'>,
  tenant: Tenant,
  author: Author,
  template: TypeTemplate,
): Promise<'stored' | 'updated' | 'unchanged'> {
  const { templates } = await typesOf(deps, tenant);
  const errors = [
    ...builtIn(template),
    ...otherKinds(
      template,
      templates.filter(({ type }) => type !== template.type),
      deps.lexicon.relationTypes,
    ),
  ];
  if (errors.length > 0) throw new Problem('invalid_request', 'The type can not be declared so.', errors);
  const by = { ...author, actionId: deps.ids.next() };
  const result = await deps.store.tenant(tenant.orgId, (db) => putTypeTemplate(db, tenant, by, template));
  deps.contexts.forget(tenant);
  return result;
}

/**
 * The same of a template that is written in YAML.
 * @throws Problem `invalid_request`, whose errors name line and column
 */
export async function declareWritten(
  deps: Pick<Deps, 'store' | 'lexicon' | 'ids' | 'contexts'>,
  tenant: Tenant,
  author: Author,
  yaml: string,
): Promise<{ result: 'stored' | 'updated' | 'unchanged'; template: TypeTemplate }> {
  const shaped = readShaped(yaml, typeTemplate);
  if (Array.isArray(shaped)) throw new Problem('invalid_request', 'The template is not valid.', shaped);
  const { value: template, placed } = shaped;
  try {
    return { result: await declareType(deps, tenant, author, template), template };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, error.message, placed(error.errors));
  }
}

function builtIn({ type }: TypeTemplate): FieldError[] {
  const isTaken = ENTITY_TYPES.some((name) => name.toLowerCase() === type.toLowerCase());
  return isTaken ? [{ path: 'type', message: `${type} is built in` }] : [];
}

/** One attribute name is one relation type, so it means the same wherever it stands. */
function otherKinds({ attributes }: TypeTemplate, others: readonly TypeTemplate[], known: RelationTypes): FieldError[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = `attributes.${name}`;
    if (known.has(attributeType(name)))
      return [{ path, message: `${attributeType(name)} is a built-in relation type` }];
    const other = others.find((template) => template.attributes[name] !== undefined);
    const before = other?.attributes[name];
    const isSame = before === undefined || sameKind(before, attribute);
    return isSame ? [] : [{ path, message: `is of another kind in the template of ${other?.type}` }];
  });
}

function sameKind(a: TypeTemplate['attributes'][string], b: TypeTemplate['attributes'][string]): boolean {
  return a.kind === b.kind && [...(a.values ?? [])].sort().join() === [...(b.values ?? [])].sort().join();
}
