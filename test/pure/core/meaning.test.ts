import { describe, expect, test } from 'vitest';
import {
  areAlternatives,
  fieldOf,
  isOtherMember,
  meaningsOf,
  rivalsAmong,
  shareMeaning,
  slotsOf,
} from '../../../src/core/meaning.js';

const MEANINGS = meaningsOf(
  [
    ['check', ['check', 'verify']],
    ['slot weight', ['weigh', 'weight']],
  ],
  {
    married: { divorced: ['divorced'], positive: ['married', 'wed'], single: ['single'] },
    alone: { negative: ['together'], positive: ['alone', 'single'] },
  },
  (word) => word.replace(/ed$/, ''),
);
const meant = (word: string) => ({ meanings: MEANINGS.get(word) ?? [] });

describe('meanings', () => {
  test('are found by the word and by its stem, of each group and set that has it', () => {
    expect(MEANINGS.get('marri')).toEqual(MEANINGS.get('married'));
    expect(MEANINGS.get('single')?.map(fieldOf)).toEqual(['married', 'alone']);
    expect(MEANINGS.has('widowed')).toBe(false);
  });

  test('of one group or one member are shared', () => {
    expect(shareMeaning(meant('check'), meant('verify'))).toBe(true);
    expect(shareMeaning(meant('married'), meant('wed'))).toBe(true);
    expect(shareMeaning(meant('married'), meant('single'))).toBe(false);
    expect(shareMeaning(meant('check'), {})).toBe(false);
  });

  test('of two members of one set are alternatives, in either order', () => {
    const pairs = [
      ['married', 'single'],
      ['single', 'divorced'],
      ['single', 'together'],
    ] as const;
    for (const [a, b] of pairs) {
      expect(areAlternatives(meant(a), meant(b))).toBe(true);
      expect(areAlternatives(meant(b), meant(a))).toBe(true);
    }
    expect(areAlternatives(meant('divorced'), meant('together'))).toBe(false);
    expect(areAlternatives(meant('check'), meant('verify'))).toBe(false);
  });

  test('a member is no rival of itself, and a near synonym has none', () => {
    for (const meaning of MEANINGS.get('single') ?? [])
      expect(rivalsAmong([meant('single'), meant('married')])({ meanings: [meaning] })).not.toContain(meaning);
    expect(rivalsAmong([meant('verify')])(meant('check'))).toEqual([]);
  });

  test('are found among others by what excludes them', () => {
    const rivalsOf = rivalsAmong([meant('married'), meant('together'), meant('check')]);
    expect(rivalsOf(meant('single'))).toEqual(['married#positive', 'alone#negative']);
  });

  test('the positive member is told from the others, whatever the order of the names', () => {
    expect(isOtherMember(meant('married'))).toBe(false);
    expect(isOtherMember(meant('divorced'))).toBe(true);
    expect(isOtherMember(meant('check'))).toBe(false);
  });

  test('a verb and the noun for what it fills share a slot', () => {
    expect(slotsOf(meant('weigh'))).toEqual(slotsOf(meant('weight')));
    expect(slotsOf(meant('check'))).toEqual([]);
  });
});
