import { getTableColumns, sql } from 'drizzle-orm';
import type { Claim } from '../../core/claim.js';
import type { SourceKind } from '../../core/source.js';
import { claims } from '../schema.js';
import { periodOf } from './period-row.js';

/** What only the guard and the search look at is not read: its lists of keys are most of a row. */
const {
  words: _words,
  lockKeys: _lockKeys,
  recallKeys: _recallKeys,
  normVersion: _normVersion,
  normalizerState: _normalizerState,
  decisionId: _decisionId,
  unguarded: _unguarded,
  ...COLUMNS
} = getTableColumns(claims);

/** What is read of a version of a claim: of its row what a claim is, and when the first version was stored. */
export const CLAIM_COLUMNS = {
  ...COLUMNS,
  // With its table by name: of a column of the only table that is read from, the builder writes the last part only.
  firstStoredAt: sql<string>`(SELECT min(f.system_from) FROM claims f
    WHERE f.org_id = claims.org_id AND f.project = claims.project AND f.id = claims.id)`.mapWith(claims.systemFrom),
  /** How reliable its source is by now. */
  sourceKind: sql<SourceKind | null>`(SELECT s.kind FROM lore_sources s
    WHERE s.org_id = claims.org_id AND s.project = claims.project AND s.id = claims.source_id)`,
};

type ClaimRow = Pick<typeof claims.$inferSelect, keyof typeof COLUMNS> & {
  firstStoredAt: string;
  sourceKind: SourceKind | null;
};

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
    firstStoredAt,
    systemFrom,
    systemUntil,
    sourceId,
    sourceKind,
  } = row;
  const loreSource = sourceId === null || sourceKind === null ? null : { id: sourceId, kind: sourceKind };
  return {
    ...{ id, statement, kind, status, who, reason, source, entity, tags, scope: { env, team }, validFrom, validUntil },
    ...{ period: periodOf(row), reading, isDisputed, disputedWith, supersededBy },
    ...{ loreSource, supersedes, dependsOn, guarded, keyId, saidAt, firstStoredAt, systemFrom, systemUntil },
  };
}
