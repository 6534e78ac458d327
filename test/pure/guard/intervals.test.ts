import { describe, expect, it } from 'vitest';
import { bounded, complement, exactly, type Quantity, shown, spelled } from '../../../src/core/quantity.js';
import { mayBeEqual, relate } from '../../../src/guard/2-structural/alignment/intervals.js';

const seconds = (amount: number) => exactly(amount, 's', 'duration');
const bytes = (amount: number) => exactly(amount, 'B', 'size');
const number = (amount: number) => exactly(amount, null, null);
const atLeast = (amount: number) => bounded(number(amount), '>=');
const between = (min: number, max: number): Quantity => ({ ...number(min), max });

describe('two quantities', () => {
  it.each([
    [atLeast(8), bounded(number(4), '<='), 'disjoint'],
    [bounded(number(8), '>'), bounded(number(8), '<='), 'disjoint'],
    [atLeast(8), bounded(number(8), '<='), 'within'],
    [atLeast(8), number(7), 'disjoint'],
    [atLeast(8), number(8), 'within'],
    [bounded(number(8), '>'), number(8), 'disjoint'],
    [bounded(seconds(30), '<='), seconds(45), 'disjoint'],
    [seconds(30), seconds(45), 'disjoint'],
    [atLeast(8), atLeast(12), 'bounds'],
    [bounded(number(8), '<'), bounded(number(8), '<='), 'bounds'],
    [between(2, 5), between(4, 9), 'bounds'],
    [between(2, 5), atLeast(2), 'within'],
    [between(2, 5), number(3), 'within'],
    [between(2, 5), between(6, 9), 'disjoint'],
    [number(8), number(9), null],
    [seconds(8), bytes(9), null],
    [atLeast(8), undefined, null],
  ])('%o and %o: %s', (a, b, relation) => {
    expect(relate(a, b)).toBe(relation);
    expect(relate(b, a)).toBe(relation);
  });

  it.each([
    [seconds(30 * 86_400), seconds(2_629_746), true],
    [seconds(30 * 86_400), seconds(60 * 86_400), false],
    [seconds(60), seconds(61), false],
    [bytes(1024), bytes(1000), true],
    [bytes(1024), bytes(2048), false],
    [exactly(8000, 'm', 'length'), exactly(8046.72, 'm', 'length'), true],
    [bounded(seconds(30 * 86_400), '<='), bounded(seconds(2_629_746), '>='), true],
    [number(30), number(30.1), false],
  ])('%o and %o may be one: %s', (a, b, isOne) => {
    expect(mayBeEqual(a, b)).toBe(isOne);
    expect(mayBeEqual(b, a)).toBe(isOne);
  });
});

describe('a quantity', () => {
  it.each([
    [seconds(30), '30 s'],
    [bounded(seconds(30), '<'), '<30 s'],
    [between(2, 5), '2..5'],
    [exactly(5, '$', 'money'), '$5'],
    [exactly(8, 'replica', 'count'), '8'],
    [seconds(0.1 + 0.2), '0.3 s'],
  ])('is spelled in one way: %o', (quantity, text) => {
    expect(spelled(quantity)).toBe(text);
  });

  it.each([
    [seconds(30 * 86_400), '30 d'],
    [bounded(seconds(5400), '<='), '<=90 min'],
    [seconds(45), '45 s'],
    [bytes(2_000_000), '2 MB'],
    [bytes(1024), '1024 B'],
    [exactly(1.66666666667, 'request/s', 'count/duration'), '100 request/min'],
    [exactly(500, 'request/s', 'count/duration'), '500 request/s'],
    [number(8080), '8080'],
  ])('is shown in the unit that suits it: %o', (quantity, text) => {
    expect(shown(quantity)).toBe(text);
  });

  it.each([
    [bounded(seconds(30), '>'), bounded(seconds(30), '<=')],
    [bounded(seconds(30), '<'), bounded(seconds(30), '>=')],
    [between(2, 5), between(2, 5)],
  ])('denied is everything else: %o', (quantity, rest) => {
    expect(complement(quantity)).toEqual(rest);
  });
});
