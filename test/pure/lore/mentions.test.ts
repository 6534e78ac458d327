import { describe, expect, test } from 'vitest';
import { lineAt, mentionsOf, sentenceAround } from '../../../src/lore/mentions.js';

const found = (text: string, ...names: string[]) =>
  mentionsOf(text, names).map(({ start, end }) => text.slice(start, end));

describe('mentions of a name in a text', () => {
  test.each([
    ['Wren sang. The wren did not.', ['Wren'], ['Wren']],
    ['Wrens and Wren’s nest', ['Wren'], ['Wren']],
    ['After the Drowning, The Drowning was sung.', ['The Drowning'], ['Drowning', 'Drowning']],
    ['Old Rosamund\nof the Reeds', ['Old Rosamund of the Reeds'], ['Old Rosamund\nof the Reeds']],
    ['House Vyr of Vyr', ['Vyr', 'House Vyr'], ['House Vyr', 'Vyr']],
    ['𝔘Wren and 😀Wren', ['Wren'], ['Wren']],
    ['nothing of it', ['', ' ', 'The '], []],
  ])('%j of %j', (text, names, expected) => {
    expect(found(text, ...names)).toEqual(expected);
  });
});

describe('the sentence around a place', () => {
  const text = 'One is here. Two\nis there! Three?\n\nFour.';
  test.each([
    [0, 'One is here.'],
    [11, 'One is here.'],
    [13, 'Two\nis there!'],
    [30, 'Three?'],
    [36, 'Four.'],
  ])('at %i', (at, expected) => {
    const { start, end } = sentenceAround(text, { start: at, end: at });
    expect(text.slice(start, end)).toBe(expected);
  });
});

test('a line is counted from that of the passage, where it is known', () => {
  expect([0, 3, 4, 8].map((at) => lineAt(7, 'abc\ndef\nghi', at))).toEqual([7, 7, 8, 9]);
  expect(lineAt(null, 'abc\ndef', 5)).toBeNull();
});
