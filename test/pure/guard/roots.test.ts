import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Roots, sharesRoot } from '../../../src/guard/2-structural/doubt/roots.js';

describe('the root of a word', () => {
  it.each([
    ['migrate', 'migration'],
    ['own', 'owner'],
    ['owner', 'ownership'],
    ['approv', 'approval'],
    ['deploy', 'deployment'],
    ['orders', 'orders.id'],
  ])('is shared by %s and %s', (a, b) => {
    expect([sharesRoot(a, b), sharesRoot(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['mauritius', 'mauritania'],
    ['server', 'service'],
    ['test', 'text'],
    ['port', 'portrait'],
    ['.keys', '.keys.sample'],
    ['in', 'inner'],
  ])('is not shared by %s and %s', (a, b) => {
    expect([sharesRoot(a, b), sharesRoot(b, a)]).toEqual([false, false]);
  });
});

describe('one of many stems with the root of another', () => {
  const start = fc.constantFrom('migrat', 'own', 'approv', 'order', 'lo', 'Über', '', 'a.b');
  const end = fc.constantFrom('', 'e', 'ion', 'ing', 'er', 'ership', 'able', 'al', 'ally', '.id', '.', '-on', 'x');
  const stem = fc.tuple(start, end).map((parts) => parts.join(''));

  it('is found exactly where asking about each finds one', () => {
    fc.assert(
      fc.property(fc.array(stem, { maxLength: 30 }), stem, (stems, one) => {
        expect(new Roots(stems).hasOneOf(one)).toBe(stems.some((other) => sharesRoot(one, other)));
      }),
      { numRuns: 2000 },
    );
  });
});
