import { LRUCache } from 'lru-cache';
import type { Candidate } from '../core/claim.js';
import type { Tenant } from '../core/scope.js';

/** What is kept of claims that were compared a moment ago, all together. */
const BYTES_MAX = 48 * 1024 ** 2;
/** A reading with what the guard remembers of it takes about so many bytes for each character of its JSON. */
const BYTES_PER_CHARACTER = 4;
const BYTES_EACH = 500;

/**
 * Claims as the guard compares them, parsed once a version: versions never change, and whoever compares must not change
 * them. Nothing is taken from here without asking the database which version is in force.
 */
export class CandidateCache {
  readonly #known = new LRUCache<string, Candidate>({ maxSize: BYTES_MAX });

  get(tenant: Tenant, id: string): Candidate | undefined {
    return this.#known.get(nameOf(tenant, id));
  }

  /** @param characters length of what it was parsed from */
  keep(tenant: Tenant, candidate: Candidate, characters: number): void {
    this.#known.set(nameOf(tenant, candidate.id), candidate, { size: BYTES_EACH + characters * BYTES_PER_CHARACTER });
  }
}

function nameOf({ orgId, project }: Tenant, id: string): string {
  return `${orgId}/${project}/${id}`;
}
