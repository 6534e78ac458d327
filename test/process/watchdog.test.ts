import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../helpers/database.js';
import { MAIN, type ServerProcess, startServer } from '../helpers/server-process.js';

const PRELOAD = `--import ${new URL('../helpers/held-loop.mjs', import.meta.url)}`;
const FOR_EVER = 3_600_000;
/** A server is started, and waited for until limits of seconds are over. */
const TIMEOUT_MS = 60_000;

/** A thread that a native call holds, as a broken model could: nothing interrupts it. */
const HELD_THREAD = `--import data:text/javascript,${encodeURIComponent(`
  import { isMainThread, Worker } from 'node:worker_threads';
  if (isMainThread) new Worker("require('node:child_process').execSync('sleep 20', { stdio: 'ignore' })", { eval: true }).unref();
`)}`;

/** Runs the server as the first process of a container would be. */
const FIRST_PROCESS = [
  '--eval',
  `require('node:child_process')
     .spawn('unshare', ['-Ufpr', '--kill-child', process.execPath, '${MAIN}'], { stdio: 'inherit' })
     .on('exit', (code, signal) => process.exit(code ?? signal))`,
];
const canUnshare = spawnSync('unshare', ['-Ufpr', 'true']).status === 0;

interface Line {
  level: number;
  msg: string;
  held_ms?: number;
  stopping_ms?: number;
  in_flight?: number;
  requests?: { request_id: string; method: string; route: string }[];
}

let database: TestDatabase;
let blocker: pg.Client;
let server: ServerProcess;
let output = '';

beforeEach(async () => {
  database = await createDatabase();
  blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
});
afterEach(async () => {
  await blocker.end();
  await server.kill();
  await database.drop();
});

const start = async (settings: Record<string, string>, program?: readonly string[]) => {
  // While the loop is held up requests pile up, of which none is to be refused here.
  const environment = {
    LOG_LEVEL: 'warn',
    NLI: 'off',
    NODE_OPTIONS: PRELOAD,
    MAX_EVENT_LOOP_DELAY_MS: '0',
    ...settings,
  };
  server = await startServer({ DATABASE_URL: database.url, ...environment }, program);
  output = '';
  server.child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
};
const lines = (): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const said = async (words: RegExp): Promise<Line> => {
  for (;;) {
    const found = lines().find(({ msg }) => words.test(msg));
    if (found !== undefined) return found;
    await sleep(20);
  }
};
/** How it ended, once all that it said is read. */
const endedBy = async (): Promise<{ code: number | null; signal: NodeJS.Signals | null }> => {
  const code = await server.exitCode;
  while (server.child.stdout?.closed === false) await sleep(20);
  return { code, signal: server.child.signalCode };
};
/** A body that takes so long to read, and then is refused with 400. Answers the status, or null without an answer. */
const hold = (ms: number, id = 'the-one'): Promise<number | null> =>
  post('/v1/check', id, `hold the loop for ${ms} ms`);
const post = (path: string, id: string, statement: string): Promise<number | null> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ statement, who: 'alice', reason: 'Agreed' });
    const headers = {
      ...{ authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json', 'x-request-id': id },
      'content-length': Buffer.byteLength(body),
    };
    request(`${server.url}${path}`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', () => resolve(null))
      .end(body);
  });
/** A write that can't go on before the blocker lets it; jobs that only look for work can. */
const blockedWrite = async (id: string): Promise<{ answer: Promise<number | null> }> => {
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE claims IN SHARE MODE');
  const answer = post('/v1/remember', id, 'Nets must be dry');
  const waits =
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  while ((await database.asAdmin<{ count: number }>(waits))[0]?.count !== 1) await sleep(20);
  return { answer };
};

