import { z } from 'zod';

/** A calendar as data: what a file of lexicons/calendars holds, and what a project is given. */

const ERAS_MAX = 500;
/** Years on the axis, either way. Times the longest year they still are safe integers of ticks. */
export const YEAR_MAX = 10_000_000;

const slug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'must be lower-case letters and digits, joined by single underscores')
  .describe('Names the era in the canonical form of its dates: third_age.year_340.');
const name = z.string().trim().min(1).max(64);
const abbreviations = z.array(name).max(16).nullish().describe('Other names: "TA".');
const axisYear = z.number().int().min(-YEAR_MAX).max(YEAR_MAX);

const EraInput = z
  .strictObject({
    slug,
    name: name.describe('What it is called: Third Age.'),
    abbreviations,
    start: axisYear
      .nullish()
      .describe(
        'Where its year 1 begins, in years on the one axis of the calendar. Left out only under a parent: it then counts no years.',
      ),
    end: axisYear
      .nullish()
      .describe(
        'Where it is over: the first year on the axis that is no longer of it. Left out: it goes on, or has the end of its parent.',
      ),
    parent: slug.nullish().describe('The era that it is a part of.'),
  })
  .describe('An era of a calendar.')
  .meta({ id: 'Era' });

const MonthInput = z
  .strictObject({
    name: name.describe('What it is called.'),
    abbreviations,
    days: z.number().int().min(1).max(10_000).describe('Its length.'),
  })
  .describe('A month of every year.')
  .meta({ id: 'Month' });

const DayInput = z
  .strictObject({
    name: name.describe('What it is called.'),
    month: z.number().int().min(1).describe('Number of its month.'),
    day: z.number().int().min(1).describe('Number of the day in it.'),
  })
  .describe('A day of the year with a name of its own.')
  .meta({ id: 'NamedDay' });

const UnitsInput = z
  .strictObject({
    months: z
      .array(MonthInput)
      .min(1)
      .max(100)
      .nullish()
      .describe('The months of every year, in order. Left out: a year has no parts.'),
    days: z.array(DayInput).max(1000).nullish().describe('Days with names of their own.'),
  })
  .describe('How years are counted and divided.')
  .meta({ id: 'CalendarUnits' });

/** The fields of a calendar. On the `iso` calendar all but the id are left out. */
export const calendarShape = {
  id: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, joined by single hyphens')
    .describe('`iso` is the Gregorian calendar of the real world, which needs nothing else.'),
  name: name.nullish().describe('What it is called.'),
  eras: z.array(EraInput).max(ERAS_MAX).nullish().describe('Its eras, parts after or before what they are a part of.'),
  units: UnitsInput.nullish().describe(
    'How years are counted and divided. Left out: no years are counted, there are only eras and events.',
  ),
  current: z.string().trim().min(1).max(200).nullish().describe('What `current` stands for: a date of the calendar.'),
  circa_years: z.number().int().min(0).max(100_000).nullish().describe('How far off "circa" may be; default 5.'),
};

export const CalendarInput = z.strictObject(calendarShape);

/** A fictional calendar as it is written. */
export type CalendarDefinition = z.infer<typeof CalendarInput>;
export type EraDefinition = z.infer<typeof EraInput>;

/** The era that an era is a part of. */
export function parentOf({ parent }: EraDefinition, eras: readonly EraDefinition[]): EraDefinition | undefined {
  return parent == null ? undefined : eras.find(({ slug }) => slug === parent);
}

/** First year of an era on the axis, and the first one after it. What an era does not say is as in its parent. */
export function spanOf(era: EraDefinition, eras: readonly EraDefinition[]): [first: number, after: number] {
  const parent = parentOf(era, eras);
  const [first, after] = parent === undefined ? [0, Number.POSITIVE_INFINITY] : spanOf(parent, eras);
  return [era.start ?? first, era.end ?? after];
}

/** Words between and around the parts of a date that add nothing. */
const FILLERS = new Set(['the', 'of', 'in', 'on']);

/** A word of a date or of a name in one. "3rd" is an ordinal 3. */
export interface DateWord {
  text: string;
  isOrdinal: boolean;
}

/** The words that count. A full stop after letters is left out: "Fr. 3" is fr, 3. */
export function dateWords(text: string): DateWord[] {
  const words = text.toLowerCase().replace(/[,_]/g, ' ').split(/\s+/);
  return words
    .map((word) => word.replace(/(\p{L})\.$/u, '$1'))
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => {
      const ordinal = /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1];
      return { text: ordinal ?? word, isOrdinal: ordinal !== undefined };
    });
}

/** A name as it is found in a date. */
export function wordsOf(name: string): string[] {
  return dateWords(name).map(({ text }) => text);
}
