import type { Calendar } from '../../core/calendar.js';
import type { Entity } from '../../core/lore.js';
import type { Period } from '../../core/period.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { confidence } from '../../core/source.js';
import { eventDate, lifespan, type StatedDate } from '../../lore/derived-dates.js';
import { readDating } from '../../store/queries/dating.js';
import type { Db } from '../../store/store.js';
import { spanNamed } from './around.js';

const EVENT_DATE = 'OCCURRED_ON';

/**
 * When entities were: of an event its date, of an era its span on the calendar, of all else its lifespan, derived from
 * what undisputed and reliable sources state first. Null where nothing is stated.
 */
export async function periodsOf(
  db: Db,
  tenant: Tenant,
  { types, calendar, knownAt }: { types: RelationTypes; calendar: Calendar; knownAt?: string | undefined },
  entities: readonly Pick<Entity, 'id' | 'type' | 'name' | 'aliases'>[],
): Promise<Map<string, Period | null>> {
  const dating = [...types.values()].filter(({ name, existence }) => existence !== null || name === EVENT_DATE);
  const told = await readDating(
    db,
    tenant,
    entities.map(({ id }) => id),
    dating.map(({ name }) => name),
    knownAt,
  );
  return new Map(
    entities.map(({ id, type, name, aliases }) => {
      const span = type === 'Era' ? spanNamed([name, ...aliases], calendar) : undefined;
      if (span !== undefined) return [id, span.when];
      const dates = told
        .filter(({ entityId }) => entityId === id)
        .map(({ type, when, extraction, prophetic, isDisputed, sourceKind }): StatedDate => {
          const of = types.get(type)?.existence ?? 'event';
          return { of, when, confidence: prophetic ? null : confidence(extraction, sourceKind), isDisputed };
        });
      return [id, type === 'Event' ? eventDate(dates) : lifespan(dates)];
    }),
  );
}
