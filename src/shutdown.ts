/**
 * What is open in this process, and its end: asked to stop it finishes what it does and closes everything, from the
 * last opened to the first; asked again it ends at once.
 */
export class Shutdown {
  readonly #open: { close(): Promise<unknown> }[] = [];
  #isStopping = false;
  #isUrgent = false;

  get isStopping(): boolean {
    return this.#isStopping;
  }

  add(...opened: readonly { close(): Promise<unknown> }[]): void {
    this.#open.push(...opened);
  }

  async closeAll(): Promise<void> {
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop()) await last.close();
  }

  onSignal(fail: (error: unknown) => void): void {
    const stop = () => {
      if (this.#isUrgent) process.exit(1);
      if (this.#isStopping) return;
      this.#isStopping = true;
      setTimeout(() => {
        this.#isUrgent = true;
      }, ECHO_MS).unref();
      this.closeAll().then(() => process.exit(0), fail);
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  }
}

/** One Ctrl-C comes twice, from the terminal and from npm: what follows so soon is the same signal. */
const ECHO_MS = 500;
