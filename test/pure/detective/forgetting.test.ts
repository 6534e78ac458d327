import { describe, expect, test } from 'vitest';
import { remember, survival } from '../../../src/detective/forgetting.js';
import { lexicon } from '../../helpers/lexicon.js';
import { storyClaim } from '../../helpers/stories.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the forgetting curve', () => {
  test('falls along each band, and stays from two months on', () => {
    const at = [0, 12 * HOUR, DAY, 4 * DAY, 7 * DAY, 60 * DAY, 900 * DAY].map((age) => survival(age, 0));
    const wanted = [0.4, 0.3, 0.2, 0.15, 0.1, 0.05, 0.05];
    for (const [place, value] of at.entries()) expect(value).toBeCloseTo(wanted[place] ?? Number.NaN, 6);
  });

  test('doubles with each flag, up to certainty; a clock that jumps back makes nothing older', () => {
    expect(survival(DAY, 1)).toBeCloseTo(0.4);
    expect(survival(DAY, 9)).toBe(1);
    expect(survival(-DAY, 0)).toBeCloseTo(0.4);
  });

  test('keeps the last ten and what the story is told for, and the same sample for the same seed', () => {
    const one = storyClaim(lexicon, 0, 'Logs are kept for a week');
    const claims = Array.from({ length: 400 }, (_, at) => ({ ...one, id: `c${at}`, saidAt: at * HOUR }));
    const how = { now: 400 * DAY, kept: new Set(['c0', 'c7']), flags: new Map(), seed: 'x' };
    const story = remember(claims, how);
    const ids = story.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['c0', 'c7', ...claims.slice(-10).map(({ id }) => id)]));
    expect(ids.length).toBeGreaterThan(12);
    expect(ids.length).toBeLessThan(60);
    expect(remember(claims.toReversed(), how)).toEqual(story);
    expect(remember(claims, { ...how, seed: 'y' })).not.toEqual(story);
  });
});
