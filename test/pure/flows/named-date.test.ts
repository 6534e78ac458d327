import { describe, expect, test } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import { namedDate } from '../../../src/flows/asking/named-date.js';

describe('the date that a question names', () => {
  test.each([
    ['Who ruled Valdorn in 1340?', '1340'],
    ['What did we use since 2026-03?', '2026-03'],
    ['2026-03-31: what was the port?', '2026-03-31'],
    ['What was the port circa 1990', 'circa 1990'],
    ['Is port 8080 open?', null],
    ['What about 2026', 'circa 2026'],
    ['No date at all', null],
    ['', null],
    ['in 99999', null],
  ])('%s', (question, text) => {
    expect(namedDate(question, isoCalendar, 0)?.text ?? null).toBe(text);
  });
});
