import { describe, expect, it } from 'vitest';
import { wilson } from '../../../src/guard/3-nli/wilson.js';

describe('the Wilson interval', () => {
  it('is that of the textbook', () => {
    const [low, high] = wilson(8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
  });

  it('stays between 0 and 1', () => {
    expect(wilson(0, 5)[0]).toBe(0);
    expect(wilson(5, 5)[1]).toBe(1);
  });
});
