import { nameKey } from '../../../core/name.js';
import type { Candidate } from '../../../core/resolution.js';
import { storedKey } from '../../text.js';
import { isId } from '../cursor.js';

/** How statements are told names, and what is made of those who may be meant. */

/** Most that one name is answered with. */
const CANDIDATES_MAX = 20;
/** By what one may be meant, best first. */
export const WAYS = ['id', 'name', 'alias'] as const;

/** Someone who may be meant; the last is its place in WAYS. */
export type MeantBy = readonly [id: string, name: string, type: string, loreVerified: boolean, way: number];

/** The key that a name is compared by, and the id that it may be. */
export function keyAndId(name: string): { key: string; id: string | null } {
  const id = name.trim().toLowerCase();
  return { key: storedKey(nameKey(name)), id: isId(id) ? id : null };
}

/** Names or ids as the parameter of `entities_meant` (migration 0053). */
export function asNames(names: readonly string[]): (string | null)[] {
  return names.map(keyAndId).flatMap(({ key, id }) => [key, id]);
}

/** Those who may be meant by one name, as `entities_meant` lists them. */
export function toCandidates(listed: readonly MeantBy[]): Candidate[] {
  const meant = listed.map(([id, name, type, loreVerified, way]): Candidate => {
    return { id, name, type, loreVerified, by: WAYS[way] ?? 'alias', score: 1 };
  });
  return eachOnce(meant);
}

/** Each once, by the first way of those that are listed best first. */
export function eachOnce(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const one of candidates) if (!best.has(one.id)) best.set(one.id, one);
  return [...best.values()].slice(0, CANDIDATES_MAX);
}
