import { type CalendarDefinition, type EraDefinition, parentOf, spanOf, wordsOf } from './calendar-definition.js';
import type { FieldError } from './errors.js';
import { storyCalendar } from './story-calendar.js';

/** What no era, month or day may be called. */
const RESERVED = new Set(['circa', 'current', 'day', 'event', 'month', 'unknown', 'year']);

/** What is wrong with a calendar of the right form: each field with its reason. Empty when it can be used. */
export function calendarErrors(calendar: CalendarDefinition): FieldError[] {
  if (calendar.id === 'iso') return onIso(calendar);
  const eras = calendar.eras ?? [];
  const missing = [
    ...(eras.length === 0 ? [error('eras', 'a calendar of its own needs at least one era')] : []),
    ...(calendar.current == null ? [error('current', 'a calendar of its own needs its current time')] : []),
  ];
  const wrong = [...missing, ...eras.flatMap(eraErrors), ...unitErrors(calendar), ...nameErrors(calendar)];
  // What eras are to each other, and what a date says, only holds where each is right by itself.
  if (wrong.length > 0) return wrong;
  const among = siblingErrors(eras);
  return among.length > 0 ? among : currentErrors(calendar);
}

function currentErrors(calendar: CalendarDefinition): FieldError[] {
  const date = storyCalendar(calendar).read('current', 0);
  if (typeof date === 'string') return [error('current', date)];
  return date.unit.isPoint === true
    ? [error('current', 'must be a date or an era, not a moment that may lie anywhere')]
    : [];
}

function onIso(calendar: CalendarDefinition): FieldError[] {
  const fixed = ['name', 'eras', 'units', 'current', 'circa_years'] as const;
  return fixed.flatMap((field) => (calendar[field] == null ? [] : [error(field, 'is fixed on the iso calendar')]));
}

function error(path: string, message: string): FieldError {
  return { path, message };
}

function eraErrors(era: EraDefinition, index: number, eras: readonly EraDefinition[]): FieldError[] {
  const at = (field: string) => `eras.${index}.${field}`;
  if (isLooped(era, eras)) return [error(at('parent'), `"${era.slug}" would be a part of itself`)];
  const parent = eras.find(({ slug }) => slug === era.parent);
  if (era.parent != null && parent === undefined) return [error(at('parent'), `there is no era "${era.parent}"`)];
  if (era.start == null) {
    if (era.end != null) return [error(at('end'), 'an era without a start has no end of its own')];
    return parent === undefined ? [error(at('start'), 'is required for an era without a parent')] : [];
  }
  const [start, end] = [era.start, era.end ?? Number.POSITIVE_INFINITY];
  if (end <= start) return [error(at('end'), 'must come after start')];
  if (parent === undefined) return [];
  const [first, last] = spanOf(parent, eras);
  return [
    ...(start < first || start >= last ? [error(at('start'), `lies outside its parent "${parent.slug}"`)] : []),
    ...(era.end != null && end > last ? [error(at('end'), `lies outside its parent "${parent.slug}"`)] : []),
  ];
}

function isLooped(era: EraDefinition, eras: readonly EraDefinition[]): boolean {
  const seen = new Set<EraDefinition>();
  for (let at: EraDefinition | undefined = era; at !== undefined; at = parentOf(at, eras)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/** Eras under one parent that count years share none. */
function siblingErrors(eras: readonly EraDefinition[]): FieldError[] {
  return eras.flatMap((era, index) => {
    if (era.start == null) return [];
    const [first, after] = spanOf(era, eras);
    const rival = eras.slice(0, index).find((other) => {
      const [start, end] = spanOf(other, eras);
      return other.start != null && (other.parent ?? null) === (era.parent ?? null) && start < after && first < end;
    });
    return rival === undefined ? [] : [error(`eras.${index}.start`, `overlaps its sibling "${rival.slug}"`)];
  });
}

function unitErrors({ units }: CalendarDefinition): FieldError[] {
  const months = units?.months ?? [];
  return (units?.days ?? []).flatMap(({ month, day }, index) => {
    const length = months[month - 1]?.days;
    if (length === undefined) return [error(`units.days.${index}.month`, `there is no month ${month}`)];
    return day <= length ? [] : [error(`units.days.${index}.day`, `month ${month} has ${length} days`)];
  });
}

/** Each name means one era, one month or one day. */
function nameErrors({ eras, units }: CalendarDefinition): FieldError[] {
  const slugs = (eras ?? []).map(({ slug }, index): Named => [`eras.${index}.slug`, slug, `eras.${index}`]);
  const ofEras = (eras ?? []).flatMap((era, index) => namesOf(`eras.${index}`, era));
  const months = (units?.months ?? []).flatMap((month, index) => namesOf(`units.months.${index}`, month));
  const days = (units?.days ?? []).map(
    ({ name }, index): Named => [`units.days.${index}.name`, name, `units.days.${index}`],
  );
  return repeated([...slugs, ...ofEras, ...months, ...days]);
}

/** Where a name stands, the name, and whose it is. */
type Named = [path: string, name: string, of: string];

function namesOf(path: string, { name, abbreviations }: Pick<EraDefinition, 'name' | 'abbreviations'>): Named[] {
  const others = (abbreviations ?? []).map((text, index): Named => [`${path}.abbreviations.${index}`, text, path]);
  return [[`${path}.name`, name, path], ...others];
}

function repeated(names: readonly Named[]): FieldError[] {
  const owners = new Map<string, Named>();
  return names.flatMap(([path, name, of]) => {
    const words = wordsOf(name).join(' ');
    if (!/\p{L}/u.test(words)) return [error(path, 'must hold a letter')];
    if (RESERVED.has(words)) return [error(path, `"${name}" has a meaning of its own in a date`)];
    const known = owners.get(words);
    if (known === undefined) owners.set(words, [path, name, of]);
    if (known === undefined || known[2] === of) return [];
    return [error(path, `"${name}" stands for ${known[2]} already`)];
  });
}
