import { describe, expect, it } from 'vitest';
import type { Period } from '../../../src/core/period.js';
import { upTo } from '../../../src/lore/knowledge.js';

const sure = (from: number | null, until: number | null, tail = 0): Period => ({
  ...{ certain: { from, until }, possible: { from, until }, tail },
});

describe('upTo', () => {
  it('keeps what is over by then as it is', () => {
    expect(upTo(sure(10, 20, 5), 30)).toEqual(sure(10, 20, 5));
  });

  it('ends what goes on, or has no end', () => {
    expect(upTo(sure(10, 40, 5), 30)).toEqual(sure(10, 30));
    expect(upTo(sure(null, null), 30)).toEqual(sure(null, 30));
  });

  it('leaves nothing of what begins later', () => {
    expect(upTo(sure(30, 40), 30)).toEqual(sure(30, 30));
  });

  it('cuts what is sure and what is possible each by itself', () => {
    const rough = { certain: { from: 20, until: 25 }, possible: { from: 10, until: 40 }, tail: 2 };
    const cut = { certain: { from: 20, until: 25 }, possible: { from: 10, until: 30 }, tail: 0 };
    expect(upTo(rough, 30)).toEqual(cut);
  });
});
