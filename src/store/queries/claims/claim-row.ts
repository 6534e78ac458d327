import { getTableColumns, sql } from 'drizzle-orm';
import type { Claim } from '../../../core/claim.js';
import type { SourceKind } from '../../../core/source.js';
import { claims } from '../../schema.js';
import { periodOf } from '../period-row.js';

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

/** The claim that a row is a version of; written out key by key, as `toRelation` is. */
export function toClaim(row: ClaimRow): Claim {
  const { sourceId, sourceKind } = row;
  return {
    id: row.id,
    statement: row.statement,
    kind: row.kind,
    status: row.status,
    who: row.who,
    reason: row.reason,
    source: row.source,
    entity: row.entity,
    tags: row.tags,
    scope: { env: row.env, team: row.team },
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    period: periodOf(row),
    reading: row.reading,
    isDisputed: row.isDisputed,
    disputedWith: row.disputedWith,
    supersededBy: row.supersededBy,
    loreSource: sourceId === null || sourceKind === null ? null : { id: sourceId, kind: sourceKind },
    supersedes: row.supersedes,
    dependsOn: row.dependsOn,
    guarded: row.guarded,
    keyId: row.keyId,
    saidAt: row.saidAt,
    firstStoredAt: row.firstStoredAt,
    systemFrom: row.systemFrom,
    systemUntil: row.systemUntil,
  };
}
