import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { MicroBatch } from '../../../src/store/micro-batch.js';

interface Item {
  name: string;
  keys?: string[];
  fails?: boolean;
}

/** A batch whose statements are noted, and end when they are told to. */
function noted(mayBeSplit: (error: unknown) => boolean = () => true) {
  const statements: string[][] = [];
  let open: (() => void)[] = [];
  const batch = new MicroBatch<Item, string>({
    keysOf: ({ keys = [] }) => keys,
    mayBeSplit,
    run: async (_orgId, items) => {
      statements.push(items.map(({ name }) => name));
      await new Promise<void>((resolve) => open.push(resolve));
      if (items.some(({ fails }) => fails)) throw new Error('refused');
      return items.map(({ name }) => `done ${name}`);
    },
  });
  const end = async () => {
    const ending = open;
    open = [];
    for (const resolve of ending) resolve();
    await sleep(5);
  };
  return { batch, statements, end };
}

const item = (name: string, more: Omit<Item, 'name'> = {}): Item => ({ name, ...more });

describe('a micro-batch', () => {
  test('does at once what comes first, and together what waits meanwhile', async () => {
    const { batch, statements, end } = noted();
    const first = batch.ask('acme', item('a'));
    await sleep(5);
    const others = [batch.ask('acme', item('b')), batch.ask('acme', item('c'))];
    await sleep(5);
    expect(statements).toEqual([['a']]);
    await end();
    expect(statements).toEqual([['a'], ['b', 'c']]);
    await end();
    expect(await Promise.all([first, ...others])).toEqual(['done a', 'done b', 'done c']);
  });

  test('does together what comes in one turn of the loop, up to sixteen, but never of two organisations', async () => {
    const { batch, statements, end } = noted();
    const names = Array.from({ length: 18 }, (_, n) => `${n}`);
    const asked = names.map((name) => batch.ask('acme', item(name)));
    const elsewhere = batch.ask('other', item('x'));
    await sleep(5);
    expect(statements).toEqual([names.slice(0, 16), ['x']]);
    await end();
    await end();
    expect(statements[2]).toEqual(names.slice(16));
    expect(await Promise.all([...asked, elsewhere])).toEqual([...names, 'x'].map((name) => `done ${name}`));
  });

  test('keeps what shares a key apart, and in its order', async () => {
    const { batch, statements, end } = noted();
    const asked = [
      batch.ask('acme', item('a', { keys: ['k'] })),
      batch.ask('acme', item('b', { keys: ['k', 'l'] })),
      batch.ask('acme', item('c', { keys: ['l'] })),
      batch.ask('acme', item('d', { keys: ['m'] })),
    ];
    await sleep(5);
    for (let turn = 0; turn < 3; turn++) await end();
    expect(statements).toEqual([['a', 'd'], ['b'], ['c']]);
    expect(await Promise.all(asked)).toHaveLength(4);
  });

  test('tries each by itself when together they are refused: one bad one fails alone', async () => {
    const { batch, statements, end } = noted();
    const asked = [item('a'), item('bad', { fails: true }), item('c')].map((one) => batch.ask('acme', one));
    const settled = Promise.allSettled(asked);
    await sleep(5);
    await end();
    await end();
    expect(statements).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('tries nothing again of which nobody knows whether it was done', async () => {
    const { batch, statements, end } = noted(() => false);
    const asked = [item('a'), item('lost', { fails: true })].map((one) => batch.ask('acme', one));
    const settled = Promise.allSettled(asked);
    await sleep(5);
    await end();
    expect(statements).toHaveLength(1);
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('does not wait for a statement that takes long: one may wait for a lock', async () => {
    const { batch, statements, end } = noted();
    const first = batch.ask('acme', item('slow'));
    await sleep(5);
    const second = batch.ask('acme', item('b'));
    await expect.poll(() => statements).toEqual([['slow'], ['b']]);
    await end();
    expect(await Promise.all([first, second])).toEqual(['done slow', 'done b']);
    const third = batch.ask('acme', item('c'));
    await sleep(5);
    await end();
    expect(await third).toBe('done c');
  });
});
