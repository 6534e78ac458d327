import type { Reading } from '../../core/norm.js';
import type { Verdict } from '../../core/verdict.js';
import { UNDECIDED } from './table/table.js';

/** Verdicts that rest on the two saying the same of one content. */
const OF_ONE_CONTENT = new Set<Verdict['code']>(['modality_opposed', 'norm_not_met', 'same_content']);

/**
 * The verdict on two statements of which all words are the same, but not what they say by marks or letter case: "the separator
 * is ;" / "… is ,". They are no duplicates but likely two values; and one is no denial of the other.
 */
export function asWritten(verdict: Verdict, incoming: Reading, stored: Reading): Verdict {
  if (!OF_ONE_CONTENT.has(verdict.code) || incoming.norms.length > 1 || stored.norms.length > 1) return verdict;
  const [ours, theirs] = [incoming.literals ?? [], stored.literals ?? []];
  if (areAlike(ours, theirs)) return verdict;
  const [other] = theirs.filter((literal) => !ours.includes(literal));
  const [own] = ours.filter((literal) => !theirs.includes(literal));
  if (verdict.code !== 'same_content') return { ...verdict, ...UNDECIDED };
  const value: [string | null, string | null] = [
    other ?? stored.norms[0]?.value ?? null,
    own ?? incoming.norms[0]?.value ?? null,
  ];
  return {
    ...verdict,
    kind: 'uncertain',
    confidence: 'MED',
    code: 'value_uncertain',
    slots: { ...verdict.slots, value },
  };
}

function areAlike(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((literal) => b.includes(literal));
}
