import type { Claim } from '../../core/claim.js';
import type { Range } from '../../core/period.js';
import type { StoredRange } from '../columns.js';
import type { claims } from '../schema.js';

type ClaimRow = typeof claims.$inferSelect;

/** The claim that a row is a version of. */
export function toClaim(row: ClaimRow): Claim {
  const { id, statement, kind, status, who, reason, source, entity, tags, env, team, validFrom, validUntil, reading } =
    row;
  const {
    isDisputed,
    disputedWith,
    supersededBy,
    supersedes,
    dependsOn,
    guarded,
    keyId,
    saidAt,
    systemFrom,
    systemUntil,
  } = row;
  const possible = rangeOf(row.validPossible, { from: 0, until: 0 });
  const certain = rangeOf(row.validCertain, { from: possible.from ?? 0, until: possible.from ?? 0 });
  return {
    ...{ id, statement, kind, status, who, reason, source, entity, tags, scope: { env, team }, validFrom, validUntil },
    ...{ period: { certain, possible, tail: row.validTail }, reading, isDisputed, disputedWith, supersededBy },
    ...{ supersedes, dependsOn, guarded, keyId, saidAt, systemFrom, systemUntil },
  };
}

/** Postgres keeps no bounds of an empty range; `empty` gives it some again. */
function rangeOf(stored: StoredRange, empty: Range): Range {
  return stored === 'empty' ? empty : stored;
}