describe('an event loop that is held up', { timeout: TIMEOUT_MS }, () => {
  test('is logged with the requests in flight, the last one first, and again when it is free', async () => {
    await start({ LOOP_HELD_LOG_MS: '600' });
    const waiting = await blockedWrite('waits-for-the-database');
    expect(await hold(1500)).toBe(400);
    const held = await said(/is held up/);
    expect(held).toMatchObject({
      ...{ level: 40, pid: server.child.pid, in_flight: 2 },
      requests: [
        { request_id: 'the-one', method: 'POST', route: '/v1/check' },
        { request_id: 'waits-for-the-database', method: 'POST', route: '/v1/remember' },
      ],
    });
    expect(Object.keys(held).slice(0, 4)).toEqual(['level', 'time', 'pid', 'hostname']);
    expect(held.held_ms).toBeGreaterThanOrEqual(600);
    expect((await said(/is free again/)).held_ms).toBeGreaterThanOrEqual(held.held_ms ?? 0);
    await blocker.query('COMMIT');
    expect(await waiting.answer).toBe(201);
    await hold(1500, 'another-one');
    await sleep(300);
    expect(lines().flatMap(({ requests }) => requests?.map(({ request_id }) => request_id) ?? [])).toEqual([
      ...['the-one', 'waits-for-the-database', 'another-one'],
    ]);
    expect(await server.stop()).toBe(0);
  });

  test('ends the process with a last word when it does not come back', async () => {
    await start({ WATCHDOG_MS: '1600' });
    expect(await hold(FOR_EVER)).toBeNull();
    expect(await endedBy()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(lines().map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'the event loop is held up; nothing else is done meanwhile'],
      [60, 'the event loop is held up and does not come back; the process is ended'],
    ]);
    const last = lines()[1];
    expect(last).toMatchObject({ in_flight: 1, requests: [{ request_id: 'the-one' }] });
    expect(last?.held_ms).toBe(1600);
  });

  test.runIf(canUnshare)('ends the first process of a container too, which takes no signal from itself', async () => {
    await start({ WATCHDOG_MS: '1600' }, FIRST_PROCESS);
    expect(await hold(FOR_EVER)).toBeNull();
    expect(await endedBy()).toEqual({ code: 1, signal: null });
    expect(lines().at(-1)).toMatchObject({ level: 60, pid: 1 });
  });

  test('ends the process when the log takes nothing more', async () => {
    await start({ WATCHDOG_MS: '1600' });
    server.child.stdout?.pause();
    server.child.stdout?.destroy();
    expect(await hold(FOR_EVER)).toBeNull();
    expect(await endedBy()).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('ends nothing while the whole process is stopped, as when a laptop sleeps', async () => {
    await start({ WATCHDOG_MS: '2000' });
    server.child.kill('SIGSTOP');
    await sleep(4000);
    server.child.kill('SIGCONT');
    expect(await hold(0)).toBe(400);
    expect(lines()).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  test.each([
    ['a debugger can be attached', { WATCHDOG_MS: '1000', NODE_OPTIONS: `${PRELOAD} --inspect=0` }],
    ['it is switched off', { WATCHDOG_MS: '0' }],
  ])('ends nothing while %s', async (_why, settings) => {
    await start({ LOOP_HELD_LOG_MS: '0', ...settings });
    expect(await hold(2500)).toBe(400);
    expect(lines()).toEqual([]);
    expect(await server.stop()).toBe(0);
  });
});

describe('a server that is asked to stop', { timeout: TIMEOUT_MS }, () => {
  test('while its loop is held up ends when the loop was held up too long', async () => {
    await start({ WATCHDOG_MS: '2600' });
    void hold(FOR_EVER);
    await said(/is held up/);
    server.child.kill('SIGTERM');
    expect(await endedBy()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(lines().at(-1)).toMatchObject({ level: 60, held_ms: 2600 });
  });

  test('while its loop is held up ends in order when the loop comes back', async () => {
    await start({});
    const answer = hold(2000);
    await said(/is held up/);
    server.child.kill('SIGTERM');
    expect(await answer).toBe(400);
    expect(await endedBy()).toEqual({ code: 0, signal: null });
    expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
  });

  test('ends in its time, though its loop is held up from then on', async () => {
    await start({ WATCHDOG_MS: '0', SHUTDOWN_DELAY_MS: '1000', SHUTDOWN_GRACE_MS: '100' });
    server.child.kill('SIGTERM');
    await sleep(300);
    void hold(FOR_EVER);
    expect(await endedBy()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(lines().at(-1)).toMatchObject({
      ...{ level: 60, in_flight: 1, requests: [{ request_id: 'the-one' }] },
      msg: 'the process was asked to stop and did not in time; it is ended',
    });
    expect(lines().at(-1)?.stopping_ms).toBe(5600);
  });

  test('ends in its time, though something does not close, and says what', async () => {
    await start({ SHUTDOWN_GRACE_MS: '100', NODE_OPTIONS: HELD_THREAD });
    const waiting = await blockedWrite('waits');
    server.child.kill('SIGTERM');
    expect(await waiting.answer).toBeNull();
    expect(await endedBy()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(lines().at(-1)?.msg).toMatch(/^not closed in time: .*; the process ends without$/);
  });
});
