import { describe, expect, it } from 'vitest';
import { quantile, rate } from '../../../eval/stats.js';

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
