import { describe, expect, it } from 'vitest';
import { relate } from '../../../src/guard/2-structural/bounds.js';

describe('two quantities', () => {
  it.each([
    ['>=8', '<=4', 'disjoint'],
    ['>8', '<=8', 'disjoint'],
    ['>=8', '<=8', 'within'],
    ['>=8', '7', 'disjoint'],
    ['>=8', '8', 'within'],
    ['>8', '8', 'disjoint'],
    ['<=30 duration', '45 duration', 'disjoint'],
    ['>=8', '>=12', 'bounds'],
    ['<8', '<=8', 'bounds'],
    ['8', '9', null],
    ['>=8', 'teal', null],
  ])('%s and %s: %s', (a, b, relation) => {
    expect(relate(a, b)).toBe(relation);
    expect(relate(b, a)).toBe(relation);
  });
});
