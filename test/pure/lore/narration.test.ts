import { describe, expect, test } from 'vitest';
import { type Beat, inOrder, proseOf, sentenceOf } from '../../../src/lore/narration.js';

const reign = { from: 'Aldric', to: 'Valdorn', told: 'ruled', begins: '320 TA', ends: '360 TA' };

describe('sentences', () => {
  test.each([
    [reign, 'Aldric ruled Valdorn from 320 TA to 360 TA'],
    [{ ...reign, ends: null }, 'Aldric ruled Valdorn from 320 TA'],
    [{ ...reign, begins: null }, 'Aldric ruled Valdorn until 360 TA'],
    [{ ...reign, begins: null, ends: null }, 'Aldric ruled Valdorn'],
    [{ ...reign, ends: '320 TA' }, 'In 320 TA, Aldric ruled Valdorn'],
    [{ ...reign, to: null, told: 'was born', ends: '320 TA' }, 'In 320 TA, Aldric was born'],
    [{ ...reign, begins: '2026-11-24', ends: '2026-11-24' }, 'On 2026-11-24, Aldric ruled Valdorn'],
  ])('%j in a chronicle', (fact, expected) => {
    expect(sentenceOf(fact, 'chronicle')).toBe(expected);
  });

  test('have the time last where they are plain', () => {
    expect(sentenceOf({ ...reign, ends: '320 TA' }, 'plain')).toBe('Aldric ruled Valdorn in 320 TA');
  });
});

const beat = (said: string, rest: Partial<Beat> = {}): Beat => ({
  ...{ said, facts: [said], tick: null, rank: 0, isDisputed: false, isUncertain: false },
  ...rest,
});

describe('a spine', () => {
  test('is in the order of time, then of cause; what nobody dates comes last', () => {
    const spine = inOrder([
      beat('undated'),
      beat('late', { tick: 9 }),
      beat('effect', { tick: 3, rank: 2 }),
      beat('event', { tick: 3 }),
    ]);
    expect(spine.map(({ sentence }) => sentence)).toEqual(['event.', 'effect.', 'late.', 'undated.']);
  });

  test('tells once what two say, with all that it rests on, and as doubtful as it is', () => {
    const [one] = inOrder([
      beat('A ruled B', { facts: ['1'], isUncertain: true }),
      beat('A ruled B', { facts: ['2'], tick: 4 }),
    ]);
    expect(one).toMatchObject({ sentence: 'A ruled B.', facts: ['1', '2'], tick: 4, isUncertain: false });
    const [other] = inOrder([beat('A ruled B', { isUncertain: true }), beat('A ruled B', { isDisputed: true })]);
    expect(other?.sentence).toBe('A ruled B, which is disputed.');
    expect(inOrder([beat('A ruled B', { isUncertain: true })])[0]?.sentence).toBe('A ruled B, which is uncertain.');
  });

  test('is told in paragraphs', () => {
    expect(proseOf(['1.', '2.', '3.', '4.', '5.', '6.'])).toBe('1. 2. 3. 4. 5.\n\n6.');
    expect(proseOf([])).toBe('');
  });
});
