import { checkSync, type Diagnostics } from 'recheck';
import type { Literal } from './expressions.js';

// Of its engines the one of plain JavaScript, so that no answer depends on the platform or on a Java that is installed.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/** What one regular expression may take to be judged. The slowest is printed, so that it is rewritten before a slow machine can't tell. */
const JUDGE_MS = 60_000;
const PROVED = { checker: 'automaton', timeout: JUDGE_MS } as const;
/** Steps are counted and none is timed: a busy machine would make every long text a slow one. The same seed each time. */
const SEARCHED = {
  checker: 'fuzz',
  timeout: JUDGE_MS,
  randomSeed: 0,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** How the steps of an expression grow with the text, at worst, or why nobody can say. */
export interface Judged extends Literal {
  isLinear: boolean;
  /** "linear", "2nd degree polynomial", "exponential", "unknown (timeout)". */
  growth: string;
  /** By its automaton; what looks around itself has none, and is tried with texts that might be slow. */
  isProved: boolean;
  /** A text that shows it, as an expression of JavaScript; null where it is linear or unknown. */
  attack: string | null;
  /** Milliseconds that it took to judge. */
  ms: number;
}

/** What can't be judged within the limits counts as not linear. */
export function judge(literal: Literal): Judged {
  const { pattern, flags } = literal;
  const startedAt = performance.now();
  const proved = checkSync(pattern, flags, PROVED);
  const isProved = proved.status !== 'unknown' || proved.error.kind !== 'unsupported';
  const verdict = isProved ? proved : checkSync(pattern, flags, SEARCHED);
  return {
    ...literal,
    isLinear: verdict.status === 'safe',
    growth: growthOf(verdict),
    isProved,
    attack: verdict.status === 'vulnerable' ? verdict.attack.pattern : null,
    ms: performance.now() - startedAt,
  };
}

function growthOf(verdict: Diagnostics): string {
  if (verdict.status === 'safe') return 'linear';
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : `unknown (${verdict.error.kind})`;
}
