import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SharedWork } from '../../../src/start/watchdog/shared-work.js';

const check = (id: string) => ({ id, method: 'POST', route: '/v1/check' });

/** What one thread writes, and another one reads. */
function both(): { mine: SharedWork; theirs: SharedWork } {
  const mine = new SharedWork();
  return { mine, theirs: new SharedWork(mine.memory) };
}

describe('what the main thread shares with the watchdog', () => {
  test('says that the loop turns, is to end, and is debugged', () => {
    const { mine, theirs } = both();
    expect(theirs.signs()).toEqual({ beats: 0, isStopping: false, isDebugged: false });
    mine.beat(true);
    mine.beat(false);
    expect(theirs.signs()).toEqual({ beats: 2, isStopping: false, isDebugged: false });
    mine.beat(true);
    mine.stop();
    expect(theirs.signs()).toEqual({ beats: 3, isStopping: true, isDebugged: true });
  });

  test('lists requests, the one that began or was resumed last first', () => {
    const { mine, theirs } = both();
    const [a, b, c] = ['a', 'b', 'c'].map((id) => mine.begin(check(id))) as [number, number, number];
    const ids = (most = 8) => theirs.inFlight(most).requests.map(({ request_id }) => request_id);
    expect(theirs.inFlight(1)).toEqual({
      count: 3,
      requests: [{ request_id: 'c', method: 'POST', route: '/v1/check' }],
    });
    mine.resume(a);
    expect(ids()).toEqual(['a', 'c', 'b']);
    mine.end(c);
    expect(ids()).toEqual(['a', 'b']);
    mine.end(a);
    mine.end(b);
    expect(theirs.inFlight(8)).toEqual({ count: 0, requests: [] });
  });

  test('cuts what is too long', () => {
    const { mine, theirs } = both();
    mine.begin({ id: 'i'.repeat(128), method: 'POST', route: `/${'r'.repeat(500)}` });
    mine.begin(check('next'));
    const [next, long] = theirs.inFlight(8).requests;
    expect(next).toEqual({ request_id: 'next', method: 'POST', route: '/v1/check' });
    expect(long).toEqual({ request_id: 'i'.repeat(128), method: 'POST', route: `/${'r'.repeat(120)}` });
  });

  test('counts requests that it has no place for', () => {
    const { mine, theirs } = both();
    const numbers = Array.from({ length: 300 }, (_, at) => mine.begin(check(`r${at}`)));
    expect(theirs.inFlight(300).count).toBe(300);
    expect(theirs.inFlight(300).requests).toHaveLength(256);
    for (const number of numbers) {
      mine.resume(number);
      mine.end(number);
    }
    expect(theirs.inFlight(300)).toEqual({ count: 0, requests: [] });
  });

  test('holds exactly those that began and did not end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 60 }), (ends) => {
        const { mine, theirs } = both();
        const open = new Map<string, number>();
        for (const [at, end] of ends.entries()) {
          open.set(`r${at}`, mine.begin(check(`r${at}`)));
          const ended = [...open][end];
          if (ended === undefined) continue;
          open.delete(ended[0]);
          mine.end(ended[1]);
        }
        const { count, requests } = theirs.inFlight(100);
        expect(count).toBe(open.size);
        expect(requests.map(({ request_id }) => request_id)).toEqual([...open.keys()].reverse());
      }),
    );
  });
});
