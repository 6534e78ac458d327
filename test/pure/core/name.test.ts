import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameKey, similarity, trigrams } from '../../../src/core/name.js';

describe('nameKey', () => {
  test.each([
    ['The Iron Crown', 'iron crown'],
    ['  Ósric   VANE ', 'osric vane'],
    ["D'Arvelle’s Gate", 'darvelles gate'],
    ['Ilse-Marie', 'ilse marie'],
    ['The', 'the'],
    ['Анна Каренина', 'анна каренина'],
    ['!?', ''],
  ])('of %s is %s', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });

  test('is its own key, whatever the text', () => {
    const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^(the|a|an)? ?(the|İ|é|x)? ?\w*$/));
    fc.assert(
      fc.property(name, (text) => {
        expect(nameKey(nameKey(text))).toBe(nameKey(text));
      }),
    );
  });
});

describe('similarity', () => {
  test('is 1 of equal keys, 0 of strangers, and the same both ways', () => {
    expect(trigrams('al ro')).toEqual(['  a', ' al', 'al ', '  r', ' ro', 'ro ']);
    expect(similarity('osric vane', 'osric vane')).toBe(1);
    expect(similarity('osric', 'humbug')).toBe(0);
    expect(similarity('osric', 'osrik')).toBeCloseTo(0.5);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(similarity(a, b)).toBe(similarity(b, a));
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
