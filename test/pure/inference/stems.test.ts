import { describe, expect, test } from 'vitest';
import { numberOf } from '../../../src/inference/features/stems.js';

describe('the number that a word writes', () => {
  test.each([
    ['3', '3'],
    ['1000.50', '1000.5'],
    ['1.0', '1'],
    ['0.00', '0'],
    ['007', '7'],
    ['100', '100'],
    ['1.', '1'],
    ['v1.2', 'v1.2'],
    ['1.2.3', '1.2.3'],
    ['word', null],
    ['ten', '10'],
  ])('%s is %s', (word, number) => {
    expect(numberOf(word, new Map([['ten', '10']]))).toBe(number);
  });

  test('zeros before another digit are read once', () => {
    const zeros = '0'.repeat(200_000);
    expect(numberOf(`1.${zeros}1`, new Map())).toBe(`1.${zeros}1`);
  });
});
