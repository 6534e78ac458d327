import { describe, expect, it } from 'vitest';
import { quantile, rate, wilson } from '../../../eval/stats.js';

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

describe('a rate', () => {
  it('says nothing of nothing', () => {
    expect(rate(0, 0)).toBe('–');
  });

  it('shows the counts', () => {
    expect(rate(3, 4)).toMatch(/^75\.0 \[.+\] 3\/4$/);
  });
});

describe('a quantile', () => {
  it('is one of the values', () => {
    expect(quantile([5, 1, 3], 0.5)).toBe(3);
    expect(quantile([5, 1, 3], 1)).toBe(5);
    expect(quantile([], 0.5)).toBeNaN();
  });
});
