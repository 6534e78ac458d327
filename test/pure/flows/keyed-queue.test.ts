import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { KeyedQueue } from '../../../src/flows/keyed-queue.js';

describe('the keyed queue', () => {
  const trace = (queue: KeyedQueue, events: string[]) => (name: string, keys: string[]) =>
    queue.run(keys, async () => {
      events.push(`${name} in`);
      await sleep(5);
      events.push(`${name} out`);
      return name;
    });

  test('runs work that shares a key one after the other, in order of arrival', async () => {
    const events: string[] = [];
    const run = trace(new KeyedQueue(), events);
    const results = await Promise.all([run('a', ['x', 'y']), run('b', ['y', 'z']), run('c', ['z', 'x'])]);
    expect(results).toEqual(['a', 'b', 'c']);
    expect(events).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  test('runs everything else at once', async () => {
    const events: string[] = [];
    const run = trace(new KeyedQueue(), events);
    await Promise.all([run('a', ['x']), run('b', ['y'])]);
    expect(events).toEqual(['a in', 'b in', 'a out', 'b out']);
  });

  test('goes on after work that fails', async () => {
    const queue = new KeyedQueue();
    const failing = queue.run(['x'], () => Promise.reject(new Error('no')));
    const next = queue.run(['x'], () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
