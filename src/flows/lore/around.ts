import type { Calendar, EraSpan } from '../../core/calendar.js';
import type { ProjectContext } from '../../core/context.js';
import { type Naming, nameKey, withoutTitle } from '../../core/name.js';
import type { Period, Unit } from '../../core/period.js';
import type { RelationTypes } from '../../core/relation-type.js';
import { type Fact, type Thing, World } from '../../lore/rules/world.js';
import type { NeighbourEntity, Neighbourhood, NeighbourRelation } from '../../store/queries/lore/neighbourhood.js';
import type { End, Placed } from './place.js';

/** What the rules see of the world: what is stored around, and what is to be. */
export function worldAround(
  { relations, entities }: Neighbourhood,
  ends: readonly End[],
  others: readonly Fact[],
  { types, naming }: { types: RelationTypes; naming: Naming },
  { calendar, parentsMayShareGender }: Pick<ProjectContext, 'calendar' | 'parentsMayShareGender'>,
): World {
  const stored = entities.map((entity) => thingOf(entity, calendar, naming));
  const named = ends.map((end) => thingOf({ ...end, keys: [nameKey(end.name)] }, calendar, naming));
  return new World({
    types,
    things: [...named, ...stored],
    facts: [...relations.map((relation) => factOf(relation, types, calendar)), ...others],
    parentsMayShareGender,
  });
}

function thingOf({ id, type, name, loreVerified, keys }: NeighbourEntity, calendar: Calendar, naming: Naming): Thing {
  const names = [...new Set([...keys, ...keys.map((key) => untitled(key, naming))])];
  const thing = { id, type, names, isProvisional: !loreVerified };
  const span = type === 'Era' ? spanNamed([name, ...keys], calendar) : undefined;
  return span === undefined ? thing : { ...thing, span };
}

/** A name without title and epithet: King Aldric may be Aldric the Bold. */
export function untitled(key: string, naming: Naming): string {
  return withoutTitle(key.split(' '), naming).join(' ');
}

/** The part of the axis that an era takes, where the calendar knows it by one of its names. */
export function spanNamed(names: readonly string[], calendar: Calendar): EraSpan | undefined {
  return names.map((name) => calendar.eraSpan(name)).find((span) => span !== null);
}

/** A stored relation as the rules compare it. Its bounds are read again, as precisely as they were written. */
function factOf(relation: NeighbourRelation, types: RelationTypes, calendar: Calendar): Fact {
  const { id, type, fromId, toId, value, validFrom, validUntil, period, prophetic } = relation;
  const isDate = types.get(type)?.value === 'date';
  const date = isDate ? readBound(value, calendar) : null;
  return {
    ...{ id, type, from: fromId, to: toId, value, when: period, isProphetic: prophetic },
    begins: date ?? readBound(validFrom, calendar) ?? (isDate || validFrom !== null ? startOf(period) : null),
    ends: date ?? readBound(validUntil, calendar) ?? (isDate || isStated(validUntil) ? endOf(period) : null),
  };
}

function isStated(bound: string | null): boolean {
  return bound !== null && bound !== 'unknown';
}

/** A bound as it is stored, or null where it is open or nobody knows it. */
export function readBound(text: string | null, calendar: Calendar): Unit | null {
  return text === null || text === 'unknown' || text === 'current' ? null : calendar.parse(text, 0);
}

/** Where the text of a bound can't be read any more, what it meant when it was stored. */
function startOf({ possible }: Period): Unit | null {
  return possible.from === null ? null : { start: possible.from, end: possible.from + 1 };
}

function endOf({ possible, tail }: Period): Unit | null {
  return possible.until === null ? null : { start: possible.until - (tail === 0 ? 1 : 0), end: possible.until + tail };
}

/** A relation that is to be stored as the rules compare it. */
export function factOfPlaced({ id, stated, from, to }: Placed): Fact {
  const { type, value, when, begins, ends, isProphetic } = stated;
  return { id, type: type.name, from: from.id, to: to?.id ?? null, value, when, begins, ends, isProphetic };
}
