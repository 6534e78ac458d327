import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sideBySide } from '../../../src/flows/side-by-side.js';

describe('sideBySide', () => {
  test('answers in order, with no more at once than it may', async () => {
    let running = 0;
    let most = 0;
    const begun: number[] = [];
    const answers = await sideBySide([30, 10, 20, 0, 5], 2, async (ms) => {
      begun.push(ms);
      running += 1;
      most = Math.max(most, running);
      await sleep(ms);
      running -= 1;
      return ms * 2;
    });
    expect([answers, most, begun]).toEqual([[60, 20, 40, 0, 10], 2, [30, 10, 20, 0, 5]]);
    expect(await sideBySide([], 2, async () => 1)).toEqual([]);
  });

  test('throws what the first failure threw, when nothing is under way any more, and begins nothing after it', async () => {
    const done: string[] = [];
    const work = sideBySide(['bad', 'slow', 'never'], 2, async (name) => {
      if (name === 'bad') throw new Error('bad');
      await sleep(10);
      done.push(name);
    });
    await expect(work).rejects.toThrow('bad');
    expect(done).toEqual(['slow']);
  });
});
