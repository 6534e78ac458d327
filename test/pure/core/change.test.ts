import { describe, expect, test } from 'vitest';
import { changesOf } from '../../../src/core/change.js';

const BEFORE = { said: 'a', status: 'active' as const, validUntil: null, disputedWith: ['x'], guarded: false };

describe('what a version changed', () => {
  test.each([
    ['stored', null, BEFORE, ['stored']],
    ['nothing', BEFORE, { ...BEFORE }, []],
    ['its end', BEFORE, { ...BEFORE, validUntil: '2026' }, ['ended']],
    ['its words', BEFORE, { ...BEFORE, said: 'b' }, ['told_anew']],
    [
      'closed and settled',
      BEFORE,
      { ...BEFORE, status: 'superseded' as const, disputedWith: [] },
      ['superseded', 'settled'],
    ],
    ['erased', BEFORE, { ...BEFORE, status: 'erased' as const, said: '[erased]' }, ['erased']],
    ['one dispute for another', BEFORE, { ...BEFORE, disputedWith: ['y'] }, ['disputed', 'settled']],
    ['withdrawn', BEFORE, { ...BEFORE, status: 'withdrawn' as const }, ['withdrawn']],
    ['said again', { ...BEFORE, status: 'withdrawn' as const }, BEFORE, ['stored']],
    ['vouched for', BEFORE, { ...BEFORE, guarded: true }, ['vouched']],
  ])('%s', (_name, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes);
  });
});
