import type { Entity } from '../../../core/lore.js';
import type { LifeStatus } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId, cursorOf } from '../../../store/queries/cursor.js';
import { browseEntities } from '../../../store/queries/lore/browse-entities.js';
import { getEntities } from '../../../store/queries/lore/entities.js';
import { readLife, readLives } from '../../../store/queries/records/life-record.js';
import { requireEntityType } from '../types.js';
import { askedTime } from './asked-time.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownLife, showLife } from './lives.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion, recordInput } from './question.js';

export interface EntityAnswer extends Envelope, ShownLife {
  entity: Entity;
  named: Candidate;
}

/**
 * One entity with all its names, and when it existed.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_date`
 */
export async function entityAt(
  asker: Asker,
  asked: { entity: string; atTime?: string | null | undefined; knownAt?: string | null | undefined },
): Promise<EntityAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const named = await oneNamed(asker, question, { path: 'entity', name: asked.entity });
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const { record, entity } = await asker.deps.store.tenant(question.tenant.orgId, async (db) => ({
    record: await readLife(db, recordInput(question, [named.id]), named.id),
    entity: (await getEntities(db, question.tenant, [named.id]))[0],
  }));
  if (entity === undefined) throw new Error(`entity ${named.id} was found and is not there`);
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const used = record.facts.filter(({ prophetic }) => !prophetic);
  return {
    ...envelope({ question, recorded, session: asker.session, time, named: [named.id], used }),
    ...showLife(named.id, recorded, time.unit),
    ...{ entity, named },
  };
}

export interface BrowseAsked {
  type?: string | null | undefined;
  prefix?: string | null | undefined;
  loreVerified: boolean | null;
  /** Only those that surely, or perhaps, existed then. */
  aliveAt?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface BrowsedEntity extends ShownLife {
  entity: Entity;
}

export interface BrowseAnswer extends Envelope {
  items: BrowsedEntity[];
  nextCursor: string | null;
}

/** Entities that are looked at for a page of those that existed at a time. */
const LOOKED_AT = 500;
const ALIVE: readonly LifeStatus[] = ['alive', 'unknown'];

/**
 * A page of the entities that fit, oldest first. With `aliveAt` a page may be short of its limit, or empty, and go on.
 * @throws Problem `invalid_request`, `invalid_date` or `ambiguous_entity`
 */
export async function entitiesThat(asker: Asker, asked: BrowseAsked): Promise<BrowseAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const type = asked.type == null ? null : requireEntityType(question.types, 'type', asked.type);
  const time = await askedTime(asker, question, 'alive_at', asked.aliveAt);
  const looked = asked.aliveAt == null ? asked.limit : LOOKED_AT;
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const filter = { type, prefix: asked.prefix ?? null, loreVerified: asked.loreVerified, after, limit: looked + 1 };
  const { ids, entities, record } = await asker.deps.store.tenant(question.tenant.orgId, async (db) => {
    const found = await browseEntities(db, question.tenant, filter);
    const seen = found.slice(0, looked);
    const lives = await readLives(db, recordInput(question, []), seen);
    return { ids: found, entities: await getEntities(db, question.tenant, seen), record: lives };
  });
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const fitting = [...entities]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((entity) => ({ entity, ...showLife(entity.id, recorded, time.unit) }))
    .filter(({ status }) => asked.aliveAt == null || ALIVE.includes(status));
  const items = fitting.slice(0, asked.limit);
  const last =
    fitting.length > asked.limit ? items.at(-1)?.entity.id : ids.length > looked ? ids[looked - 1] : undefined;
  const named = items.map(({ entity }) => entity.id);
  return {
    ...envelope({ question, recorded, session: asker.session, time, named, used: [] }),
    ...{ items, nextCursor: last === undefined ? null : cursorOf(last) },
  };
}
