import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/core/stem.js';
import { lexicon } from '../../helpers/guard.js';

function stemOf(word: string): string {
  return stem(word, lexicon);
}

describe('a stem', () => {
  it.each([
    ['plan', 'plans', 'planned', 'planning'],
    ['plane', 'planes'],
    ['rate', 'rates', 'rated', 'rating'],
    ['cache', 'caches', 'cached', 'caching'],
    ['box', 'boxes', 'boxed', 'boxing'],
    ['house', 'houses', 'housing'],
    ['visit', 'visits', 'visited', 'visiting'],
    ['queue', 'queues', 'queued', 'queueing'],
    ['story', 'stories'],
    ['go', 'goes', 'going'],
  ])('is one for the forms of %s', (...forms) => {
    expect(new Set(forms.map(stemOf)).size).toBe(1);
  });

  it.each([
    ['plan', 'plane'],
    ['plans', 'planes'],
    ['rat', 'rate'],
    ['pin', 'pine'],
    ['run', 'runes'],
    ['sit', 'siting'],
    ['tap', 'taping'],
  ])('tells %s from %s', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });
});
