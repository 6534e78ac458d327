import type { Calendar } from '../core/calendar.js';
import type { Claim } from '../core/claim.js';
import type {
  Conflict,
  Decision,
  RelationClash,
  Resolution,
  ShownNorm,
  ShownRelation,
  Warning,
} from '../core/decision.js';
import { shownNorms } from '../core/decision.js';
import { type StoryTime, storyTime, storyWindow } from '../core/story-time.js';
import type { Verdict } from '../core/verdict.js';

/** Turns domain values into what an answer shows: ticks become dates, inner parts of a norm are left out. */

/**
 * Written out key by key, as a page makes many: see store/queries/lore/relation-row.ts.
 * @param closed the closed claims that it rests on
 */
export function presentClaim(claim: Claim, calendar: Calendar, closed: readonly string[] = []) {
  const { reading, loreSource } = claim;
  const { validFrom, validUntil } = boundsOf(claim, calendar);
  const shown = {
    id: claim.id,
    statement: claim.statement,
    kind: claim.kind,
    status: claim.status,
    who: claim.who,
    reason: claim.reason,
    source: claim.source,
    entity: claim.entity,
    tags: claim.tags,
    scope: claim.scope,
    validFrom,
    validUntil,
    isDisputed: claim.isDisputed,
    disputedWith: claim.disputedWith,
    supersededBy: claim.supersededBy,
    supersedes: claim.supersedes,
    dependsOn: claim.dependsOn,
    guarded: claim.guarded,
    keyId: claim.keyId,
    saidAt: claim.saidAt,
    firstStoredAt: claim.firstStoredAt,
    systemFrom: claim.systemFrom,
    systemUntil: claim.systemUntil,
    loreSource: loreSource && { id: loreSource.id, reliability: loreSource.kind },
    ...presentNorms(shownNorms(reading), calendar),
    normalizerState: reading.normalizerState,
  };
  return closed.length > 0 ? { ...shown, unsupportedBy: closed } : shown;
}

interface Bounds<Date> {
  validFrom: Date | null;
  validUntil: Date | null;
}

/** The dates that bound a claim or a relation, as they were written. */
export function presentBounds({ validFrom, validUntil }: Bounds<string>, calendar: Calendar): Bounds<StoryTime> {
  return {
    validFrom: validFrom === null ? null : storyTime(validFrom, calendar),
    validUntil: validUntil === null ? null : storyTime(validUntil, calendar),
  };
}

/** The dates that bound a claim, as they were written, or where its own words say when it holds. */
function boundsOf(claim: Claim, calendar: Calendar): Bounds<StoryTime> {
  const written = presentBounds(claim, calendar);
  if (claim.reading.holds === undefined || (claim.validFrom !== null && claim.validUntil !== null)) return written;
  const { from, until } = storyWindow(claim.period.certain, calendar);
  return { validFrom: written.validFrom ?? from, validUntil: written.validUntil ?? until };
}

/** The slots that were compared, by name. */
export function presentSlots(
  slots: Verdict['slots'],
): Record<string, { stored: string | null; incoming: string | null }> {
  return Object.fromEntries(Object.entries(slots).map(([slot, [stored, incoming]]) => [slot, { stored, incoming }]));
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
  const shownPeriod = storyWindow(period.possible, calendar);
  if (relation === undefined) return { ...shown, period: shownPeriod };
  const { type, from, to, at, isProphecy = false } = relation;
  const when = storyWindow((at ?? period).possible, calendar);
  return { ...shown, relation: { type, from, to, isProphecy, period: when }, period: shownPeriod };
}

/** A conflict, with or without its claim. */
export function presentShared<C extends Pick<Conflict, 'shared' | 'slots'>>(conflict: C, calendar: Calendar) {
  const { scope, period } = conflict.shared;
  const shared = { scope, period: storyWindow(period, calendar) };
  return { ...conflict, shared, slots: presentSlots(conflict.slots) };
}

export function presentConflict({ relations, ...conflict }: Conflict, calendar: Calendar) {
  const shown = presentShared(conflict, calendar);
  return relations === undefined ? shown : { ...shown, relations: presentClash(relations, calendar) };
}

export function presentWarning({ relations, slots, ...warning }: Warning, calendar: Calendar) {
  const shown = { ...warning, slots: presentSlots(slots) };
  return relations === undefined ? shown : { ...shown, relations: presentClash(relations, calendar) };
}

/** The operation that each way out asks for, by its path. */
const OPERATIONS: Readonly<Record<string, string>> = {
  '/v1/remember': 'remember',
  '/v1/learn': 'learn',
  '/v1/supersede': 'supersede',
  '/v1/cancel': 'cancel',
  '/v1/lore/add-relation': 'add_relation',
  '/v1/lore/retcon': 'retcon',
};

/** A way out of a refusal, with the name of the operation. */
export function presentWay(way: Resolution) {
  return { operation: OPERATIONS[way.path ?? ''] ?? 'none', ...way };
}

/** A relation that a claim states. */
export function presentStated(relation: ShownRelation, calendar: Calendar) {
  return { ...relation, ...presentBounds(relation, calendar) };
}

function presentClash({ incoming, stored, anachronism, rule }: RelationClash, calendar: Calendar) {
  const sides = {
    incoming: presentStated(incoming, calendar),
    stored: stored.map((relation) => presentStated(relation, calendar)),
    ...(rule === undefined ? {} : { rule }),
  };
  if (anachronism === null) return { ...sides, anachronism };
  const { expected, actual, ...rest } = anachronism;
  const windows = { expected: storyWindow(expected, calendar), actual: storyWindow(actual, calendar) };
  return { ...sides, anachronism: { ...rest, ...windows } };
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
