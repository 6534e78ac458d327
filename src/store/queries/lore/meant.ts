import { nameKey } from '../../../core/name.js';
import type { Candidate } from '../../../core/resolution.js';
import { storedKey } from '../../text.js';
import { isId } from '../cursor.js';

/** How `entities_meant` (migration 0053) is told names, and what it answers. */

/** Most that one name is answered with. */
const CANDIDATES_MAX = 20;
const WAYS = ['id', 'name', 'alias'] as const;

/** Someone who may be meant; the last is its place in WAYS. */
export type MeantBy = readonly [id: string, name: string, type: string, loreVerified: boolean, way: number];

/** Names or ids as its parameter: of each the key that it is compared by, and the id that it may be. */
export function asNames(names: readonly string[]): (string | null)[] {
  return names.flatMap((name) => {
    const id = name.trim().toLowerCase();
    return [storedKey(nameKey(name)), isId(id) ? id : null];
  });
}

/** Those who may be meant by one name, best first; each once, by the best way. */
export function toCandidates(listed: readonly MeantBy[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const [id, name, type, loreVerified, way] of listed) {
    if (!best.has(id)) best.set(id, { id, name, type, loreVerified, by: WAYS[way] ?? 'alias', score: 1 });
  }
  return [...best.values()].slice(0, CANDIDATES_MAX);
}
