import { describe, expect, test } from 'vitest';
import { relevance, wordWeight } from '../../../src/core/relevance.js';

const RARE = { weight: wordWeight(3, 1000, false) };
const COMMON = { weight: wordWeight(1000, 1000, true) };
const at = (place: number, position: number, factor = 1) => ({ place, position, factor });

describe('relevance', () => {
  test('a rare word leads over any number of common ones', () => {
    const asked = [RARE, COMMON, COMMON, COMMON];
    const rare = relevance(asked, [at(0, 1)], 8);
    expect(rare).toBeGreaterThan(relevance(asked, [at(1, 1), at(2, 2), at(3, 3)], 3));
    expect(rare).toBeGreaterThan(0.5);
  });

  test('more of the question is better, so is less besides, and so are neighbours that stay together', () => {
    const asked = [RARE, RARE, RARE];
    const both = relevance(asked, [at(0, 1), at(1, 2)], 6);
    expect(both).toBeGreaterThan(relevance(asked, [at(0, 1)], 6));
    expect(both).toBeGreaterThan(relevance(asked, [at(0, 1), at(1, 2)], 60));
    expect(both).toBeGreaterThan(relevance(asked, [at(0, 1), at(1, 6)], 6));
    expect(both).toBeGreaterThan(relevance(asked, [at(0, 1), at(1, 2, 0.5)], 6));
  });

  test('lies between 0 and 1, whatever is given', () => {
    const full = relevance([RARE], [at(0, 1), at(0, 2, 0.3)], 1, { subject: true, slot: true });
    expect(full).toBeLessThanOrEqual(1);
    expect(full).toBeGreaterThan(0.9);
    expect(relevance([], [], 0)).toBe(0);
    expect(relevance([RARE], [], 0, { subject: false, slot: true })).toBeGreaterThan(0);
  });

  test('the fewer have a word, the more it weighs', () => {
    const weights = [1, 10, 999, 1000].map((frequency) => wordWeight(frequency, 1000, false));
    expect([...weights].sort((a, b) => b - a)).toEqual(weights);
  });
});
