import { setTimeout as sleep } from 'node:timers/promises';

/** Work in the background of a server, until it is stopped. */
export interface BackgroundWork {
  /** Ends after the piece of work that runs now. */
  stop(): Promise<void>;
}

/** Does the work again and again with a pause between. What it throws is told to `report`, and never ends it. */
export function repeat(
  work: () => Promise<unknown>,
  pauseMs: number,
  report: (error: unknown) => void,
): BackgroundWork {
  const stopped = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await work().catch(report);
      await sleep(pauseMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  };
  const ended = loop();
  return {
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
}
