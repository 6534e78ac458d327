import { describe, expect, test } from 'vitest';
import { storyCalendar } from '../../../src/core/story-calendar.js';
import { calendarOf, definitionOf, unitOn } from '../../helpers/time.js';

const saltmere = calendarOf('saltmere');
const tellers = calendarOf('tellers');
const canonical = (text: string, calendar = saltmere) => {
  const date = calendar.read(text, 0);
  return typeof date === 'string' ? `! ${date}` : date.canonical;
};

describe('a calendar with months', () => {
  test.each([
    [
      'third_age.year_340',
      [
        '340 TA',
        'TA 340',
        'year 340 of the Third Age',
        'the 340th year of the Third Age',
        '340 of the 3rd Age',
        'Third Age 340',
        'ta, 340',
        'TA. 340',
      ],
    ],
    [
      'third_age.year_340.month_3',
      [
        'Seedfall 340 TA',
        'month 3 of 340 TA',
        'the 3rd month of the year 340 of the Third Age',
        'TA 340, Seedfall',
        'See 340 TA',
      ],
    ],
    [
      'third_age.year_340.month_3.day_12',
      [
        '12 Seedfall 340 TA',
        'the 12th of Seedfall, 340 TA',
        'Seedfall 12, 340 TA',
        'TA 340 Seedfall 12',
        'day 12 of month 3 of the year 340 of the Third Age',
        'the 12th day of the 3rd month of 340 TA',
      ],
    ],
    ['third_age.year_340.month_6.day_32', ['Midsummer 340 TA', 'on Midsummer of the year 340 of the Third Age']],
    ['third_age', ['Third Age', 'the Third Age', 'in the Third Age', 'TA', 'third age']],
    ['third_age.event_7', ['event 7 of the Third Age', 'the 7th event of the Third Age', 'TA event 7']],
    [
      'circa third_age.year_340',
      ['circa 340 TA', 'c. 340 TA', 'ca. 340 TA', 'around 340 TA', 'about the year 340 of the Third Age'],
    ],
    ['sundering.year_3', ['3rd year of the Sundering', 'Sundering 3', '3 Years of the Sundering']],
    ['long_winter', ['the Long Winter']],
    ['third_age.year_345', ['current', 'Current']],
  ])('reads every form of %s, and its canonical one, as the same time', (expected, forms) => {
    const unit = unitOn(saltmere, expected);
    for (const form of [expected, ...forms]) {
      expect([form, saltmere.read(form, 0)]).toMatchObject([form, { unit, canonical: expected }]);
    }
  });

  test.each([
    ['the Second Age', saltmere, ['second_age.year_1', 'third_age.year_1', true]],
    ['TA', saltmere, ['third_age.year_1', null, true]],
    ['Years of the Sundering', saltmere, ['second_age.year_1402', 'third_age.year_1', true]],
    ['long_winter', saltmere, ['third_age.year_1', null, false]],
    ['Age of Roots', tellers, ['age_of_roots', 'age_of_bronze', true]],
    ['First Flood', tellers, ['age_of_water', 'age_of_roots', false]],
  ])('knows how long %s is, as far as anybody does', (name, calendar, [from, until, isSure]) => {
    const { when, begins, ends } = calendar.eraSpan(name) ?? {};
    const shown = (tick: number | null | undefined) => (tick == null ? null : calendar.at(tick).canonical);
    expect([shown(when?.possible.from), shown(when?.possible.until)]).toEqual([from, until]);
    expect(when?.certain).toEqual(isSure ? when?.possible : { from: when?.possible.from, until: when?.possible.from });
    expect(shown(begins?.start)).toBe(from);
    expect(ends === null).toBe(isSure && until === null);
  });

  test.each(['340 TA', 'event 7 of the Third Age', 'circa 340 TA', 'current', 'Fourth Age', ''])(
    'knows that %j is no era',
    (name) => {
      expect(saltmere.eraSpan(name)).toBeNull();
    },
  );

  test.each([
    ['0 TA', 'years start at 1'],
    ['1180 FA', null],
    ['1181 FA', 'lies past the end of First Age, which has 1180 years'],
    ['24 of the Sundering', 'lies past the end of Sundering, which has 23 years'],
    ['3 of the Long Winter', 'Long Winter counts no years'],
    ['third_age.year_3.month_13', 'there is no month 13'],
    ['31 Thawing 3 TA', 'month 2 has 30 days'],
    ['third_age.event_0', 'an event is counted from 1, in its era'],
    ['fourth_age.year_3', 'there is no era "fourth_age"'],
    ['340', 'names no era'],
    ['Seedfall TA', 'names no year'],
    ['circa Third Age', '"circa" is said of a year'],
    ['circa Seedfall 3 TA', '"circa" is said of a year'],
  ])('says of %s: %s', (text, problem) => {
    const date = saltmere.read(text, 0);
    expect(typeof date === 'string' ? date : null).toBe(problem);
    expect(saltmere.parse(text, 0) === null).toBe(problem !== null);
  });

  test.each([
    '',
    'soon',
    '12',
    '12 13 TA',
    '12 TA 13',
    'TA FA 3',
    'year',
    'year 3 year 4 TA',
    '2026-03-31',
    'third_age.month_3',
    'third_age.year_3.event_2',
    '3 bananas TA',
  ])('does not read %j', (text) => expect(saltmere.parse(text, 0)).toBeNull());

  test('shows the accepted forms of what it can not read, and reads each of them', () => {
    const date = saltmere.read('soon', 0);
    expect(date).toContain('accepted: first_age.year_12, first_age.year_12.month_1.day_2, 2 Frostwane 12 FA, 12 FA');
    for (const form of saltmere.accepted.replace(' (at some time in it)', '').split(', ')) {
      expect([form, saltmere.parse(form, 0) === null]).toEqual([form, false]);
    }
  });

  test('counts ticks as whole numbers on one axis, era after era', () => {
    const unit = (text: string) => unitOn(saltmere, text);
    expect(unit('1180 FA').end).toBe(unit('1 SA').start);
    expect(unit('31 Deepnight 340 TA').end).toBe(unit('341 TA').start);
    expect(unit('1424 SA')).toEqual(unit('23 of the Sundering'));
    expect(unit('first_age')).toEqual({
      start: unit('1 FA').start,
      end: unit('1 SA').start,
      latest: unit('1 SA').start - 1,
    });
    expect(Number.isSafeInteger(unit('9999999 TA').end)).toBe(true);
  });

  test('takes circa as five years either way, within the era', () => {
    const { start, end, latest } = unitOn(saltmere, 'circa 340 TA');
    expect([start, end, latest]).toEqual([
      unitOn(saltmere, '335 TA').start,
      unitOn(saltmere, '345 TA').end,
      unitOn(saltmere, '345 TA').start,
    ]);
    expect(unitOn(saltmere, 'circa 2 TA').start).toBe(unitOn(saltmere, '1 TA').start);
    const wide = storyCalendar({ ...definitionOf('saltmere'), circa_years: 20 });
    expect(unitOn(wide, 'circa 340 TA').end).toBe(unitOn(wide, '360 TA').end);
  });

  test('orders events of an era, which lie somewhere in it', () => {
    const [second, seventh] = [unitOn(saltmere, 'first_age.event_2'), unitOn(saltmere, 'first_age.event_7')];
    expect(second.start).toBeLessThan(seventh.start);
    expect([second.end, seventh.end]).toEqual(Array(2).fill(unitOn(saltmere, 'first_age').end));
  });

  test('writes a tick as the coarsest date that begins there', () => {
    for (const text of [
      'first_age.year_1',
      'third_age.year_340',
      'third_age.year_340.month_3',
      'third_age.year_340.month_3.day_12',
    ]) {
      expect(saltmere.at(unitOn(saltmere, text).start).canonical).toBe(text);
    }
    expect(saltmere.at(unitOn(saltmere, '12 Seedfall 340 TA').start + 5).canonical).toBe(
      'third_age.year_340.month_3.day_12',
    );
    expect(saltmere.at(-1).canonical).toBe('first_age.year_1');
  });

  test.each([
    ['third_age.year_340', '340 TA'],
    ['third_age.year_340.month_3', 'Seedfall 340 TA'],
    ['third_age.year_340.month_3.day_12', '12 Seedfall 340 TA'],
    ['circa third_age.year_340', 'circa 340 TA'],
    ['third_age', 'Third Age'],
    ['third_age.event_7', 'third_age.event_7'],
  ])('writes %s as people do, and reads that as the same', (canonical, text) => {
    const date = saltmere.read(canonical, 0);
    expect(date).toMatchObject({ canonical, text });
    expect(saltmere.read(text, 0)).toEqual(date);
  });

  test('knows the current time, whatever the clock says', () => {
    expect(saltmere.current(0)).toEqual({
      ...{ unit: unitOn(saltmere, '345 TA'), canonical: 'third_age.year_345', text: '345 TA' },
    });
  });
});

