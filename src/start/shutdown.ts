/** Something that is open, and what it is called where it does not close. */
interface Open {
  name: string;
  close(): Promise<unknown>;
}

export interface ShutdownOptions {
  /** How long it may take from the signal to the end, in milliseconds. */
  limitMs: number;
  /** Called when it begins. */
  onBegin: () => void;
}

/** How long closing may take beside what requests in flight are given: the pool, the model, the embedded Postgres. */
export const CLOSING_MS = 4000;

/**
 * What is open in this process, and its end: asked to stop it finishes what it does and closes everything, from the
 * last opened to the first; asked again, or out of time, it ends at once.
 */
export class Shutdown {
  readonly #open: Open[] = [];
  readonly #say: (message: string) => void;
  #options: ShutdownOptions = { limitMs: CLOSING_MS, onBegin: () => undefined };
  #isStopping = false;
  #isUrgent = false;

  /** @param say told what could not be closed */
  constructor(say: (message: string) => void) {
    this.#say = say;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#open.push({ name, close });
  }

  onSignal(options: ShutdownOptions): void {
    this.#options = options;
    const stop = () => {
      if (this.#isUrgent) process.exit(1);
      setTimeout(() => {
        this.#isUrgent = true;
      }, ECHO_MS).unref();
      void this.end(0);
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  }

  /** Closes everything and ends the process, with 1 if something doesn't close. Only the first call does. */
  async end(code: number): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#options.onBegin();
    let closing = '';
    setTimeout(() => {
      this.#say(`not closed in time: ${closing}; the process ends without`);
      setTimeout(endAtOnce, LAST_WORD_MS);
    }, this.#options.limitMs);
    let isClosed = true;
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop()) {
      closing = last.name;
      isClosed = (await this.#close(last)) && isClosed;
    }
    process.exit(isClosed ? code : 1);
  }

  async #close({ name, close }: Open): Promise<boolean> {
    try {
      await close();
      return true;
    } catch (error) {
      this.#say(`${name} could not be closed: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  }
}

/** Exiting would wait for other threads, and a native call may hold one for ever. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
  // The first process of a container takes no signal from itself.
  process.exit(1);
}

/** How long the log, which writes in the background, has for the last word. */
const LAST_WORD_MS = 200;

/** One Ctrl-C comes twice, from the terminal and from npm: what follows so soon is the same signal. */
const ECHO_MS = 500;
