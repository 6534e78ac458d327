import type { Candidate } from '../core/claim.js';
import type { Reading } from '../core/norm.js';
import { oncePer } from '../core/once-per.js';
import { overlap } from '../core/period.js';
import type { StoryClaim } from '../core/story-claim.js';
import type { StoryWords } from '../core/story-words.js';
import type { ReasonCode, Verdict } from '../core/verdict.js';
import { examining } from '../guard/pipeline.js';
import { beside } from './beside.js';
import { asSaidWithin } from './named.js';
import type { Tie } from './tie.js';

/** Of the persons of a clause the one who says it: "we", "our". */
const SPEAKER = 0;

/** The ties of a claim to others, by their ids. */
export type Ties = ReadonlyMap<string, Tie>;

/** Warnings of the guard that are about what is so, and not about how strictly, or how much of it is meant. */
const APART: ReadonlySet<ReasonCode> = new Set(['may_contradict', 'bound_differs']);

/** What may well be so beside each other, but tells of a turn where the former comes back: "returns JSON", "is enabled again". */
const TURNS: ReadonlySet<ReasonCode> = new Set(['value_uncertain', 'period_unsure']);

/**
 * Lays a claim beside others. It is compared across teams, as one thing said differently by two is what confuses most;
 * environment and valid time keep claims apart. Stops now and then, so that the caller can do something else meanwhile.
 */
export function* tying(claim: StoryClaim, others: readonly StoryClaim[], words: StoryWords): Generator<void, Ties> {
  const comparable = others.filter((other) => mayMeet(claim, other));
  const byId = new Map(comparable.map((other) => [other.id, other]));
  const { pairs } = yield* examining(acrossTeams(claim.reading), comparable.map(candidateOf), { isStored: true });
  const ties = new Map<string, Tie>();
  for (const { candidate, verdict } of pairs) {
    const other = byId.get(candidate.id);
    if (other === undefined) continue;
    const guards = tieOf(verdict) ?? (yield* tieWithin(claim, other));
    const tie = stronger(guards, beside(claim, other, words));
    if (tie !== null) ties.set(other.id, tie);
    yield;
  }
  return ties;
}

/** What two claims are to each other of which one names the scope that the other was said in: "auth rate limit". */
function* tieWithin(claim: StoryClaim, other: StoryClaim): Generator<void, Tie | null> {
  const mine = asSaidWithin(claim, other);
  const theirs = mine === null ? asSaidWithin(other, claim) : null;
  if (mine === null && theirs === null) return null;
  const candidate = candidateOf({ ...other, reading: theirs ?? other.reading });
  const { pairs } = yield* examining(acrossTeams(mine ?? claim.reading), [candidate], { isStored: true });
  const [pair] = pairs;
  return pair === undefined ? null : tieOf(pair.verdict);
}

/** What is left without its ground is so also where the guard sees the two apart. */
function stronger(guards: Tie | null, own: Tie | null): Tie | null {
  return own === 'left' ? own : (guards ?? own);
}

function tieOf({ kind, confidence, code }: Verdict): Tie | null {
  if (kind === 'duplicate' || (kind === 'refinement' && confidence === 'HIGH')) return 'same';
  if (kind === 'contradiction') return 'apart';
  if (TURNS.has(code)) return 'turn';
  return confidence === 'MED' && APART.has(code) ? 'apart' : null;
}

function mayMeet(a: StoryClaim, b: StoryClaim): boolean {
  const isSamePlace = a.scope.env === null || b.scope.env === null || a.scope.env === b.scope.env;
  return a.id !== b.id && isSamePlace && !areOfOthers(a, b) && overlap(a.period, b.period) !== 'false';
}

/** Of what two teams each call their own neither is about what the other is: "our language is Go". */
function areOfOthers(a: StoryClaim, b: StoryClaim): boolean {
  if (a.scope.team === null || b.scope.team === null || a.scope.team === b.scope.team) return false;
  return [a, b].every(({ reading }) => reading.norms.some(({ persons }) => persons?.includes(SPEAKER) === true));
}

function candidateOf(claim: StoryClaim): Candidate {
  const { id, systemFrom, statement, who, reading } = claim;
  return { id, systemFrom, statement, who, kind: 'fact', reason: null, reading: acrossTeams(reading) };
}

const acrossTeams = oncePer(
  (reading: Reading): Reading => ({
    ...reading,
    norms: reading.norms.map((norm) =>
      norm.scope.team === null ? norm : { ...norm, scope: { env: norm.scope.env, team: null } },
    ),
  }),
);
