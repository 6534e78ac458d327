import { describe, expect, test } from 'vitest';
import { type Candidate, type FoundBy, resolve } from '../../../src/core/resolution.js';

const candidate = (id: string, by: FoundBy, score = 1): Candidate => ({
  id,
  name: id,
  type: 'Person',
  loreVerified: true,
  by,
  score,
});
const found = (candidates: Candidate[], acceptsTypos = true) => {
  const resolution = resolve(candidates, { acceptsTypos });
  return resolution.outcome === 'found' ? resolution.entity.id : resolution.outcome;
};

describe('resolve', () => {
  test('takes the one of that name, before those that bear it beside their own', () => {
    expect(found([candidate('a', 'alias'), candidate('b', 'name')])).toBe('b');
    expect(found([candidate('a', 'alias')])).toBe('a');
    expect(found([candidate('a', 'name'), candidate('b', 'id')])).toBe('b');
  });

  test('never guesses between two', () => {
    expect(found([candidate('a', 'name'), candidate('b', 'name')])).toBe('ambiguous');
    expect(found([candidate('a', 'alias'), candidate('b', 'alias')])).toBe('ambiguous');
  });

  test('accepts a misspelt name only where it is asked to, and no other is nearly as much alike', () => {
    expect(found([candidate('a', 'typo', 0.7), candidate('b', 'typo', 0.4)])).toBe('a');
    expect(found([candidate('a', 'typo', 0.7), candidate('b', 'typo', 0.4)], false)).toBe('unknown');
    expect(found([candidate('a', 'typo', 0.7), candidate('b', 'typo', 0.6)])).toBe('unknown');
    expect(found([candidate('a', 'typo', 0.4)])).toBe('unknown');
    expect(found([])).toBe('unknown');
  });
});
