import { describe, expect, test } from 'vitest';
import { calendarErrors } from '../../../src/core/calendar-check.js';
import { type CalendarDefinition, CalendarInput } from '../../../src/core/calendar-definition.js';
import { extensionErrors } from '../../../src/core/calendar-extension.js';
import { definitionOf } from '../../helpers/time.js';

const MADE: CalendarDefinition = {
  id: 'made',
  eras: [
    { slug: 'first', name: 'First Age', abbreviations: ['FA'], start: 0, end: 100 },
    { slug: 'second', name: 'Second Age', abbreviations: ['SA'], start: 100 },
    { slug: 'dusk', name: 'Dusk', start: 90, end: 100, parent: 'first' },
    { slug: 'feud', name: 'Feud', parent: 'second' },
  ],
  units: {
    months: [
      { name: 'Thaw', days: 30 },
      { name: 'Frost', abbreviations: ['Fr'], days: 20 },
    ],
    days: [{ name: 'Feast', month: 2, day: 20 }],
  },
  current: 'second.year_12',
};

/** The calendar with one field changed, by its path. */
function changed(path: string, value: unknown): CalendarDefinition {
  const copy = structuredClone(MADE) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((at, name) => at[name] as Record<string, unknown>, copy);
  holder[last] = value;
  return copy as CalendarDefinition;
}

describe('checking a calendar', () => {
  test('finds nothing wrong with a good one', () => {
    expect(calendarErrors(MADE)).toEqual([]);
    expect(calendarErrors({ id: 'iso' })).toEqual([]);
  });

  test.each([
    ['eras', [], 'eras', 'a calendar of its own needs at least one era'],
    ['current', undefined, 'current', 'a calendar of its own needs its current time'],
    ['current', '12 XX', 'current', /^is not a date of the calendar made; accepted: first\.year_12/],
    ['current', '101 FA', 'current', 'lies past the end of First Age, which has 100 years'],
    ['current', 'circa 12 SA', 'current', 'must be a date or an era, not a moment that may lie anywhere'],
    ['eras.1.start', 99, 'eras.1.start', 'overlaps its sibling "first"'],
    ['eras.1.start', null, 'eras.1.start', 'is required for an era without a parent'],
    ['eras.0.end', 0, 'eras.0.end', 'must come after start'],
    ['eras.2.parent', 'third', 'eras.2.parent', 'there is no era "third"'],
    ['eras.2.parent', 'dusk', 'eras.2.parent', '"dusk" would be a part of itself'],
    ['eras.2.start', 120, 'eras.2.end', 'must come after start'],
    ['eras.2.end', 101, 'eras.2.end', 'lies outside its parent "first"'],
    ['eras.2.parent', 'second', 'eras.2.start', 'lies outside its parent "second"'],
    ['eras.3.end', 110, 'eras.3.end', 'an era without a start has no end of its own'],
    ['eras.1.slug', 'first', 'eras.1.slug', '"first" stands for eras.0 already'],
    ['eras.1.name', 'the first age', 'eras.1.name', '"the first age" stands for eras.0 already'],
    ['eras.1.abbreviations', ['SA', 'fa'], 'eras.1.abbreviations.1', '"fa" stands for eras.0 already'],
    ['eras.1.abbreviations', ['12'], 'eras.1.abbreviations.0', 'must hold a letter'],
    ['eras.1.abbreviations', ['Year'], 'eras.1.abbreviations.0', '"Year" has a meaning of its own in a date'],
    ['units.months.1.name', 'thaw', 'units.months.1.name', '"thaw" stands for units.months.0 already'],
    ['units.months.1.name', 'FA', 'units.months.1.name', '"FA" stands for eras.0 already'],
    ['units.days.0.name', 'Fr', 'units.days.0.name', '"Fr" stands for units.months.1 already'],
    ['units.days.0.month', 3, 'units.days.0.month', 'there is no month 3'],
    ['units.days.0.day', 21, 'units.days.0.day', 'month 2 has 20 days'],
  ])('%s = %j: names %s and says why', (path, value, at, message) => {
    const found = calendarErrors(changed(path, value)).find((error) => error.path === at);
    if (message instanceof RegExp) expect(found?.message).toMatch(message);
    else expect(found?.message).toBe(message);
  });

  test.each([
    ['units.months.1.days', 0],
    ['units.months.1.days', 1.5],
    ['units.months', []],
    ['eras.0.slug', 'First Age'],
    ['eras.0.colour', 'red'],
    ['eras.0.start', 20_000_000],
    ['circa_years', -1],
  ])('%s = %j has not the form of one', (path, value) => {
    const { error } = CalendarInput.safeParse(changed(path, value));
    expect(error?.issues[0]?.path.join('.')).toMatch(path.replace('.colour', ''));
  });

  test('says that nothing of iso can be set', () => {
    expect(calendarErrors({ id: 'iso', current: '2026', circa_years: 3 }).map(({ path }) => path)).toEqual([
      'current',
      'circa_years',
    ]);
  });
});

