import { describe, expect, test } from 'vitest';
import { batchesOf, fittingIn, linesOf } from '../../../src/detective/batches.js';
import { lexicon } from '../../helpers/lexicon.js';
import { storyClaim } from '../../helpers/stories.js';

const line = (at: number, length: number) => ({
  id: `s${at}`,
  at: '2025-01-01T00:00Z',
  scope: null,
  statement: 'x'.repeat(length),
});

describe('batches of a story', () => {
  test('one is enough for a short story, and none for no story', () => {
    expect(batchesOf([])).toEqual([]);
    expect(batchesOf([line(1, 100), line(2, 100)])).toHaveLength(1);
  });

  test('a long story is cut in its order, each part beginning with the end of the one before', () => {
    const lines = Array.from({ length: 100 }, (_, at) => line(at, 936));
    const batches = batchesOf(lines);
    expect(batches.length).toBeGreaterThan(3);
    for (const [at, batch] of batches.entries()) {
      const size = batch.reduce((sum, { statement }) => sum + statement.length + 64, 0);
      expect(size).toBeLessThanOrEqual(24_000);
      const before = batches[at - 1];
      if (before !== undefined) expect(batch.slice(0, 4)).toEqual(before.slice(-4));
    }
    expect(new Set(batches.flat()).size).toBe(100);
  });

  test('of a story that is too long none is left out that it is told for, and then the newest are told', () => {
    const one = storyClaim(lexicon, 0, 'Logs are kept for a week');
    const story = Array.from({ length: 400 }, (_, at) => ({ ...one, id: `c${at}`, statement: 'x'.repeat(5000) }));
    const idsOf = (from: number, count: number) => new Set(story.slice(from, from + count).map(({ id }) => id));
    const triggers = idsOf(0, 50);
    const told = fittingIn(story, { triggers, near: idsOf(50, 5) });
    expect(batchesOf(linesOf(told).map(({ line }) => line)).length).toBeLessThanOrEqual(8);
    expect(told).toEqual(story.filter((claim) => told.includes(claim)));
    expect(told.slice(0, 55)).toEqual(story.slice(0, 55));
    expect(told.at(-1)).toBe(story.at(-1));
    expect(fittingIn(story.slice(0, 9), { triggers, near: new Set() })).toEqual(story.slice(0, 9));
  });

  test('a line that is longer than a batch is a batch of its own', () => {
    expect(batchesOf([line(1, 30_000), line(2, 30_000)])).toHaveLength(2);
  });
});
