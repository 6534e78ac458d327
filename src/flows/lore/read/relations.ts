import type { Calendar } from '../../../core/calendar.js';
import type { StoredRelation } from '../../../core/lore.js';
import type { LoreRecord } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import type { Tenant } from '../../../core/scope.js';
import { cursorId, pageOf } from '../../../store/queries/cursor.js';
import { pageOfRelations } from '../../../store/queries/lore/relation-page.js';
import type { Db } from '../../../store/store.js';
import { type DescribedRelation, describe, describedBy } from '../describe.js';
import { requireRelationType } from '../types.js';
import { readBeside, sayBeside, timeOrAll } from './beside.js';
import type { Envelope } from './envelope.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';

export interface RelationsAsked {
  entity: string;
  type?: string | null | undefined;
  /** Those too that no longer stand. */
  includesInactive: boolean;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface RelationsAnswer extends Envelope {
  entity: Candidate;
  items: DescribedRelation[];
  calendar: Calendar;
  nextCursor: string | null;
}

/**
 * A page of the relations with an entity on either end, oldest first.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_request`
 */
export async function relationsOf(asker: Asker, asked: RelationsAsked): Promise<RelationsAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const { tenant, types, calendar } = question;
  const entity = await oneNamed(asker, question, { path: 'entity', name: asked.entity });
  const time = await timeOrAll(asker, question, asked.atTime);
  const { includesInactive, limit, cursor } = asked;
  const filter = {
    ...(asked.type == null ? {} : { types: [requireRelationType(types, 'type', asked.type).type.name] }),
    ...(includesInactive ? { includesInactive } : {}),
    ...{ knownAt: asked.knownAt ?? undefined, limit: limit + 1 },
    ...{ after: cursor == null ? undefined : cursorId(cursor), atTime: asked.atTime == null ? undefined : time.unit },
  };
  return asker.deps.store.tenant(tenant.orgId, async (db) => {
    const { items: found, nextCursor } = pageOf(await pageOfRelations(db, tenant, entity.id, filter), limit);
    const about = { named: [entity.id], relations: found.map(({ id }) => id), time };
    const beside = await readBeside(db, question, about);
    const said = sayBeside(asker, question, about, { ...beside, sources: [] });
    const items = await describeFound(db, tenant, found, beside.record);
    return { ...said, entity, items, nextCursor, calendar };
  });
}

/** By what is recorded beside them; what was erased, or changed meanwhile, may name what that does not know. */
async function describeFound(
  db: Db,
  tenant: Tenant,
  found: readonly StoredRelation[],
  record: LoreRecord,
): Promise<DescribedRelation[]> {
  const { entities, sources } = record;
  const isKnown = ({ fromId, toId, citation: { sourceId } }: StoredRelation) =>
    entities.has(fromId) && (toId === null || entities.has(toId)) && (sourceId === null || sources.has(sourceId));
  return found.every(isKnown) ? describedBy(found, record) : describe(db, tenant, found);
}
