import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reachedFrom, type Step } from '../../../src/lore/walk.js';

const step = (from: string, to: string, isSure = true): Step => ({ from, to, isSure });

describe('reachedFrom', () => {
  it('comes to each thing by the fewest steps, and through a circle once', () => {
    const steps = [step('a', 'b'), step('b', 'c'), step('c', 'a'), step('a', 'c'), step('c', 'd')];
    expect([...reachedFrom('a', steps, 6)]).toEqual([
      ['a', { depth: 0, isSure: true }],
      ['b', { depth: 1, isSure: true }],
      ['c', { depth: 1, isSure: true }],
      ['d', { depth: 2, isSure: true }],
    ]);
  });

  it('goes no further than it may', () => {
    expect([...reachedFrom('a', [step('a', 'b'), step('b', 'c')], 1).keys()]).toEqual(['a', 'b']);
  });

  it('is sure of what sure steps lead to, by a longer way too', () => {
    const steps = [step('a', 'c', false), step('a', 'b'), step('b', 'c'), step('c', 'd', false)];
    const reached = reachedFrom('a', steps, 3);
    expect(reached.get('c')).toEqual({ depth: 1, isSure: true });
    expect(reached.get('d')).toEqual({ depth: 2, isSure: false });
    expect(reachedFrom('a', steps, 1).get('c')).toEqual({ depth: 1, isSure: false });
  });

  it('comes from a thing one step nearer to whatever it comes to', () => {
    const thing = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const steps = fc.array(fc.record({ from: thing, to: thing, isSure: fc.boolean() }), { maxLength: 20 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 6 }), (all, hops) => {
        const reached = reachedFrom('a', all, hops);
        for (const [to, { depth }] of reached) {
          const before = all.filter((one) => one.to === to).map(({ from }) => reached.get(from)?.depth);
          if (to !== 'a') expect(before).toContain(depth - 1);
          expect(depth).toBeLessThanOrEqual(hops);
        }
      }),
    );
  });
});
