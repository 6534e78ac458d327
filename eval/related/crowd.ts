import {
  COMPARED_BOUND,
  LENGTH_OFFSET,
  LOCK_KEY_BOUND,
  RECALL_BOUND,
  RECALL_KEY_BOUND,
} from '../../src/store/queries/claims/candidates.js';
import type { Entry } from '../engines.js';

/** One more claim that stands among the stored ones for one question: older than those from `before` on. */
export interface Guest {
  entry: Entry;
  before: number;
}

/** Stored statements, oldest first, of which the candidates are picked as the query of the store picks them. */
export class Crowd {
  readonly #entries: Entry[];
  readonly #postings = new Map<string, number[]>();

  constructor(entries: readonly Entry[]) {
    this.#entries = [...entries];
    for (const [at, { recalls }] of this.#entries.entries()) {
      for (const key of recalls) {
        const list = this.#postings.get(key);
        if (list === undefined) this.#postings.set(key, [at]);
        else list.push(at);
      }
    }
  }

  get size(): number {
    return this.#entries.length;
  }

  /** What the guard compares a statement with, newest first; the statement itself is never stored among them. */
  candidates(incoming: Entry, guest: Guest | null = null): Entry[] {
    const place = guest === null ? Number.NaN : guest.before - 0.5;
    const entryAt = (at: number) => (at === place ? guest?.entry : this.#entries[at]);
    const isOther = (at: number) => entryAt(at)?.write.statement !== incoming.write.statement;
    const newestOf = (key: string, bound: number) => this.#under(key, guest, place).slice(-bound).reverse();
    const locked = new Set([...incoming.locks].flatMap((key) => newestOf(key, LOCK_KEY_BOUND)).filter(isOther));
    const weights = new Map<number, number>();
    let left = RECALL_BOUND;
    for (const key of incoming.recalls) {
      if (incoming.locks.has(key)) continue;
      const newest = newestOf(key, RECALL_KEY_BOUND);
      for (const at of newest.slice(0, left)) weights.set(at, (weights.get(at) ?? 0) + 1 / Math.sqrt(newest.length));
      left = Math.max(0, left - newest.length);
    }
    const worth = ([at, weight]: readonly [number, number]) =>
      weight / (Buffer.byteLength(entryAt(at)?.write.statement ?? '') + LENGTH_OFFSET);
    const shared = [...weights].filter(([at]) => !locked.has(at) && isOther(at));
    const chosen = shared.sort((a, b) => worth(b) - worth(a) || b[0] - a[0]).slice(0, COMPARED_BOUND);
    return [...locked, ...chosen.map(([at]) => at)].sort((a, b) => b - a).flatMap((at) => entryAt(at) ?? []);
  }

  /** Places under a key, oldest first. */
  #under(key: string, guest: Guest | null, place: number): readonly number[] {
    const list = this.#postings.get(key) ?? [];
    return guest?.entry.recalls.has(key) ? [...list, place].sort((a, b) => a - b) : list;
  }
}
