import { describe, expect, it } from 'vitest';
import { sharesRoot } from '../../../src/guard/2-structural/roots.js';

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
