import type { Calendar } from '../../core/calendar.js';
import { grouped } from '../../core/grouped.js';
import type { Entity } from '../../core/lore.js';
import type { Period } from '../../core/period.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { confidence } from '../../core/source.js';
import { eventSpan, lifespan, type StatedDate } from '../../lore/derived-dates.js';
import { type Dating, readDating } from '../../store/queries/lore/dating.js';
import { getEntities } from '../../store/queries/lore/entities.js';
import type { Db } from '../../store/store.js';
import { spanNamed } from './around.js';

const EVENT_DATE = 'OCCURRED_ON';

/** By what dates are read. */
interface DatedBy {
  types: RelationTypes;
  calendar: Calendar;
  knownAt?: string | undefined;
}

/**
 * Entities, and when they were: of an event its date, of an era its span on the calendar, of all else its lifespan,
 * derived from what undisputed and reliable sources state first. Null where nothing is stated.
 */
export async function datedEntities(
  db: Db,
  tenant: Tenant,
  by: DatedBy,
  ids: readonly string[],
): Promise<{ entities: Entity[]; periods: Map<string, Period | null> }> {
  const [entities, told] = await Promise.all([
    getEntities(db, tenant, ids),
    readDating(db, tenant, ids, datingTypes(by.types), by.knownAt),
  ]);
  return { entities, periods: periodsOf(entities, told, by) };
}

/** Types of relations that tell when an entity was. */
export function datingTypes(types: RelationTypes): string[] {
  const dating = [...types.values()].filter(({ name, existence }) => existence !== null || name === EVENT_DATE);
  return dating.map(({ name }) => name);
}

/** When entities were, by what is told of them; null of those of which nothing is. */
export function periodsOf(
  entities: readonly Pick<Entity, 'id' | 'type' | 'name' | 'aliases'>[],
  told: readonly Dating[],
  { types, calendar }: DatedBy,
): Map<string, Period | null> {
  const toldOf = grouped(told.map((one) => [one.entityId, one] as const));
  return new Map(
    entities.map(({ id, type, name, aliases }) => {
      const span = type === 'Era' ? spanNamed([name, ...aliases], calendar) : undefined;
      if (span !== undefined) return [id, span.when];
      const dates = (toldOf.get(id) ?? []).map((one): StatedDate => {
        const { type: by, when, extraction, prophetic, isDisputed, sourceKind } = one;
        const of = types.get(by)?.existence ?? 'event';
        return { of, when, confidence: prophetic ? null : confidence(extraction, sourceKind), isDisputed };
      });
      return [id, type === 'Event' ? eventSpan(dates) : (lifespan(dates)?.when ?? null)];
    }),
  );
}