describe('extending a calendar', () => {
  const without = (name: 'first' | 'dusk') => ({ ...MADE, eras: MADE.eras?.filter(({ slug }) => slug !== name) });

  test.each<[string, CalendarDefinition]>([
    ['by nothing', MADE],
    [
      'by an era',
      {
        ...MADE,
        eras: [...(MADE.eras ?? []), { slug: 'gloom', name: 'Gloom', start: 150, end: 160, parent: 'second' }],
      },
    ],
    ['by an abbreviation', changed('eras.0.abbreviations', ['FA', '1A'])],
    [
      'by another name beside the old one',
      {
        ...changed('eras.0.name', 'Age of Dawn'),
        eras: [
          { ...MADE.eras?.[0], slug: 'first', name: 'Age of Dawn', abbreviations: ['FA', 'First Age'] },
          ...(MADE.eras?.slice(1) ?? []),
        ],
      },
    ],
    ['by a later end', changed('eras.2.end', null)],
    ['by time going on', changed('current', 'second.year_20')],
    ['by a named day', changed('units.days', [...(MADE.units?.days ?? []), { name: 'Fast', month: 1, day: 1 }])],
    ['by saying its default', { ...MADE, circa_years: 5 }],
  ])('is allowed %s', (_, next) => {
    expect(calendarErrors(next)).toEqual([]);
    expect(extensionErrors(MADE, next)).toEqual([]);
  });

  test.each<[string, CalendarDefinition, string, string]>([
    ['another calendar', { ...MADE, id: 'other' }, 'id', 'must stay "made"'],
    ['iso', { id: 'iso' }, 'id', 'must stay "made"'],
    ['an era taken away', without('dusk'), 'eras', 'must still hold the era "dusk"'],
    ['an era moved', changed('eras.2.start', 91), 'eras.2.start', 'must stay 90'],
    ['an era cut short', changed('eras.1.end', 500), 'eras.1.end', 'must not come before the open end that it had'],
    ['a part moved to the top', changed('eras.2.parent', null), 'eras.2.parent', 'must stay "first"'],
    ['a name taken away', changed('eras.0.abbreviations', []), 'eras.0.abbreviations', 'must still hold "FA"'],
    ['a month made longer', changed('units.months.0.days', 31), 'units.months.0.days', 'must stay 30'],
    [
      'a month more',
      changed('units.months', [...(MADE.units?.months ?? []), { name: 'Mud', days: 9 }]),
      'units.months',
      'must stay 2',
    ],
    [
      'a month renamed',
      changed('units.months.0.name', 'Melt'),
      'units.months.0.abbreviations',
      'must still hold "Thaw"',
    ],
    ['a feast moved', changed('units.days.0.day', 19), 'units.days', 'must still hold "Feast", day 20 of month 2'],
    ['no years any more', changed('units', null), 'units', 'must stay'],
    ['another circa', { ...MADE, circa_years: 6 }, 'circa_years', 'must stay 5'],
  ])('is not allowed by %s', (_, next, path, message) => {
    expect(extensionErrors(MADE, next)).toContainEqual({ path, message });
  });

  test('of iso is iso alone', () => {
    expect(extensionErrors({ id: 'iso' }, { id: 'iso' })).toEqual([]);
    expect(extensionErrors({ id: 'iso' }, definitionOf('saltmere'))).toEqual([
      { path: 'id', message: 'must stay "iso"' },
    ]);
  });
});
