import type { Candidate } from '../core/claim.js';
import { lockKeys, recallGroups, recallKeys } from '../guard/pipeline.js';
import {
  chosenOf,
  type Hit,
  LOCK_KEY_BOUND,
  RECALL_BOUND,
  RECALL_KEY_BOUND,
} from '../store/queries/claims/candidate-hits.js';

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
    const found = new Map<string, Candidate>();
    const locked: string[] = [];
    for (const { candidate } of locks.flatMap((key) => this.#newest(key, LOCK_KEY_BOUND))) {
      found.set(candidate.id, candidate);
      locked.push(candidate.id);
    }
    const isLock = new Set(locks);
    const shared: Hit[] = [];
    for (const [place, key] of recalls.entries()) {
      if (isLock.has(key)) continue;
      if (shared.length >= RECALL_BOUND) break;
      for (const { candidate, size } of this.#newest(key, RECALL_KEY_BOUND)) {
        found.set(candidate.id, candidate);
        shared.push({ id: candidate.id, size, place });
      }
    }
    return chosenOf({ locked, shared }, excluded).flatMap((id) => found.get(id) ?? []);
  }

  #newest(key: string, bound: number): Kept[] {
    return (this.#byKey.get(key) ?? NONE).slice(-bound).reverse();
  }
}

const NONE: readonly Kept[] = [];
