import type { Calendar } from '../core/calendar.js';
import type { Claim } from '../core/claim.js';
import type { Conflict, Decision, RelationClash, ShownNorm, Warning } from '../core/decision.js';
import type { Range } from '../core/period.js';

/** Turns domain values into what an answer shows: ticks become dates, inner parts of a norm are left out. */

export function presentClaim(claim: Claim, calendar: Calendar) {
  const { reading, period: _period, ...shown } = claim;
  return {
    ...shown,
    ...presentNorms(
      reading.norms.map(({ tokens: _tokens, ...norm }) => norm),
      calendar,
    ),
    normalizerState: reading.normalizerState,
  };
}

/** Most norms that are shown of one statement: of hundreds an answer with many statements would be too large. */
const NORMS_SHOWN_MAX = 32;

/** The norms of the first clauses, and how many more there are. */
export function presentNorms(norms: readonly ShownNorm[], calendar: Calendar) {
  const shown = norms.slice(0, NORMS_SHOWN_MAX).map((norm) => presentNorm(norm, calendar));
  const left = norms.length - shown.length;
  return { norms: shown, ...(left === 0 ? {} : { normsLeftOut: left }) };
}

export function presentNorm({ period, relation, ...shown }: ShownNorm, calendar: Calendar) {
  const shownPeriod = presentRange(period.possible, calendar);
  if (relation === undefined) return { ...shown, period: shownPeriod };
  const { type, from, to, at, isProphecy = false } = relation;
  const when = presentRange((at ?? period).possible, calendar);
  return { ...shown, relation: { type, from, to, isProphecy, period: when }, period: shownPeriod };
}

/** A conflict, with or without its claim. */
export function presentShared<C extends Pick<Conflict, 'shared'>>(conflict: C, calendar: Calendar) {
  const { scope, period } = conflict.shared;
  return { ...conflict, shared: { scope, period: presentRange(period, calendar) } };
}

export function presentConflict({ relations, ...conflict }: Conflict, calendar: Calendar) {
  const shown = presentShared(conflict, calendar);
  return relations === undefined ? shown : { ...shown, relations: presentClash(relations, calendar) };
}

export function presentWarning({ relations, ...warning }: Warning, calendar: Calendar) {
  return relations === undefined ? warning : { ...warning, relations: presentClash(relations, calendar) };
}

function presentClash({ anachronism, ...clash }: RelationClash, calendar: Calendar) {
  if (anachronism === null) return { ...clash, anachronism };
  const { expected, actual, ...rest } = anachronism;
  const windows = { expected: presentRange(expected, calendar), actual: presentRange(actual, calendar) };
  return { ...clash, anachronism: { ...rest, ...windows } };
}

/** The parts of a decision that a check, a conflict and a stored decision all show. */
export function presentDecision(decision: Decision, calendar: Calendar) {
  return {
    tier: decision.tier,
    warnings: decision.warnings.map((warning) => presentWarning(warning, calendar)),
    conflictsTotal: decision.conflictsTotal,
    conflicts: decision.conflicts.map((conflict) => presentConflict(conflict, calendar)),
    ...presentNorms(decision.norms, calendar),
    duplicateOf: decision.duplicateOf,
  };
}

/** The dates between which something holds, in the canonical form of the calendar; null is open. */
export function presentRange(range: Range, calendar: Calendar): [string | null, string | null] {
  const format = (tick: number | null) => (tick === null ? null : calendar.format(tick));
  return [format(range.from), format(range.until)];
}
