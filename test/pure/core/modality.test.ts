import { describe, expect, test } from 'vitest';
import { direction, MODALITIES, type Modality, negate, normNotMet, opposed } from '../../../src/core/modality.js';

describe('the deontic table', () => {
  const OPPOSED: Record<Modality, Modality[]> = {
    must: ['must_not', 'should_not', 'may_not'],
    should: ['must_not', 'should_not'],
    may: ['must_not'],
    must_not: ['must', 'should', 'may'],
    should_not: ['must', 'should'],
    may_not: ['must'],
    is: ['is_not'],
    is_not: ['is'],
  };

  test.each(MODALITIES)('%s is opposed to what it excludes, and to nothing else', (modality) => {
    expect(MODALITIES.filter((other) => opposed(modality, other)).sort()).toEqual([...OPPOSED[modality]].sort());
  });

  test('negating twice changes nothing, and negating once turns the direction', () => {
    for (const modality of MODALITIES) {
      expect(negate(negate(modality))).toBe(modality);
      expect(direction(negate(modality))).not.toBe(direction(modality));
    }
  });

  test('a fact against a binding rule is a norm that is not met; against a permission it is nothing', () => {
    expect(normNotMet('must', 'is_not')).toBe(true);
    expect(normNotMet('is', 'must_not')).toBe(true);
    expect(normNotMet('should', 'is')).toBe(false);
    expect(normNotMet('may', 'is_not')).toBe(false);
    expect(normNotMet('must', 'must_not')).toBe(false);
  });
});
