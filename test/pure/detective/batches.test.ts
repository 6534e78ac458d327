import { describe, expect, test } from 'vitest';
import { batchesOf } from '../../../src/detective/batches.js';

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

  test('a line that is longer than a batch is a batch of its own', () => {
    expect(batchesOf([line(1, 30_000), line(2, 30_000)])).toHaveLength(2);
  });
});
