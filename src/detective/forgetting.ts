import type { StoryClaim } from '../core/story-claim.js';
import { inOrder } from './story.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How likely a claim is to be told, by its age: it falls from `from` to `to` along each band. After FiFA, forgetting in
 * archives of facts.
 */
const BANDS: readonly { until: number; from: number; to: number }[] = [
  { until: DAY_MS, from: 0.4, to: 0.2 },
  { until: 7 * DAY_MS, from: 0.2, to: 0.1 },
  { until: 60 * DAY_MS, from: 0.1, to: 0.05 },
];
const LAST = 0.05;

/** Of the last claims none is ever forgotten. */
const LAST_KEPT = 10;

/**
 * How likely a claim of an age is to be told.
 * @param flags findings and contradictions that it was part of before: each doubles it, up to 1
 */
export function survival(ageMs: number, flags: number): number {
  const age = Math.max(0, ageMs);
  let since = 0;
  let base = LAST;
  for (const { until, from, to } of BANDS) {
    if (age < until) {
      base = from + ((age - since) / (until - since)) * (to - from);
      break;
    }
    since = until;
  }
  return Math.min(1, base * 2 ** flags);
}

export interface Remembering {
  now: number;
  /** Ids of the claims that the story is told for, and of those that are about the same: they are always told. */
  kept: ReadonlySet<string>;
  /** By id: how often a claim was part of a finding or a contradiction. */
  flags: ReadonlyMap<string, number>;
  /** What the sample is drawn by, so that a run can be repeated. */
  seed: string;
}

/** The claims that the story is told with, in its order. */
export function remember(claims: readonly StoryClaim[], { now, kept, flags, seed }: Remembering): StoryClaim[] {
  const inTime = [...claims].sort(inOrder);
  const last = new Set(inTime.slice(-LAST_KEPT));
  return inTime.filter((claim) => {
    if (kept.has(claim.id) || last.has(claim)) return true;
    return chance(`${seed} ${claim.id}`) < survival(now - claim.saidAt, flags.get(claim.id) ?? 0);
  });
}

/** A number in [0, 1) that a text always gives. FNV-1a, mixed at the end as in MurmurHash3. */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
