import { Problem } from '../../core/errors.js';
import type { Entity } from '../../core/lore.js';
import { nameKey } from '../../core/name.js';
import type { Candidate } from '../../core/resolution.js';
import type { Tenant } from '../../core/scope.js';
import { addProperties, verifyEntity } from '../../store/queries/lore/amend-entities.js';
import { getEntity } from '../../store/queries/lore/entities.js';
import { type Author, putEntities, putNames } from '../../store/queries/lore/put-entities.js';
import { findMentioned } from '../../store/queries/lore/resolve.js';
import { SOURCE_TYPE } from '../../store/queries/lore/source-names.js';
import { recordAction } from '../../store/queries/projects/actions.js';
import type { Db } from '../../store/store.js';
import { afterGuarded } from '../consistency/live.js';
import type { Deps } from '../deps.js';
import { requireEntityType, typesOf } from './types.js';

export interface EntityToAdd {
  type: string;
  name: string;
  aliases: readonly string[];
  properties: Readonly<Record<string, unknown>>;
  /** What tells it apart from a namesake of its type. */
  distinction: string;
  /** False: it is provisional. */
  isVerified: boolean;
}

export interface AddedEntity {
  result: 'stored' | 'updated' | 'unchanged';
  entity: Entity;
  /** Others that are called by one of its names. */
  namesakes: Candidate[];
}

/**
 * Adds an entity. One of the same type and name is the same one, unless they are told apart: what is new of it is added.
 * @throws Problem `invalid_request`
 */
export async function addEntity(deps: Deps, tenant: Tenant, author: Author, told: EntityToAdd): Promise<AddedEntity> {
  const type = requireEntityType(await typesOf(deps, tenant), 'type', told.type);
  if (type === SOURCE_TYPE) {
    const errors = [{ path: 'type', message: 'is added by add_lore_source, which says how reliable it is' }];
    throw new Problem('invalid_request', 'A source is added otherwise.', errors);
  }
  if (nameKey(told.name) === '') {
    const errors = [{ path: 'name', message: 'must hold letters or digits' }];
    throw new Problem('invalid_request', 'The name can not be looked up.', errors);
  }
  const added = await deps.store.transaction(tenant.orgId, async (db) => {
    const { name, distinction, properties, isVerified } = told;
    const draft = { id: deps.ids.next(), type, name, distinction, properties, loreVerified: isVerified };
    const [put] = await putEntities(db, tenant, author, [draft]);
    const { id, isNew } = put ?? { id: draft.id, isNew: true };
    const before = await existing(db, tenant, id);
    await putNames(db, tenant, null, [
      ...(isNew ? [{ entityId: id, name, kind: 'name' as const }] : []),
      ...told.aliases.map((alias) => ({ entityId: id, name: alias, kind: 'alias' as const })),
    ]);
    if (!isNew && Object.keys(properties).length > 0) await addProperties(db, tenant, id, properties);
    if (isVerified) await verifyEntity(db, tenant, id, author.who);
    const entity = await existing(db, tenant, id);
    const result: AddedEntity['result'] = isNew ? 'stored' : sameEntity(before, entity) ? 'unchanged' : 'updated';
    const action = {
      id: deps.ids.next(),
      action: 'add_entity',
      nodeId: id,
      reason: null,
      detail: { result },
      ...author,
    };
    if (result !== 'unchanged') await recordAction(db, tenant, action);
    const found = await findMentioned(
      db,
      tenant,
      [name, ...told.aliases].map((alias) => ({ name: alias })),
    );
    const others = found.flat().filter((other) => other.id !== id && other.by !== 'typo');
    const namesakes = [...new Map(others.map((other) => [other.id, other])).values()];
    return { result, entity, namesakes };
  });
  if (added.result !== 'unchanged') await afterGuarded(deps, tenant, author, { entityIds: [added.entity.id] });
  return added;
}

async function existing(db: Db, tenant: Tenant, id: string): Promise<Entity> {
  const entity = await getEntity(db, tenant, id);
  if (entity === null) throw new Error(`entity ${id} was stored and is not there`);
  return entity;
}

function sameEntity(a: Entity, b: Entity): boolean {
  return (
    JSON.stringify([a.aliases, a.properties, a.loreVerified]) ===
    JSON.stringify([b.aliases, b.properties, b.loreVerified])
  );
}

/** Says that a curator vouches for an entity: it is provisional no longer. */
export async function markVerified(
  deps: Deps,
  tenant: Tenant,
  author: Author,
  { id, reason }: { id: string; reason: string | null },
): Promise<{ result: 'verified' | 'unchanged'; entity: Entity }> {
  const marked = await deps.store.transaction(tenant.orgId, async (db) => {
    const isChanged = await verifyEntity(db, tenant, id, author.who);
    const action = { id: deps.ids.next(), action: 'mark_verified', nodeId: id, reason, detail: {}, ...author };
    if (isChanged) await recordAction(db, tenant, action);
    const result = isChanged ? ('verified' as const) : ('unchanged' as const);
    return { result, entity: await existing(db, tenant, id) };
  });
  if (marked.result === 'verified') await afterGuarded(deps, tenant, author, { entityIds: [id] });
  return marked;
}
