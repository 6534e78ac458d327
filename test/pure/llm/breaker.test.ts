import { beforeEach, describe, expect, it } from 'vitest';
import { Breaker, BreakerOpen } from '../../../src/llm/breaker.js';

class Dead extends Error {}

describe('the breaker', () => {
  let now = 0;
  let calls = 0;
  let breaker: Breaker;
  const clock = { now: () => now, elapsed: () => now };
  const call = (error?: Error) =>
    breaker
      .run(async () => {
        calls++;
        if (error !== undefined) throw error;
        return 'answer';
      })
      .catch((thrown: Error) => thrown);

  beforeEach(() => {
    now = 0;
    calls = 0;
    breaker = new Breaker(clock, { failures: 3, pauseMs: 1000 }, (error) => error instanceof Dead);
  });

  const fail = async (times: number) => {
    for (let time = 0; time < times; time++) await call(new Dead());
  };

  it('lets calls through until so many in a row failed, then refuses them', async () => {
    await fail(2);
    expect([breaker.isOpen, await call()]).toEqual([false, 'answer']);
    await fail(3);
    expect(breaker.isOpen).toBe(true);
    expect(await call()).toBeInstanceOf(BreakerOpen);
    expect(calls).toBe(6);
  });

  it('lets one call try after the pause, and refuses the others meanwhile', async () => {
    await fail(3);
    now = 1000;
    const [tried, refused] = await Promise.all([call(new Dead()), call()]);
    expect([tried, refused]).toEqual([expect.any(Dead), expect.any(BreakerOpen)]);
    now = 1999;
    expect(await call()).toBeInstanceOf(BreakerOpen);
    now = 2000;
    expect(await call()).toBe('answer');
    expect(breaker.isOpen).toBe(false);
    await fail(2);
    expect(breaker.isOpen).toBe(false);
  });

  it('does not count what the endpoint is not to blame for', async () => {
    for (let time = 0; time < 9; time++) await call(new Error('refused'));
    expect(breaker.isOpen).toBe(false);
    expect(calls).toBe(9);
  });
});
