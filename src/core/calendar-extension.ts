import { CIRCA_YEARS } from './calendar.js';
import { type CalendarDefinition, type EraDefinition, wordsOf } from './calendar-definition.js';
import type { FieldError } from './errors.js';

/**
 * What keeps a calendar from being an extension of another: whatever date the old one reads, the new one must read as
 * the same time. New eras, names and named days may be added, an era may last longer, and `current` may move. Empty
 * when it is one. Fields are named where they stand in the old one, or in the new one where they were changed.
 */
export function extensionErrors(old: CalendarDefinition, next: CalendarDefinition): FieldError[] {
  if (old.id !== next.id) return [error('id', `must stay "${old.id}"`)];
  if (old.id === 'iso') return [];
  const circa = circaOf(old) === circaOf(next) ? [] : [kept('circa_years', circaOf(old))];
  return [...circa, ...unitErrors(old, next), ...(old.eras ?? []).flatMap((era) => eraErrors(era, next.eras ?? []))];
}

function circaOf({ circa_years }: CalendarDefinition): number {
  return circa_years ?? CIRCA_YEARS;
}

function error(path: string, message: string): FieldError {
  return { path, message };
}

function kept(path: string, value: unknown): FieldError {
  return error(path, value == null ? 'must stay left out' : `must stay ${JSON.stringify(value)}`);
}

function eraErrors(era: EraDefinition, eras: readonly EraDefinition[]): FieldError[] {
  const index = eras.findIndex(({ slug }) => slug === era.slug);
  const next = eras[index];
  if (next === undefined) return [error('eras', `must still hold the era "${era.slug}"`)];
  const same = (['start', 'parent'] as const).flatMap((field) =>
    (era[field] ?? null) === (next[field] ?? null) ? [] : [kept(`eras.${index}.${field}`, era[field])],
  );
  const isShorter = (next.end ?? Number.POSITIVE_INFINITY) < (era.end ?? Number.POSITIVE_INFINITY);
  const end = isShorter
    ? [error(`eras.${index}.end`, `must not come before ${era.end ?? 'the open end that it had'}`)]
    : [];
  return [...same, ...end, ...nameErrors(`eras.${index}`, era, next)];
}

/** Old names must go on to name the same thing. Which of them is the name and which an abbreviation is free. */
function nameErrors(path: string, old: Pick<EraDefinition, 'name' | 'abbreviations'>, next: typeof old): FieldError[] {
  const named = ({ name, abbreviations }: typeof old) => [name, ...(abbreviations ?? [])];
  const known = new Set(named(next).map((name) => wordsOf(name).join(' ')));
  const lost = named(old).filter((name) => !known.has(wordsOf(name).join(' ')));
  return lost.map((name) => error(`${path}.abbreviations`, `must still hold "${name}"`));
}

function unitErrors({ units: old }: CalendarDefinition, { units: next }: CalendarDefinition): FieldError[] {
  if ((old == null) !== (next == null)) return [error('units', old == null ? 'must stay left out' : 'must stay')];
  const months = old?.months ?? [];
  if (months.length !== (next?.months ?? []).length) return [error('units.months', `must stay ${months.length}`)];
  const changed = months.flatMap((month, index) => {
    const now = next?.months?.[index] ?? month;
    const days = month.days === now.days ? [] : [kept(`units.months.${index}.days`, month.days)];
    return [...days, ...nameErrors(`units.months.${index}`, month, now)];
  });
  const lost = (old?.days ?? []).filter(
    (day) =>
      !next?.days?.some(
        ({ name, ...at }) =>
          wordsOf(name).join(' ') === wordsOf(day.name).join(' ') && at.month === day.month && at.day === day.day,
      ),
  );
  return [
    ...changed,
    ...lost.map(({ name, month, day }) =>
      error('units.days', `must still hold "${name}", day ${day} of month ${month}`),
    ),
  ];
}
