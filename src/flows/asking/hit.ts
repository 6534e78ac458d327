import type { Claim } from '../../core/claim.js';
import type { Truth } from '../../core/period.js';
import type { Candidate } from '../../core/resolution.js';
import type { Finding } from '../../store/queries/detective/findings.js';
import type { FoundChunk } from '../../store/queries/documents/search-chunks.js';
import type { DescribedRelation } from '../lore/describe.js';

/** claim, passage, entity, triplet: what it is. temporal: a claim or relation of which a window holds at the named date. */
export const HIT_KINDS = ['claim', 'passage', 'entity', 'triplet', 'temporal'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** What of something has words of the question; `session`: what asks came to know of it before. */
export const MATCHED_FIELDS = [
  ...(['statement', 'reason', 'entity', 'tags', 'source', 'subject', 'slot'] as const),
  ...(['text', 'heading', 'name', 'from', 'to', 'type', 'value', 'session'] as const),
] as const;
export type MatchedField = (typeof MATCHED_FIELDS)[number];

/** What is to be known before one relies on it. */
export const HIT_MARKS = [
  ...(['disputed', 'superseded', 'unguarded', 'unsupported', 'ending', 'ended', 'not_yet'] as const),
  ...(['prophetic', 'unreliable_source', 'in_question', 'rejected'] as const),
] as const;
export type HitMark = (typeof HIT_MARKS)[number];

/** A passage of a document as it is now. */
export interface Passage extends FoundChunk {
  path: string;
}

/** What was found; exactly one of the four is there. */
export interface Hit {
  kind: HitKind;
  id: string;
  /** From 0 to 1. */
  score: number;
  matched: MatchedField[];
  /** Words of it that met words of the question, whole, in lower case. */
  words: string[];
  marks: HitMark[];
  /** Whether it holds at the time asked about, or now; null of what has no time. */
  holds: Truth | null;
  /** The claim or relation among what was found that took its place. */
  supersededByHit: string | null;
  /** Of a claim: the closed claims that it rests on. */
  unsupportedBy?: readonly string[];
  claim?: Claim;
  /** Of a claim: what the detective asks about it, and nobody has answered. */
  findings?: readonly Finding[];
  passage?: Passage;
  entity?: Candidate;
  relation?: DescribedRelation;
}
