import type { Norm, Reading } from '../../core/norm.js';
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
      const isWorth = mayContradict(found.verdict, one.norm, other);
      if (isWorth && rank(capped(found.verdict)) > rank(verdict)) verdict = capped(found.verdict);
    }
  }
  return { ...compared, verdict, pairs, words };
}

/** Whether it is worth a warning: what is loose in itself has to hold of surely one thing. */
function mayContradict({ kind, confidence, code }: Verdict, a: Norm, b: Norm): boolean {
  if (kind === 'contradiction') return true;
  if (kind !== 'uncertain' || confidence !== 'MED') return false;
  if (code === 'period_unsure') return a.isPast === b.isPast;
  if (code === 'exclusive_violated') return a.subject === b.subject;
  return code !== 'may_contradict' || numbersOf(a) === numbersOf(b);
}

/** The numbers that tell what a clause is about from its like: "Erlang *26*". */
function numbersOf({ tokens }: Norm): string {
  const numbers = tokens.filter(({ role, quantity }) => role === 'agent' && quantity !== undefined);
  return numbers
    .map(({ stem }) => stem)
    .sort()
    .join(' ');
}

function capped(verdict: Verdict): Verdict {
  return { ...verdict, kind: 'uncertain', confidence: 'MED', isProposed: true };
}
