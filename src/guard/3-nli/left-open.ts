import { JUDGED_PAIRS_MAX } from '../../core/judge.js';
import type { Reading } from '../../core/norm.js';
import { ALWAYS, overlap } from '../../core/period.js';
import { EVERYWHERE, scopesOverlap } from '../../core/scope.js';
import type { VerdictKind } from '../../core/verdict.js';
import { alikeness } from '../related.js';
import type { PairVerdict } from './gate.js';

/** Least share of words in common for which a judge is worth its price: one in twenty of what is contradicted lies below. */
export const ALIKE_FLOOR = 0.25;

/** Pairs on which the rules have not said what one statement is to the other. */
const LEFT_OPEN: ReadonlySet<VerdictKind> = new Set(['defer', 'unknown', 'consistent', 'incomparable']);

/** Pairs for a judge, the most alike first, and how many it is not asked about as they are too many or too little alike. */
export interface LeftOpen {
  pairs: PairVerdict[];
  leftOut: number;
}

/** What the rules leave open of a statement beside what is stored, for somebody who understands both. */
export function leftOpen(incoming: Reading, examined: readonly PairVerdict[]): LeftOpen {
  const open = examined.filter((pair) => isLeftOpen(pair) && mayMeet(incoming, pair.candidate.reading));
  const pairs = open
    .map((pair) => ({ pair, alike: alikeness(incoming, pair.candidate.reading) }))
    .filter(({ alike }) => alike >= ALIKE_FLOOR)
    .sort((a, b) => b.alike - a.alike || (a.pair.candidate.id < b.pair.candidate.id ? -1 : 1))
    .slice(0, JUDGED_PAIRS_MAX)
    .map(({ pair }) => pair);
  return { pairs, leftOut: open.length - pairs.length };
}

function isLeftOpen({ verdict: { kind, confidence }, isDenied }: PairVerdict): boolean {
  return isDenied !== true && LEFT_OPEN.has(kind) && confidence !== 'MED';
}

/** Whether any clauses of the two hold at one place and time. */
function mayMeet(a: Reading, b: Reading): boolean {
  const places = (reading: Reading) =>
    reading.norms.length === 0 ? [{ scope: EVERYWHERE, period: ALWAYS }] : reading.norms;
  return places(a).some((one) =>
    places(b).some((other) => scopesOverlap(one.scope, other.scope) && overlap(one.period, other.period) !== 'false'),
  );
}
