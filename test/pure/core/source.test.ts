import { expect, test } from 'vitest';
import {
  confidence,
  isProphet,
  isUnreliable,
  leastConfidence,
  SOURCE_KINDS,
  wholeOf,
} from '../../../src/core/source.js';

test('confidence is how surely it was read × how reliable the source is', () => {
  expect(confidence(0.6, 'rumor')).toBeCloseTo(0.3);
  expect(confidence(1, 'canonical')).toBe(1);
  expect(confidence(0.6, null)).toBe(0.6);
  expect(confidence(1, 'prophetic')).toBeNull();
});

test('of several the least counts, and a prophecy counts for nothing', () => {
  expect(leastConfidence([1, 0.3, null])).toBe(0.3);
  expect(leastConfidence([null])).toBeNull();
  expect(leastConfidence([])).toBeNull();
});

test.each([
  ['tale.md:12', 'tale.md'],
  ['tale.md:12-14', 'tale.md'],
  ['tale.md:12:3', 'tale.md'],
  ['book-3:12', 'book-3'],
  ['tale.md#the omens', 'tale.md'],
  ['https://example.org:8080', 'https://example.org'],
  ['tale.md', null],
  ['chapter 3', null],
  ['tale:', null],
  [':12', null],
  ['#omens', null],
  ['', null],
])('%s is a place in %s', (text, whole) => {
  expect(wholeOf(text)).toBe(whole);
});

test('rumour, talk and invention are unreliable, and a prophet is something else', () => {
  const kinds = SOURCE_KINDS.map((kind) => ({ kind }));
  expect(kinds.filter(isUnreliable).map(({ kind }) => kind)).toEqual(['rumor', 'dialogue', 'fanon']);
  expect(kinds.filter(isProphet)).toEqual([{ kind: 'prophetic' }]);
  expect([isUnreliable(null), isProphet(undefined)]).toEqual([false, false]);
});
