import type { Reading } from '../../core/norm.js';
import type { Verdict, VerdictKind } from '../../core/verdict.js';
import { type Compared, compareClauses, type Prepared, rank } from './compare.js';

/** Verdicts that leave open what two statements are to each other. */
const LEFT_OPEN: ReadonlySet<VerdictKind> = new Set(['defer', 'unknown', 'consistent', 'incomparable']);

/**
 * What the rules leave open of two statements, compared once more with what a source read in them beyond the rules. What is
 * found so is a possibility, however sure it were of words that the rules had read themselves.
 */
export function comparedBeyond(
  incoming: Prepared,
  stored: Reading,
  compared: Compared,
  bounds: { words: number },
): Compared {
  const { proposed = [] } = stored;
  const isAny = incoming.proposed.length > 0 || proposed.length > 0;
  if (!isAny || !LEFT_OPEN.has(compared.verdict.kind)) return compared;
  const ours = [...incoming.norms, ...incoming.proposed];
  const theirs = [...stored.norms, ...proposed];
  let { pairs, words, verdict } = compared;
  for (const [at, one] of ours.entries()) {
    for (const [otherAt, other] of theirs.entries()) {
      const isOfRules = at < incoming.norms.length && otherAt < stored.norms.length;
      if (isOfRules || words > bounds.words) continue;
      const found = compareClauses(one, other, { stored: otherAt, incoming: at }, incoming.without);
      pairs += 1;
      words += found.words;
      if (mayContradict(found.verdict) && rank(capped(found.verdict)) > rank(verdict)) verdict = capped(found.verdict);
    }
  }
  return { ...compared, verdict, pairs, words };
}

function mayContradict({ kind, confidence }: Verdict): boolean {
  return kind === 'contradiction' || (kind === 'uncertain' && confidence === 'MED');
}

function capped(verdict: Verdict): Verdict {
  return { ...verdict, kind: 'uncertain', confidence: 'MED', isProposed: true };
}
