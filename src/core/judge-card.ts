import { z } from 'zod';
import type { JudgeIdentity } from './judge.js';

/** What a verdict must reach before it counts. Certainty and overlap lie between 0 and 1. */
export interface JudgeThresholds {
  /** Least overlap of a pair that may block. */
  floor: number;
  /** Null: the judge may only warn. */
  block: number | null;
  /** Null: not even that. */
  warn: number | null;
}

/**
 * Of a judge that nobody calibrated: it never blocks, and warns where it is well sure of a contradiction. Below lies what
 * one that was recorded says of statements of documents that were written to agree, and no contradiction of labelled pairs.
 */
export const UNCALIBRATED_JUDGE: JudgeThresholds = { floor: 1, block: null, warn: 0.75 };

/** How much of what reached a threshold was right on labelled pairs. */
interface CountedShare {
  right: number;
  wrong: number;
  interval: [number, number];
}

/** What was measured of a judge, and what that lets it do. */
export interface JudgeCard {
  judge: JudgeIdentity;
  thresholds: JudgeThresholds;
  block: CountedShare;
  warn: CountedShare;
  counts: Readonly<Record<string, number>>;
  /** What it was measured on. */
  files: readonly { name: string; sha256: string }[];
}

/** Whether two judges say the same of every pair. */
export function isSameJudge(a: JudgeIdentity, b: JudgeIdentity): boolean {
  return a.kind === b.kind && a.model === b.model && a.promptHash === b.promptHash;
}

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

/** What of a card counts; the rest of it is for people. */
const Card = z.object({
  judge: z.object({ kind: z.enum(['llm', 'nli']), model: z.string(), promptHash: z.string() }),
  thresholds: z.object({ floor: share, block: share.nullable(), warn: share.nullable() }),
  block: z.object({ right: count, wrong: count }),
});
export type ReadJudgeCard = z.infer<typeof Card>;

/** @throws Error that says what of it is not as it should be */
export function readJudgeCard(value: unknown): ReadJudgeCard {
  const { data, error } = Card.safeParse(value);
  if (data === undefined) throw new Error(z.prettifyError(error));
  return data;
}
