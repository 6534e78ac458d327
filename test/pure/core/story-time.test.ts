import { describe, expect, test } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import { UNKNOWN_DATE } from '../../../src/core/period.js';
import { storyTime, storyWindow } from '../../../src/core/story-time.js';

describe('a time of the story', () => {
  test('has the ticks of the whole unit that its text names', () => {
    const from = Date.UTC(2026, 2, 1) / 1000;
    expect(storyTime('2026-03', isoCalendar)).toEqual({ text: '2026-03', from, until: Date.UTC(2026, 3, 1) / 1000 });
  });

  test('has no ticks where nobody knows', () => {
    expect(storyTime('unknown', isoCalendar)).toEqual({ text: 'unknown', from: null, until: null });
  });

  test('of a window is open where the window is', () => {
    expect(storyWindow({ from: null, until: null }, isoCalendar)).toEqual({ from: null, until: null });
    expect(storyWindow({ from: 60, until: null }, isoCalendar)).toEqual({
      from: { text: '1970-01-01T00:01:00Z', from: 60, until: 61 },
      until: null,
    });
  });

  test('never tells the tick that stands for no end', () => {
    const endless = { ...isoCalendar, at: () => ({ unit: UNKNOWN_DATE, canonical: 'age', text: 'Age' }) };
    expect(storyWindow({ from: null, until: 5 }, endless).until).toEqual({ text: 'Age', from: 5, until: null });
  });
});
