import { describe, expect, test } from 'vitest';
import { changesOf } from '../../../src/core/claim-change.js';

const BEFORE = { statement: 'a', status: 'active' as const, validUntil: null, disputedWith: ['x'], guarded: false };

describe('what a version of a claim changed', () => {
  test.each([
    ['stored', null, BEFORE, ['stored']],
    ['nothing', BEFORE, { ...BEFORE }, []],
    ['its end', BEFORE, { ...BEFORE, validUntil: '2026' }, ['ended']],
    ['its words', BEFORE, { ...BEFORE, statement: 'b' }, ['told_anew']],
    [
      'closed and settled',
      BEFORE,
      { ...BEFORE, status: 'superseded' as const, disputedWith: [] },
      ['superseded', 'settled'],
    ],
    ['erased', BEFORE, { ...BEFORE, status: 'erased' as const, statement: '[erased]' }, ['erased']],
    ['one dispute for another', BEFORE, { ...BEFORE, disputedWith: ['y'] }, ['disputed', 'settled']],
    ['vouched for', BEFORE, { ...BEFORE, guarded: true }, ['vouched']],
  ])('%s', (_name, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes);
  });
});
