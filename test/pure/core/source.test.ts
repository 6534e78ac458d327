import { expect, test } from 'vitest';
import { confidence, leastConfidence } from '../../../src/core/source.js';

test('confidence is how surely it was read × how reliable the source is', () => {
  expect(confidence(0.6, 'rumor')).toBeCloseTo(0.3);
  expect(confidence(1, 'canonical')).toBe(1);
  expect(confidence(0.6, null)).toBe(0.6);
  expect(confidence(1, 'prophetic')).toBeNull();
});

test('of several the least counts, and a prophecy counts for nothing', () => {
  expect(leastConfidence([1, 0.3, null])).toBe(0.3);
  expect(leastConfidence([null])).toBeNull();
  expect(leastConfidence([])).toBeNull();
});
