import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SharedWork } from '../../src/start/watchdog/shared-work.js';
import { startWatchdog } from '../../src/start/watchdog/watchdog.js';

let folder = '';
let work: SharedWork;
let close: () => Promise<unknown>;
let lost: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loreguard-watchdog-'));
  lost = [];
  work = new SharedWork();
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const start = (logLevel: 'warn' | 'error') => {
  const fd = openSync(join(folder, 'log'), 'w');
  close = startWatchdog(work, {
    ...{ logMs: 600, endMs: 0, stopMs: 0, logLevel, fd },
    report: (message) => lost.push(message),
  });
};
const log = () => readFileSync(join(folder, 'log'), 'utf8');
const hold = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('from source too, the thread notices a loop that is held up, as often as it is', async () => {
  start('warn');
  const number = work.begin({ id: 'the-one', method: 'POST', route: '/v1/check' });
  while (!log().includes('free again')) {
    hold(1200);
    await sleep(300);
  }
  const [held, back] = log()
    .split('\n')
    .map((line) => JSON.parse(line || '{}'));
  expect(held).toMatchObject({ level: 40, in_flight: 1, requests: [{ request_id: 'the-one' }] });
  expect(back.held_ms).toBeGreaterThanOrEqual(held.held_ms);
  work.end(number);
  const before = log().length;
  while (!log().slice(before).includes('"in_flight":0')) {
    hold(1200);
    await sleep(300);
  }
  expect(lost).toEqual([]);
});

test('lines less severe than the log level are not written', async () => {
  start('error');
  await sleep(1500);
  hold(1500);
  await sleep(300);
  expect(log()).toBe('');
});

test('a watchdog that is lost says so', async () => {
  const fd = -1;
  close = startWatchdog(work, {
    ...{ logMs: 600, endMs: 0, stopMs: 0, logLevel: 'warn', fd },
    report: (message) => lost.push(message),
  });
  while (lost.length === 0) {
    hold(1200);
    await sleep(300);
  }
  expect(lost[0]).toMatch(/^The watchdog is lost, and a loop that is held up goes unseen: /);
});
