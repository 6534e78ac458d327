/**
 * Lets work that shares a key run one after the other, and everything else at once. A caller takes its place behind
 * every key in one synchronous step, so two callers can never wait for each other.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<void>>();

  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => this.#tails.get(key));
    const { promise: tail, resolve: leave } = deferred();
    for (const key of keys) this.#tails.set(key, tail);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      for (const key of keys) if (this.#tails.get(key) === tail) this.#tails.delete(key);
      leave();
    }
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
