/** Most that one statement does together. */
const BATCH_MAX = 16;
/** How long a statement may be under way before the next one does not wait for it any longer: one may wait for a lock. */
const STALLED_MS = 30;

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** What is asked of one organisation. */
interface Lane<Item, Answer> {
  waiting: Waiting<Item, Answer>[];
  /** Statements under way that are not stalled. */
  underWay: number;
  isDue: boolean;
}

interface BatchOptions<Item, Answer> {
  /** Does all of it in one statement; the answers are in the order of the items. */
  run(orgId: string, items: Item[]): Promise<Answer[]>;
  /** Items that share one of these are never done together, and in their order. Default: none. */
  keysOf?(item: Item): readonly string[];
  /** Whether, after such a fault, each item may be tried by itself. */
  mayBeSplit(error: unknown): boolean;
}

/**
 * Lets what waits while a statement is under way go into the next one: what a statement costs whatever it does is then
 * paid once for many. Nothing waits while nothing is under way but for what arrived with it in the same turn of the loop.
 * An item whose statement fails is tried by itself, so that none fails for what its neighbours are.
 */
export class MicroBatch<Item, Answer> {
  readonly #options: BatchOptions<Item, Answer>;
  readonly #lanes = new Map<string, Lane<Item, Answer>>();

  constructor(options: BatchOptions<Item, Answer>) {
    this.#options = options;
  }

  ask(orgId: string, item: Item): Promise<Answer> {
    const lane = this.#lanes.get(orgId) ?? { waiting: [], underWay: 0, isDue: false };
    this.#lanes.set(orgId, lane);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ item, resolve, reject });
      if (lane.underWay === 0) this.#begin(orgId, lane);
    });
  }

  /** At the end of this turn of the loop, with all that arrives until then. */
  #begin(orgId: string, lane: Lane<Item, Answer>): void {
    if (lane.isDue) return;
    lane.isDue = true;
    setImmediate(() => {
      lane.isDue = false;
      void this.#fly(orgId, lane);
    });
  }

  async #fly(orgId: string, lane: Lane<Item, Answer>): Promise<void> {
    const batch = this.#next(lane);
    if (batch.length === 0) return;
    let isStalled = false;
    lane.underWay += 1;
    const next = () => {
      lane.underWay -= 1;
      if (lane.waiting.length > 0) this.#begin(orgId, lane);
      else if (lane.underWay === 0) this.#lanes.delete(orgId);
    };
    const stalled = setTimeout(() => {
      isStalled = true;
      next();
    }, STALLED_MS);
    await this.#settle(orgId, batch);
    clearTimeout(stalled);
    if (!isStalled) next();
  }

  /** The first that wait, without those that share a key with one before them. */
  #next(lane: Lane<Item, Answer>): Waiting<Item, Answer>[] {
    const { keysOf } = this.#options;
    const taken = new Set<string>();
    const batch: Waiting<Item, Answer>[] = [];
    const left: Waiting<Item, Answer>[] = [];
    for (const one of lane.waiting) {
      const keys = keysOf?.(one.item) ?? [];
      const isFree = batch.length < BATCH_MAX && !keys.some((key) => taken.has(key));
      (isFree ? batch : left).push(one);
      for (const key of keys) taken.add(key);
    }
    lane.waiting = left;
    return batch;
  }

  async #settle(orgId: string, batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    const { run, mayBeSplit } = this.#options;
    try {
      const answers = await run(
        orgId,
        batch.map(({ item }) => item),
      );
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      if (batch.length === 1 || !mayBeSplit(error)) for (const { reject } of batch) reject(error);
      else await Promise.all(batch.map((one) => this.#settle(orgId, [one])));
    }
  }
}
