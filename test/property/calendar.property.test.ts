import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarErrors } from '../../src/core/calendar-check.js';
import { type CalendarDefinition, CalendarInput } from '../../src/core/calendar-definition.js';
import { extensionErrors } from '../../src/core/calendar-extension.js';
import { storyCalendar } from '../../src/core/story-calendar.js';

const RUNS = process.env.LOREGUARD_SOAK === '1' ? 20_000 : 500;

/** Eras one after the other, with or without gaps; months of any lengths, or none. */
const anyCalendar: fc.Arbitrary<CalendarDefinition> = fc
  .record({
    lengths: fc.array(fc.record({ years: fc.integer({ min: 1, max: 400 }), gap: fc.nat(3) }), {
      minLength: 1,
      maxLength: 5,
    }),
    origin: fc.integer({ min: -5000, max: 5000 }),
    isOpen: fc.boolean(),
    months: fc.option(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 13 }), { nil: null }),
  })
  .map(({ lengths, origin, isOpen, months }) => {
    let at = origin;
    const eras = lengths.map(({ years, gap }, index) => {
      const start = at;
      at += years + gap;
      const isLast = index === lengths.length - 1;
      const name = String.fromCharCode(65 + index);
      return {
        slug: `era_${index + 1}`,
        name: `Age of ${name}`,
        abbreviations: [`${name}X`],
        start,
        end: isOpen && isLast ? null : start + years,
      };
    });
    const named = months?.map((days, index) => ({ name: `Moon${String.fromCharCode(65 + index)}`, days })) ?? null;
    return { id: 'any', eras, units: { months: named }, current: 'era_1.year_1' };
  });

const anyDate = fc.record({ era: fc.nat(4), year: fc.nat(399), month: fc.nat(12), day: fc.nat(39), depth: fc.nat(2) });

/** A date of the calendar: its canonical form, and forms that people write. */
function dateOf(
  { eras = [], units }: CalendarDefinition,
  picked: { era: number; year: number; month: number; day: number; depth: number },
) {
  const era = eras?.[picked.era % (eras.length || 1)];
  const years = (era?.end ?? (era?.start ?? 0) + 400) - (era?.start ?? 0);
  const year = (picked.year % years) + 1;
  const short = `${year} ${era?.abbreviations?.[0]}`;
  const ofYear = [
    `${era?.slug}.year_${year}`,
    short,
    `year ${year} of the ${era?.name}`,
    `${era?.abbreviations?.[0]} ${year}`,
  ];
  const months = units?.months ?? [];
  const at = picked.month % (months.length || 1);
  const month = months[at];
  if (picked.depth === 0 || month === undefined) return ofYear;
  const ofMonth = [`${ofYear[0]}.month_${at + 1}`, `${month.name} ${short}`, `month ${at + 1} of ${short}`];
  if (picked.depth === 1) return ofMonth;
  const day = (picked.day % month.days) + 1;
  return [
    `${ofMonth[0]}.day_${day}`,
    `${day} ${month.name} ${short}`,
    `the ${day}th of ${month.name}, ${short}`,
    `${month.name} ${day}, ${short}`,
  ];
}

describe('any calendar', () => {
  it('reads every form of a date as one time, writes it back, and has a tick for it', () => {
    fc.assert(
      fc.property(anyCalendar, anyDate, (definition, picked) => {
        expect(calendarErrors(CalendarInput.parse(definition))).toEqual([]);
        const calendar = storyCalendar(definition);
        const [canonical = '', ...forms] = dateOf(definition, picked);
        const date = calendar.read(canonical, 0);
        expect(date).toMatchObject({ canonical });
        for (const form of forms) expect([form, calendar.read(form, 0)]).toEqual([form, date]);
        if (typeof date === 'string') return;
        expect([date.text, calendar.read(date.text, 0)]).toEqual([date.text, date]);
        const { start, end } = date.unit;
        expect([Number.isSafeInteger(start), Number.isSafeInteger(end), end - start > 1]).toEqual([true, true, true]);
        expect(calendar.parse(calendar.at(start).canonical, 0)?.start).toBe(start);
        expect(calendar.parse(calendar.at(end - 1).canonical, 0)?.end).toBe(end);
      }),
      { numRuns: RUNS },
    );
  });

  it('orders its dates on the axis as they follow each other', () => {
    fc.assert(
      fc.property(anyCalendar, anyDate, anyDate, (definition, one, other) => {
        const calendar = storyCalendar(definition);
        const unitOf = (picked: typeof one) => calendar.parse(dateOf(definition, { ...picked, depth: 0 })[0] ?? '', 0);
        const [a, b] = [unitOf(one), unitOf(other)];
        if (a === null || b === null) throw new Error('A date was not read.');
        const count = definition.eras?.length ?? 1;
        const [eraA, eraB] = [one.era % count, other.era % count];
        if (eraA < eraB) expect(a.end).toBeLessThanOrEqual(b.start);
        else if (eraA === eraB) expect(a.start === b.start || a.end <= b.start || b.end <= a.start).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('reads every date as before when it is extended', () => {
    const more = { slug: 'coda', name: 'Coda', start: 20_000, end: 20_010 };
    fc.assert(
      fc.property(anyCalendar, anyDate, (definition, picked) => {
        fc.pre(definition.eras?.at(-1)?.end !== null);
        const extended = { ...definition, eras: [...(definition.eras ?? []), more], current: 'coda.year_2' };
        expect([calendarErrors(extended), extensionErrors(definition, extended)]).toEqual([[], []]);
        const text = dateOf(definition, picked)[0] ?? '';
        expect(storyCalendar(extended).read(text, 0)).toEqual(storyCalendar(definition).read(text, 0));
      }),
      { numRuns: RUNS },
    );
  });

  it('says of any text what it is, without a fault', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        'AX',
        'year',
        'month',
        '3rd',
        '12',
        'MoonA',
        'of',
        'circa',
        '.',
        'era_1',
        'event_9',
        '99999999999999999999',
      ),
    );
    fc.assert(
      fc.property(anyCalendar, fc.array(word, { maxLength: 8 }), (definition, words) => {
        const calendar = storyCalendar(definition);
        for (const text of [words.join(' '), words.join('.')]) {
          const date = calendar.read(text, 0);
          if (typeof date !== 'string') expect(calendar.read(date.canonical, 0)).toEqual(date);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
