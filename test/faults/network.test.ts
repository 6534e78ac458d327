import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../helpers/app.js';
import { inParallel } from '../helpers/client.js';
import { createFaultyApp, type FaultyApp, POOL_SIZE } from '../helpers/faulty-app.js';

/** The name of the statement that stores a write begins so, and that is all that is sent of it again. */
const COMMIT = 'commit_';

let faulty: FaultyApp;
let written = 0;

beforeAll(async () => {
  faulty = await createFaultyApp();
});
afterEach(() => faulty.network.heal());
afterAll(() => faulty.close());

/** Writes something new. */
const rememberNew = () => faulty.remember(`The keeper of gate ${written++} must be told`);
const isUnavailable = (reply: Reply) => {
  expect([reply.status, reply.body.code]).toEqual([503, 'unavailable']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
};
const untilStored = () => expect.poll(async () => (await rememberNew()).status, { timeout: 5000 }).toBe(201);

describe('a database that is gone', () => {
  test('is a 503 for reads and writes, not ready and still healthy, until it is back', async () => {
    await faulty.network.refuse();
    isUnavailable(await rememberNew());
    isUnavailable(await faulty.app.get('/v1/claims'));
    expect((await faulty.app.get('/health')).status).toBe(200);
    expect(await faulty.app.get('/ready')).toMatchObject({ status: 503, body: { checks: { database: false } } });
    await faulty.network.heal();
    expect((await rememberNew()).status).toBe(201);
    expect((await faulty.app.get('/ready')).status).toBe(200);
  });

  test('between two requests is noticed by nobody, or once', async () => {
    await rememberNew();
    faulty.network.cut();
    const first = await rememberNew();
    expect([201, 503]).toContain(first.status);
    expect((await rememberNew()).status).toBe(201);
  });

  test.each(['57P03', '28000', '53300', '08P01'])('that answers %s is one too', async (sqlState) => {
    faulty.network.answer(sqlState);
    isUnavailable(await rememberNew());
    isUnavailable(await rememberNew());
    await faulty.network.heal();
    await untilStored();
  });
});

describe.each([
  ['in sessions', undefined],
  ['in transactions', 'transaction' as const],
])('a connection that breaks during a write, pooled %s', (_, pooling) => {
  let faulty: FaultyApp;
  beforeAll(async () => {
    faulty = await createFaultyApp(undefined, pooling);
  });
  afterAll(() => faulty.close());

  test('before the commit arrives: nothing is stored, and a retry stores it', async () => {
    const statement = 'The north gate must be shut at dusk';
    await faulty.remember(`Before that ${statement}`);
    faulty.network.cutAt(COMMIT, 'before');
    isUnavailable(await faulty.remember(statement));
    expect(await faulty.count(statement)).toBe(0);
    expect((await faulty.remember(statement)).status).toBe(201);
    expect(await faulty.count(statement)).toBe(1);
  });

  test('between the commit and its answer: it is stored, and a retry says so instead of storing it twice', async () => {
    const statement = 'The south gate must be shut at dusk';
    await faulty.remember(`Before that ${statement}`);
    faulty.network.cutAt(COMMIT, 'after');
    isUnavailable(await faulty.remember(statement));
    await expect.poll(() => faulty.count(statement)).toBe(1);
    const retry = await faulty.remember(statement);
    expect([retry.status, retry.body.result]).toEqual([200, 'unchanged']);
    expect(await faulty.count(statement)).toBe(1);
  });
});

describe('a connection that breaks during a batch', () => {
  test.each(['before', 'after'] as const)('%s the commit of an atomic batch: all of it or nothing', async (when) => {
    const items = ['one', 'two', 'three'].map((number) => ({
      ...{ op: 'remember', who: 'alice', reason: 'Agreed' },
      statement: `The bell of tower ${number} ${when} noon must be rung`,
    }));
    const stored = async () => {
      const counts = await Promise.all(items.map(({ statement }) => faulty.count(statement)));
      return counts.join();
    };
    faulty.network.cutAt('COMMIT', when);
    isUnavailable(await faulty.app.post('/v1/batch', { items, atomic: true }));
    await expect.poll(stored).toBe(when === 'before' ? '0,0,0' : '1,1,1');
    expect((await faulty.app.post('/v1/batch', { items, atomic: true })).status).toBe(200);
    expect(await stored()).toBe('1,1,1');
  });

  test('while an atomic one is compared is a 503, as nothing was refused', async () => {
    const items = [{ op: 'remember', statement: 'Hay must be dry', who: 'alice', reason: 'Agreed' }];
    faulty.network.cutAt('find_candidates', 'before');
    isUnavailable(await faulty.app.post('/v1/batch', { items, atomic: true }));
  });

  test('that is not atomic tells which items were stored, and tries none after', async () => {
    const items = Array.from({ length: 50 }, (_, n) => ({
      ...{ op: 'remember', statement: `The horse of stable ${n} must be fed`, who: 'alice', reason: 'Agreed' },
    }));
    faulty.network.delay(5);
    const answer = faulty.app.post('/v1/batch', { items });
    await expect.poll(() => faulty.count('The horse of stable 3 must be fed')).toBe(1);
    faulty.network.stall();
    const { status, body } = await answer;
    const statuses: number[] = body.results.map((result: { status: number }) => result.status);
    const stored = statuses.filter((one) => one === 201).length;
    expect([status, stored > 3, stored < 50]).toEqual([200, true, true]);
    expect(statuses.slice(stored)).toEqual(Array(50 - stored).fill(503));
    await faulty.network.heal();
    expect(await faulty.count('The horse of stable 49 must be fed')).toBe(0);
  });
});

describe('a database that is slow', () => {
  test('but answers in time only takes longer', async () => {
    faulty.network.delay(20);
    expect((await rememberNew()).status).toBe(201);
  });

  test('beyond the limit is a 503 for everybody, those who wait for a connection too, and none is lost for good', async () => {
    await rememberNew();
    faulty.network.stall();
    const waiting = Promise.all(Array.from({ length: POOL_SIZE * 5 }, rememberNew));
    expect((await faulty.app.get('/health')).status).toBe(200);
    expect((await faulty.app.get('/ready')).status).toBe(503);
    for (const reply of await waiting) isUnavailable(reply);
    isUnavailable(await rememberNew());
    await faulty.network.heal();
    await untilStored();
    const replies = await Promise.all(Array.from({ length: POOL_SIZE * 5 }, rememberNew));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  });

  test('because others hold a lock is a 503 as well', async () => {
    const locked = faulty.database.asAdmin('BEGIN; LOCK TABLE claims; SELECT pg_sleep(2.5); COMMIT');
    await expect.poll(async () => (await rememberNew()).status).toBe(503);
    await locked;
    expect((await rememberNew()).status).toBe(201);
  });
});

describe('connections that break again and again under load', () => {
  test('lose no write that was acknowledged and store none twice', async () => {
    const statements = Array.from({ length: 120 }, (_, n) => `The guest of room ${n} must be called`);
    const statuses = new Set<number>();
    let acknowledged = 0;
    const breakSome = (): void => {
      acknowledged += 1;
      if (acknowledged % 40 === 0) faulty.network.cut();
      else if (acknowledged % 4 === 0) faulty.network.cutAt('commit', acknowledged % 8 === 0 ? 'before' : 'after');
    };
    await inParallel(statements, 8, async (statement) => {
      for (let status = 503; status === 503; statuses.add(status)) status = (await faulty.remember(statement)).status;
      breakSome();
    });
    expect([...statuses].sort()).toEqual([200, 201, 503]);
    const counts = await inParallel(statements, 4, (statement) => faulty.count(statement));
    expect(counts.filter((count) => count !== 1)).toEqual([]);
  });
});
