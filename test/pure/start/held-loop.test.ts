import { describe, expect, test } from 'vitest';
import { type Finding, HeldLoop } from '../../../src/start/watchdog/held-loop.js';
import type { Signs } from '../../../src/start/watchdog/shared-work.js';

const LIMITS = { logMs: 600, endMs: 2000, stopMs: 4000 };

/** What is found at each look, by its number from 1; `.` is a look after a turn of the loop, `-` one without. */
function findings(
  looks: string,
  { limits = LIMITS, ...signs }: { limits?: typeof LIMITS; stopsAt?: number; isDebugged?: boolean } = {},
): [number, Finding['what'], number][] {
  const loop = new HeldLoop(limits);
  let beats = 0;
  return [...looks].flatMap((look, at) => {
    if (look === '.') beats += 1;
    const { stopsAt = Number.POSITIVE_INFINITY, isDebugged = false } = signs;
    const found = loop.look({ beats, isDebugged, isStopping: at + 1 >= stopsAt } satisfies Signs);
    return found === null ? [] : [[at + 1, found.what, found.ms] as [number, Finding['what'], number]];
  });
}

describe('a loop that is looked at every 200 ms', () => {
  test('and turns is fine, also when a look comes between two turns', () => {
    expect(findings('.'.repeat(100))).toEqual([]);
    expect(findings('.--.-.--'.repeat(20))).toEqual([]);
  });

  test('is told to be held up once, and told to be free again with how long it was held', () => {
    expect(findings('..-----..')).toEqual([
      [5, 'held', 600],
      [8, 'back', 1000],
    ]);
    expect(findings('.---.---.')).toEqual([
      ...[[4, 'held', 600] as const, [5, 'back', 600] as const],
      ...[[8, 'held', 600] as const, [9, 'back', 600] as const],
    ]);
  });

  test('is given up when it does not come back', () => {
    expect(findings(`.${'-'.repeat(10)}`)).toEqual([
      [4, 'held', 600],
      [11, 'end of held', 2000],
    ]);
    expect(findings(`.${'-'.repeat(9)}.${'-'.repeat(9)}.`).map(([, what]) => what)).toEqual([
      ...['held', 'back', 'held', 'back'],
    ]);
  });

  test('is given up at its first turn too', () => {
    expect(findings('-'.repeat(10)).at(-1)).toEqual([10, 'end of held', 2000]);
  });

  test('is not given up or not told where that is switched off', () => {
    expect(findings('-'.repeat(500), { limits: { ...LIMITS, endMs: 0 } })).toEqual([[3, 'held', 600]]);
    expect(findings('-'.repeat(11), { limits: { ...LIMITS, logMs: 0 } })[0]).toEqual([10, 'end of held', 2000]);
  });

  test('is told and never given up while a debugger can be attached', () => {
    expect(findings('-'.repeat(500), { isDebugged: true, stopsAt: 5 })).toEqual([[3, 'held', 600]]);
  });
});

describe('a process that was asked to stop', () => {
  test('is ended when its time is over, whether its loop turns or not', () => {
    expect(findings('.'.repeat(40), { stopsAt: 10 })[0]).toEqual([29, 'end of stopping', 4000]);
    const limits = { logMs: 0, endMs: 0, stopMs: 4000 };
    expect(findings(`.........${'-'.repeat(40)}`, { stopsAt: 9, limits })[0]).toEqual([28, 'end of stopping', 4000]);
  });

  test('is ended earlier by the time in which it was held up before it could notice', () => {
    expect(findings(`...-----${'.'.repeat(40)}`, { stopsAt: 9 }).at(2)).toEqual([23, 'end of stopping', 4000]);
  });
});
