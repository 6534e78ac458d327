import { describe, expect, test } from 'vitest';
import { heldWithin, overlap } from '../../../src/core/period.js';
import { OVERLAPS, WITHINS } from '../../helpers/time.js';

describe('the table of times', () => {
  test.each(OVERLAPS)('$name', ({ a, b, expected }) => {
    expect([overlap(a, b), overlap(b, a)]).toEqual([expected, expected]);
  });

  test.each(WITHINS)('$name', ({ when, asked, expected, covers }) => {
    expect(heldWithin(when, asked)).toEqual({ truth: expected, covers });
  });
});
