import type { ProjectContext } from '../../core/context.js';
import type { Entity } from '../../core/lore.js';
import { type Candidate, resolve } from '../../core/resolution.js';
import type { Tenant } from '../../core/scope.js';
import { relationKeys } from '../../lore/relation-keys.js';
import { getEntities } from '../../store/queries/lore/entities.js';
import { insertRelations } from '../../store/queries/lore/insert-relations.js';
import { type Author, putEntities, putNames } from '../../store/queries/lore/put-entities.js';
import { getRelation } from '../../store/queries/lore/relations.js';
import { findMentioned } from '../../store/queries/lore/resolve.js';
import { recordAction } from '../../store/queries/projects/actions.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { settleCalendarWithin, underSettings } from '../project-contexts.js';
import { type DescribedRelation, describe } from './describe.js';
import { contentOf, toldBy } from './draft-relation.js';
import { ambiguous, requireEntity } from './resolve.js';
import { requireEntityType, requireRelationType, typesOf, type WorldTypes } from './types.js';

export interface EncounterRequest {
  tenant: Tenant;
  /** What was met or took place: its name or id. */
  name: string;
  type: string;
  /** Who met it or took part in it; null: nobody that is known. */
  by: string | null;
  atTime: string | null;
  note: string | null;
  author: Author;
}

export interface LoggedEncounter {
  entity: Entity;
  isNew: boolean;
  relation: DescribedRelation | null;
}

/** Types whose ends can be met; in all else one takes part. */
const EVENT = 'Event';

/**
 * Logs what somebody came upon: an entity or event that is not known yet becomes a provisional one. Who met it is told as
 * ENCOUNTERED, of an event as PARTICIPATED_IN, at the time given.
 * @throws Problem those of `requireEntity` and `contentOf`
 */
export async function logEncounter(deps: Deps, request: EncounterRequest): Promise<LoggedEncounter> {
  const { tenant } = request;
  const types = await typesOf(deps, tenant);
  const type = requireEntityType(types, 'type', request.type);
  const by = request.by === null ? null : await requireEntity(deps, tenant, { path: 'by', name: request.by });
  const meeting = { ...request, type, by };
  return underSettings(deps, tenant, (context) =>
    deps.store.transaction(tenant.orgId, (db) => storeMeeting(deps, db, { context, types }, meeting)),
  );
}

/** An encounter whose names were found, but for that of what was met. */
interface Meeting extends Omit<EncounterRequest, 'by'> {
  by: Candidate | null;
}

async function storeMeeting(
  deps: Deps,
  db: Db,
  { context, types }: { context: ProjectContext; types: WorldTypes },
  { by, ...request }: Meeting,
): Promise<LoggedEncounter> {
  const { tenant, type, author } = request;
  const { id, isNew } = await metEntity(deps, db, request);
  const [entity] = await getEntities(db, tenant, [id]);
  if (entity === undefined) throw new Error(`entity ${id} was stored and is not there`);
  const record = { id: deps.ids.next(), action: 'log_encounter', nodeId: id, reason: request.note, ...author };
  if (by === null) {
    await recordAction(db, tenant, { ...record, detail: { is_new: isNew } });
    return { entity, isNew, relation: null };
  }
  const told = requireRelationType(types, 'type', type === EVENT ? 'PARTICIPATED_IN' : 'ENCOUNTERED').type;
  const to = { ...entity, by: 'id' as const, score: 1 };
  const window = { validFrom: request.atTime, validUntil: request.atTime };
  const content = contentOf(deps, context, types, { type: told, from: by, to, value: null, ...window });
  if (request.atTime !== null) await settleCalendarWithin(db, deps.contexts, tenant, context);
  const relation = toldBy({ id: deps.ids.next(), ...author, source: null }, content);
  const keys = relationKeys(told, relation.fromId, relation.toId);
  await insertRelations(
    db,
    tenant,
    [{ relation, keys }],
    [{ ...record, detail: { is_new: isNew, relation_id: relation.id } }],
  );
  const stored = await getRelation(db, tenant, relation.id);
  const [described = null] = stored === null ? [] : await describe(db, tenant, [stored]);
  return { entity, isNew, relation: described };
}

/** The entity that is meant, or a new provisional one. */
async function metEntity(
  deps: Deps,
  db: Db,
  { tenant, name, type, author, note }: Omit<EncounterRequest, 'by'>,
): Promise<{ id: string; isNew: boolean }> {
  const [candidates = []] = await findMentioned(db, tenant, [{ name }]);
  const fitting = candidates.filter((candidate) => candidate.type === type || candidate.by === 'id');
  const resolution = resolve(fitting, { acceptsTypos: false });
  if (resolution.outcome === 'found') return { id: resolution.entity.id, isNew: false };
  if (resolution.outcome === 'ambiguous') throw ambiguous('name', name, resolution.candidates);
  const properties = note === null ? {} : { note };
  const draft = { id: deps.ids.next(), type, name, distinction: '', loreVerified: false, properties };
  const [put = { id: draft.id, isNew: true }] = await putEntities(db, tenant, author, [draft]);
  await putNames(db, tenant, null, [{ entityId: put.id, name, kind: 'name' }]);
  return put;
}
