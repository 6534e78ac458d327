import { setTimeout as sleep } from 'node:timers/promises';

/** Work in the background of a server, until it is stopped. */
export interface BackgroundWork {
  /** Ends after the piece of work that runs now. */
  stop(): Promise<void>;
}

/**
 * Does the work again and again, with a pause whenever it answers that nothing more is to be done at once. What it
 * throws is told to `report`, and never ends it. Work that is made of many pieces looks at the signal between two of
 * them, and ends when it is to stop.
 */
export function repeat(
  work: (stop: AbortSignal) => Promise<boolean>,
  pauseMs: number,
  report: (error: unknown) => void,
): BackgroundWork {
  const stopped = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const isMore = await work(stopped.signal).catch((error) => {
        report(error);
        return false;
      });
      if (isMore) continue;
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