describe('a calendar with eras only', () => {
  test.each([
    ['age_of_roots', 'the Age of Roots'],
    ['age_of_ash', 'Ash'],
    ['first_flood', 'in the First Flood'],
    ['age_of_bronze.event_2', 'event 2 of the Age of Bronze'],
    ['age_of_ash', 'current'],
    ['! Age of Ash counts no years', '5 Ash'],
    ['! Age of Ash counts no years', 'circa 5 Ash'],
  ])('reads %s: %s', (expected, text) => {
    expect(canonical(text, tellers)).toBe(expected);
  });

  test('writes a tick as its era, and what lies in none as the nearest', () => {
    expect(tellers.at(unitOn(tellers, 'age_of_bronze').end - 1).canonical).toBe('age_of_bronze');
    expect(tellers.at(-5).canonical).toBe('age_of_water');
  });
});

describe('a calendar with one era that counts years', () => {
  const plain = storyCalendar({
    ...{ id: 'plain', eras: [{ slug: 'reckoning', name: 'Reckoning', start: 0, end: 100 }], units: {} },
    current: 'reckoning.year_7',
  });

  test('needs no era beside a year', () => {
    expect(canonical('12', plain)).toBe('reckoning.year_12');
    expect(canonical('the 12th year', plain)).toBe('reckoning.year_12');
  });

  test('has years without parts', () => {
    expect(canonical('reckoning.year_12.month_1', plain)).toBe('! there is no month 1');
    expect(plain.at(unitOn(plain, '12').start + 3).canonical).toBe('reckoning.year_12');
    expect(plain.at(unitOn(plain, '100').end).canonical).toBe('reckoning.year_100');
  });
});
