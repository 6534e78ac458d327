import type { Candidate } from '../core/claim.js';
import { lockKeys, recallGroups, recallKeys } from '../guard/pipeline.js';
import {
  COMPARED_BOUND,
  LENGTH_OFFSET,
  LOCK_KEY_BOUND,
  RECALL_BOUND,
  RECALL_KEY_BOUND,
} from '../store/queries/claims/candidates.js';

/** What is kept of a statement to find it by. */
interface Kept {
  candidate: Candidate;
  /** In bytes. */
  size: number;
}

/**
 * Finds what a statement is to be compared with, among statements in memory, by the keys and bounds by which the store finds
 * it among claims.
 */
export class RecallIndex {
  /** Of each key the statements that have it, newest last. */
  readonly #byKey = new Map<string, Kept[]>();

  /** Ids have to grow: of two the later one is the newer. */
  add(candidate: Candidate): void {
    const kept = { candidate, size: Buffer.byteLength(candidate.statement) };
    for (const key of new Set([...lockKeys(candidate.reading), ...recallKeys(candidate.reading)])) {
      const others = this.#byKey.get(key);
      if (others === undefined) this.#byKey.set(key, [kept]);
      else others.push(kept);
    }
  }

  /** The candidates for a statement but for itself, newest first; those of a long one clause by clause. */
  candidatesFor({ id, reading }: Pick<Candidate, 'id' | 'reading'>): Candidate[] {
    const [first = [], ...others] = recallGroups(reading);
    const found = new Map<string, Candidate>();
    const take = (locks: readonly string[], recalls: readonly string[]) => {
      const excluded = new Set([id, ...found.keys()]);
      for (const candidate of this.#find(locks, recalls, excluded)) found.set(candidate.id, candidate);
    };
    take(lockKeys(reading), first);
    for (const group of others) take([], group);
    return [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  #find(locks: readonly string[], recalls: readonly string[], excluded: ReadonlySet<string>): Candidate[] {
    const locked = new Map<string, Candidate>();
    for (const { candidate } of locks.flatMap((key) => this.#newest(key, LOCK_KEY_BOUND))) {
      if (!excluded.has(candidate.id)) locked.set(candidate.id, candidate);
    }
    const isLock = new Set(locks);
    const hits = recalls.filter((key) => !isLock.has(key)).flatMap((key) => this.#weighted(key));
    const shared = new Map<string, { kept: Kept; weight: number }>();
    for (const { kept, weight } of hits.slice(0, RECALL_BOUND)) {
      const { id } = kept.candidate;
      if (excluded.has(id) || locked.has(id)) continue;
      shared.set(id, { kept, weight: (shared.get(id)?.weight ?? 0) + weight });
    }
    const ranked = [...shared.values()].sort((a, b) => scoreOf(b) - scoreOf(a) || newer(a.kept, b.kept));
    return [...locked.values(), ...ranked.slice(0, COMPARED_BOUND).map(({ kept }) => kept.candidate)];
  }

  #weighted(key: string): { kept: Kept; weight: number }[] {
    const newest = this.#newest(key, RECALL_KEY_BOUND);
    return newest.map((kept) => ({ kept, weight: 1 / Math.sqrt(newest.length) }));
  }

  #newest(key: string, bound: number): Kept[] {
    return (this.#byKey.get(key) ?? []).slice(-bound).reverse();
  }
}

function scoreOf({ kept, weight }: { kept: Kept; weight: number }): number {
  return weight / (kept.size + LENGTH_OFFSET);
}

function newer(a: Kept, b: Kept): number {
  return a.candidate.id < b.candidate.id ? 1 : -1;
}
