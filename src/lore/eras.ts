import type { Calendar, CalendarEra } from '../core/calendar.js';
import { nameKey } from '../core/name.js';
import { heldWithin, type Unit } from '../core/period.js';

/** An era as the world knows it, with what it is a part of. */
interface KnownEra {
  id: string;
  name: string;
  parents: readonly string[];
}

/** The era itself, and all that are parts of it, over any number of steps. */
export function withParts(era: string, eras: readonly KnownEra[]): Set<string> {
  const found = new Set([era]);
  for (const whole of found) {
    for (const { id, parents } of eras) if (parents.includes(whole)) found.add(id);
  }
  return found;
}

/** Eras that surely lie in a time, by the calendar: whatever is of one of them was in that time. */
export function erasWithin(asked: Unit, eras: readonly KnownEra[], calendar: Calendar): string[] {
  if (asked.isPoint === true) return [];
  return eras
    .filter(({ name }) => {
      const { from = null, until = null } = calendar.eraSpan(name)?.when.possible ?? {};
      if (from === null || until === null) return false;
      const time = { from: asked.start, until: asked.end };
      return heldWithin({ certain: time, possible: time, tail: 0 }, { start: from, end: until }).covers === 'all';
    })
    .map(({ id }) => id);
}

/** The eras of a calendar with those of the world that are called so. */
export function joined(calendar: Calendar, eras: readonly KnownEra[]): { era: CalendarEra; entity: string | null }[] {
  const byKey = new Map(eras.map(({ id, name }) => [nameKey(name), id]));
  return calendar.eras.map((era) => {
    const names = [era.name, ...era.abbreviations, era.slug.replaceAll('_', ' ')];
    const entity = names.map((name) => byKey.get(nameKey(name))).find((id) => id !== undefined);
    return { era, entity: entity ?? null };
  });
}
