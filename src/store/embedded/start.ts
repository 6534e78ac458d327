import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.js';
import { EmbeddedError, spaceHint, WAY_OUT } from './error.js';
import { ensureCluster, SUPERUSER } from './init.js';
import { type Layout, layoutOf, prepareDataDir } from './layout.js';
import {
  clearPostmaster,
  isServing,
  type Postmaster,
  processExists,
  readPostmaster,
  spawnPostmaster,
} from './postmaster.js';
import { greet, type Presence } from './presence.js';
import { findRunAs, type RunAs } from './run-as.js';

export interface EmbeddedOptions {
  /** Folder that holds everything; made when missing. */
  dataDir: string;
  log?: (message: string) => void;
  /** Settings of the server beside its own; only a test has a reason to. */
  settings?: Readonly<Record<string, string>>;
  /** Longest wait for the server, recovery included; default 60 s. */
  startTimeoutMs?: number;
}

export interface Embedded {
  /** postgres:// URL with the password, on the loopback interface. */
  url: string;
  /** True when a running server was found and taken over: of a process that was killed, or of one that still runs. */
  adopted: boolean;
  /** Stops the server, unless another process uses it: the last one to stop does. Close the store first. */
  stop(): Promise<void>;
}

interface Context {
  layout: Layout;
  binaries: Binaries;
  runAs: RunAs | null;
  options: EmbeddedOptions;
  password: string;
}

interface Running extends Postmaster {
  presence: Presence;
  adopted: boolean;
}

const START_TIMEOUT_MS = 60_000;
const NO_ANSWER = 'it does not answer';
const RESTART_DELAY_MS = 3000;
const POLL_MS = 30;
const STOP_TIMEOUT_MS = 30_000;

/** A start that failed for a reason that passes by itself: another server is coming up or going down. */
const PASSING = /lock file|pre-existing shared memory|is still in use|could not bind|Address already in use/i;

/**
 * Starts the Postgres that npm installed, on a free port of 127.0.0.1, or takes over the one that runs on this data
 * folder; starts it again when it goes down. Rejects with EmbeddedError, in words for the operator, when neither is possible.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const layout = layoutOf(options.dataDir);
  await prepareDataDir(layout);
  const runAs = await findRunAs();
  const binaries = await findBinaries(runAs);
  await ensureCluster(layout, binaries, runAs);
  const password = await readPassword(layout);
  const context = { layout, binaries, runAs, options, password };
  const running = await connectOrStart(context, null);
  options.log?.(
    running.adopted
      ? `using the Postgres that already runs in ${layout.dataDir} (port ${running.port})`
      : `Postgres runs in ${layout.dataDir} (port ${running.port})`,
  );
  return { url: urlOf(password, running.port), adopted: running.adopted, stop: keepRunning(context, running) };
}

/** Starts the server again whenever it goes down, until the function returned is called, which stops it. */
function keepRunning(context: Context, first: Running): () => Promise<void> {
  let running = first;
  let isStopping = false;
  const restart = async (): Promise<void> => {
    context.options.log?.('Postgres went down; starting it again');
    running = await connectOrStart(context, running.port).catch(async (error) => {
      context.options.log?.(String(error));
      await sleep(RESTART_DELAY_MS, undefined, { ref: false });
      return running;
    });
    if (isStopping) await stop(context.layout, running);
  };
  const watch = async (): Promise<void> => {
    for (;;) {
      await running.presence.lost;
      if (isStopping) return;
      await restart();
    }
  };
  const watching = watch();
  return async () => {
    if (isStopping) return;
    isStopping = true;
    await stop(context.layout, running);
    await watching;
  };
}

async function readPassword({ passwordFile }: Layout): Promise<string> {
  const text = await readFile(passwordFile, 'utf8').catch((error) => {
    throw new EmbeddedError(
      `The password of the database can not be read: ${String(error)}. ` +
        `Start Loreguard as the user who made the data folder, or choose another by LOREGUARD_DATA. ${WAY_OUT}`,
    );
  });
  return text.trim();
}

function urlOf(password: string, port: number): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}

async function connectOrStart(context: Context, formerPort: number | null): Promise<Running> {
  const deadline = Date.now() + (context.options.startTimeoutMs ?? START_TIMEOUT_MS);
  let lastWords = NO_ANSWER;
  while (Date.now() < deadline) {
    const found = await readPostmaster(context.layout);
    const running = found !== null && (await isServing(context.layout, found)) ? found : null;
    if (found !== null && running === null && processExists(found.pid)) await clearPostmaster(context.layout);
    const outcome =
      running === null ? await startOnce(context, deadline, found?.port ?? formerPort) : await adopt(context, running);
    if (typeof outcome !== 'string') return outcome;
    lastWords = outcome;
    await sleep(POLL_MS);
  }
  throw new EmbeddedError(`Postgres in ${context.layout.dataDir} does not come up: ${lastWords}. ${WAY_OUT}`);
}

/** The running server taken over, or why it can't be yet. */
async function adopt({ password, layout }: Context, { port, pid }: Postmaster): Promise<Running | string> {
  const greeting = await greet(urlOf(password, port));
  if (greeting.state === 'here') return { pid, port, presence: greeting.presence, adopted: true };
  if (greeting.state === 'wait') return NO_ANSWER;
  throw new EmbeddedError(
    `Process ${pid} holds ${layout.cluster}, but what listens on port ${port} does not know its password ` +
      `(${greeting.why}). End that process, or choose another folder by LOREGUARD_DATA. ${WAY_OUT}`,
  );
}

/** The started server, or what it said when it ended for a reason that passes by itself. */
async function startOnce(context: Context, deadline: number, formerPort: number | null): Promise<Running | string> {
  const { layout, binaries, runAs, options, password } = context;
  const started = await spawnPostmaster(layout, binaries.postgres, runAs, options.settings ?? {}, formerPort);
  while (Date.now() < deadline) {
    const lastWords = await started.ended();
    if (lastWords !== null) {
      if (PASSING.test(lastWords)) return lastWords;
      const hint = await spaceHint(layout.dataDir);
      throw new EmbeddedError(`Postgres can not start in ${layout.dataDir}: ${lastWords}.${hint} ${WAY_OUT}`);
    }
    const greeting = await greet(urlOf(password, started.port));
    if (greeting.state === 'here' && started.pid !== null) {
      return { pid: started.pid, port: started.port, presence: greeting.presence, adopted: false };
    }
    await sleep(POLL_MS);
  }
  return NO_ANSWER;
}

async function stop(layout: Layout, { pid, port, presence }: Running): Promise<void> {
  const isLast = await presence.leave();
  const found = isLast ? await readPostmaster(layout) : null;
  if (found?.pid === pid) await endPostmaster(layout, { pid, port });
  await presence.close();
}

/** Fast shutdown: clients are cut off, what is committed is on disk. */
async function endPostmaster(layout: Layout, postmaster: Postmaster): Promise<void> {
  if (!(await isServing(layout, postmaster))) return;
  process.kill(postmaster.pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isServing(layout, postmaster)) {
    if (Date.now() > deadline) throw new EmbeddedError(`Postgres (process ${postmaster.pid}) does not stop.`);
    await sleep(POLL_MS);
  }
}
