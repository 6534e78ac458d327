import { Problem } from '../../core/errors.js';
import type { Entity, StoredRelation } from '../../core/lore.js';
import type { Tenant } from '../../core/scope.js';
import { mergeEntity } from '../../store/queries/lore/amend-entities.js';
import { changeRelations, type RelationRevision } from '../../store/queries/lore/change-relations.js';
import { getEntities, getEntity } from '../../store/queries/lore/entities.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { listRelationsOf } from '../../store/queries/lore/relations.js';
import { recordAction } from '../../store/queries/projects/actions.js';
import type { Db } from '../../store/store.js';
import { afterGuarded } from '../consistency/live.js';
import type { Deps } from '../deps.js';
import { endingOf, recordedOf, revisedClaims, unstatedBy, withEnding } from './ending.js';
import { requireMeaning, requireOneKind, type StatedRelation } from './mergeable.js';
import { keysOf } from './relation-locks.js';
import { typesOf, type WorldTypes } from './types.js';

export interface MergeRequest {
  tenant: Tenant;
  /** The entity that stays. */
  intoId: string;
  /** The one that is the same. */
  id: string;
  reason: string | null;
  author: Author;
}

export interface Merged {
  entity: Entity;
  /** Relations that went over. */
  moved: number;
  /** Those between the two, which are taken back. */
  takenBack: StatedRelation[];
}

/** Relations that one statement moves. */
const CHUNK = 500;
const TRIES_MAX = 5;

/**
 * Says that two entities are one: names, relations and what documents say go over, and the id of the one goes on to mean
 * the other. A relation between the two is taken back, with a claim that says nothing else. What was believed before
 * stays readable by `known_at`.
 * @throws Problem `invalid_request` for an entity and itself and for what can't be one, `unavailable` when others kept changing the relations
 */
export async function merge(deps: Deps, { tenant, intoId, id, reason, author }: MergeRequest): Promise<Merged> {
  if (intoId === id) {
    const errors = [{ path: 'alias', message: 'is the same entity already' }];
    throw new Problem('invalid_request', 'An entity can not be merged into itself.', errors);
  }
  const types = await typesOf(deps, tenant);
  const merged = await deps.store.transaction(tenant.orgId, async (db) => {
    const [into, alias] = await bothOf(db, tenant, intoId, id);
    if (!(await mergeEntity(db, tenant, intoId, id))) return null;
    requireOneKind(types, into, alias);
    const { moved, takenBack } = await moveRelations(
      deps,
      db,
      { types, into, alias },
      { tenant, intoId, id, reason, author },
    );
    const detail = { alias: id, moved };
    await recordAction(db, tenant, {
      ...{ id: deps.ids.next(), action: 'merge_entities', nodeId: intoId, reason, detail, ...author },
    });
    const entity = await getEntity(db, tenant, intoId);
    if (entity === null) throw changedMeanwhile();
    return { entity, moved, takenBack };
  });
  if (merged === null) return merge(deps, await afterMerges(deps, { tenant, intoId, id, reason, author }));
  await afterGuarded(deps, tenant, author, { entityIds: [intoId, id] });
  return merged;
}

async function bothOf(db: Db, tenant: Tenant, intoId: string, id: string): Promise<[Entity, Entity]> {
  const found = await getEntities(db, tenant, [intoId, id]);
  const [into, alias] = [intoId, id].map((wanted) => found.find((one) => one.id === wanted));
  if (into === undefined || alias === undefined) throw changedMeanwhile();
  return [into, alias];
}

/** The same request, of what both turned out to be. */
async function afterMerges(deps: Deps, request: MergeRequest): Promise<MergeRequest> {
  const { tenant, intoId, id } = request;
  const found = await deps.store.tenant(tenant.orgId, (db) => getEntities(db, tenant, [intoId, id]));
  const now = new Map(found.map((one) => [one.id, one.mergedInto ?? one.id]));
  const next = { ...request, intoId: now.get(intoId) ?? intoId, id: now.get(id) ?? id };
  // Merged by nobody, and yet not to be merged: one of the two is not there.
  if (next.intoId === intoId && next.id === id) throw changedMeanwhile();
  return next;
}

/** Until none is left: what another write changes meanwhile is read again. */
async function moveRelations(
  deps: Deps,
  db: Db,
  { types, into, alias }: { types: WorldTypes; into: Entity; alias: Entity },
  { tenant, intoId, id, reason, author }: MergeRequest,
): Promise<Pick<Merged, 'moved' | 'takenBack'>> {
  let moved = 0;
  const takenBack: StatedRelation[] = [];
  let tries = 0;
  for (;;) {
    const chunk = (await listRelationsOf(db, tenant, [id], { includesInactive: true })).slice(0, CHUNK);
    if (chunk.length === 0) return { moved, takenBack };
    const between = await requireMeaning(db, tenant, types, { into, alias }, chunk);
    const next = chunk.map((relation) => movedTo(relation, id, intoId));
    const ends = chunk.flatMap((relation, n) => [relation, { ...relation, ...next[n] }]);
    const loops = chunk.filter((_, n) => next[n]?.status === 'retracted');
    const unstated = await unstatedBy(db, tenant, loops);
    const over = { claims: unstated.closed.map((one) => one.id), relations: loops.map((one) => one.id) };
    const ending = await endingOf(db, tenant, types.relations, over);
    const claimIds = [...unstated.closed, ...unstated.left].map((one) => one.id);
    const action = { action: 'merge_entities', nodeId: intoId, reason, detail: { alias: id }, ...author };
    const { outcome } = await changeRelations(db, {
      ...ending,
      ...{ tenant, keys: keysOf(types.relations, ends), revise: withEnding(next, ending) },
      claims: revisedClaims(unstated, ending, { status: 'cancelled' }),
      record: claimIds.length === 0 ? [] : recordedOf(deps.ids, { id: deps.ids.next(), ...action }, claimIds),
      // Whom they tell of now they may clash with other relations, and no longer with those that they did.
      recheck: [...ending.recheck, ...chunk.filter(({ status }) => status === 'active').map((one) => one.id)],
    });
    if (outcome === 'stored') {
      moved += chunk.length;
      takenBack.push(...between);
    } else if (++tries === TRIES_MAX) throw changedMeanwhile();
  }
}

function movedTo(
  { id, systemFrom, fromId, toId, status }: StoredRelation,
  from: string,
  into: string,
): RelationRevision {
  const ends = {
    fromId: fromId === from ? into : fromId,
    ...(toId === null ? {} : { toId: toId === from ? into : toId }),
  };
  const isLoop = ends.fromId === ends.toId && status === 'active';
  return { id, seen: systemFrom, ...ends, ...(isLoop ? { status: 'retracted' as const, disputedWith: [] } : {}) };
}

function changedMeanwhile(): Problem {
  return new Problem('unavailable', 'Other writes changed the entities at this moment; send it again.');
}
