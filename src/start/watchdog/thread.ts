import { write } from 'node:fs';
import { Session } from 'node:inspector';
import { hostname } from 'node:os';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../system.js';
import { HeldLoop, TICK_MS, type WatchdogLimits } from './held-loop.js';
import { SharedWork } from './shared-work.js';

/** What the thread is started with. */
export interface WatchdogData {
  memory: SharedArrayBuffer;
  limits: WatchdogLimits;
  /** Least severe line that is written, as a number of pino's. */
  level: number;
  /** Where the log goes; 1 for standard output. */
  fd: number;
}

const WARN = 40;
const FATAL = 60;

const HELD = 'the event loop is held up; nothing else is done meanwhile';
const GONE = 'the event loop is held up and does not come back; the process is ended';
const LATE = 'the process was asked to stop and did not in time; it is ended';

/** More would not fit into what a pipe takes at once. */
const LISTED_MAX = 8;

/** How long a log that takes nothing more is waited for. */
const LAST_WORD_MS = 500;

const { memory, limits, level, fd } = workerData as WatchdogData;
const work = new SharedWork(memory);
const loop = new HeldLoop(limits);

const looking = setInterval(() => {
  const finding = loop.look(work.signs());
  if (finding?.what === 'held') void say(WARN, { held_ms: finding.ms, ...listed() }, HELD);
  if (finding?.what === 'back') void say(WARN, { held_ms: finding.ms }, 'the event loop is free again');
  if (finding?.what === 'end of held') lastWord({ held_ms: finding.ms }, GONE);
  if (finding?.what === 'end of stopping') lastWord({ stopping_ms: finding.ms }, LATE);
}, TICK_MS);

function lastWord(fields: object, message: string): void {
  clearInterval(looking);
  setTimeout(end, LAST_WORD_MS);
  say(FATAL, { ...fields, ...listed() }, message).then(end);
}

function listed(): object {
  const { count, requests } = work.inFlight(LISTED_MAX);
  return { in_flight: count, requests };
}

/** Writes a line as the server's own log does. Not by a call that waits: whoever reads the log may be stuck too. */
async function say(severity: number, fields: object, msg: string): Promise<void> {
  if (severity < level) return;
  const line = { level: severity, time: systemClock.now(), pid: process.pid, hostname: hostname(), ...fields, msg };
  await new Promise((resolve) => write(fd, `${JSON.stringify(line)}\n`, resolve));
}

/** From this thread, as the other one can't be asked to. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
  // Only the first process of a container lives on: it takes no signal from itself, but can be interrupted.
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression: 'process.exit(1)' });
}
