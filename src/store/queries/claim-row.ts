import type { Claim } from '../../core/claim.js';
import type { claims } from '../schema.js';
import { periodOf } from './period-row.js';

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
  return {
    ...{ id, statement, kind, status, who, reason, source, entity, tags, scope: { env, team }, validFrom, validUntil },
    ...{ period: periodOf(row), reading, isDisputed, disputedWith, supersededBy },
    ...{ supersedes, dependsOn, guarded, keyId, saidAt, systemFrom, systemUntil },
  };
}
