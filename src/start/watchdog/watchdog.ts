import { url as debuggerUrl } from 'node:inspector';
import type { Config } from '../../config.js';
import { startThread } from '../../threads/start-thread.js';
import { TICK_MS, type WatchdogLimits } from './held-loop.js';
import type { SharedWork } from './shared-work.js';
import type { WatchdogData } from './thread.js';

export interface WatchdogOptions extends WatchdogLimits {
  logLevel: Config['LOG_LEVEL'];
  /** Told when the watchdog itself is lost. */
  report: (message: string) => void;
  /** Where the log goes; default standard output. */
  fd?: number;
}

/** As pino numbers them. */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Number.POSITIVE_INFINITY };

/**
 * Starts a thread that sees when the event loop of this one is held up: it logs that, with the requests in flight, and
 * ends the process when the loop does not come back, or when the process does not stop in time. The function returned
 * ends the thread.
 */
export function startWatchdog(
  work: SharedWork,
  { logLevel, report, fd = 1, ...limits }: WatchdogOptions,
): () => Promise<unknown> {
  const data: WatchdogData = { memory: work.memory, limits, level: LEVELS[logLevel], fd };
  const thread = startThread(import.meta.url, './thread', { workerData: data, name: 'watchdog' });
  thread.unref();
  thread.on('error', (error) => report(`The watchdog is lost, and a loop that is held up goes unseen: ${error}`));
  const beat = () => work.beat(debuggerUrl() !== undefined);
  beat();
  const beating = setInterval(beat, TICK_MS).unref();
  return () => {
    clearInterval(beating);
    return thread.terminate();
  };
}
