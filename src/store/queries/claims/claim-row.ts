import { getTableColumns, sql } from 'drizzle-orm';
import type { Claim } from '../../../core/claim.js';
import type { SourceKind } from '../../../core/source.js';
import { parseRange } from '../../columns.js';
import { claims } from '../../schema.js';
import { toInstant } from '../../text.js';
import { periodOf } from '../period-row.js';

/** What only the guard and the search look at is not read: its lists of keys are most of a row. */
const {
  words: _words,
  lockKeys: _lockKeys,
  recallKeys: _recallKeys,
  normVersion: _normVersion,
  normalizerState: _normalizerState,
  decisionId: _decisionId,
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
    isUnguarded: row.unguarded !== null,
    keyId: row.keyId,
    saidAt: row.saidAt,
    firstStoredAt: row.firstStoredAt,
    systemFrom: row.systemFrom,
    systemUntil: row.systemUntil,
  };
}

/** The same of the table `c`, as the driver reads it: pages of claims do without the query builder, which takes as long. */
export const LISTED_COLUMNS = `c.id, c.statement, c.kind, c.status, c.who, c.reason, c.source, c.entity, c.tags, c.env, c.team,
  c.valid_from AS "validFrom", c.valid_until AS "validUntil", c.valid_certain AS "validCertain",
  c.valid_possible AS "validPossible", c.valid_tail AS "validTail", c.reading, c.is_disputed AS "isDisputed",
  c.disputed_with AS "disputedWith", c.superseded_by AS "supersededBy", c.supersedes, c.depends_on AS "dependsOn", c.guarded,
  c.unguarded, c.key_id AS "keyId", c.source_id AS "sourceId", c.said_at::text AS "saidAt", c.system_from::text AS "systemFrom",
  c.system_until::text AS "systemUntil", (
    SELECT min(f.system_from) FROM claims f WHERE f.org_id = c.org_id AND f.project = c.project AND f.id = c.id
  )::text AS "firstStoredAt", (
    SELECT s.kind FROM lore_sources s WHERE s.org_id = c.org_id AND s.project = c.project AND s.id = c.source_id
  ) AS "sourceKind"`;

/** What stands in LISTED_COLUMNS as Postgres prints it. */
interface Printed {
  validCertain: string;
  validPossible: string;
  validTail: string;
  saidAt: string;
  systemFrom: string;
  systemUntil: string | null;
  firstStoredAt: string;
}

export type ListedClaim = Omit<ClaimRow, keyof Printed> & Printed;

export function listedClaim(row: ListedClaim): Claim {
  const { saidAt, systemFrom, systemUntil, firstStoredAt } = row;
  const decoded = {
    validCertain: parseRange(row.validCertain),
    validPossible: parseRange(row.validPossible),
    validTail: Number(row.validTail),
    saidAt: toInstant(saidAt),
    systemFrom: toInstant(systemFrom),
    systemUntil: systemUntil === null ? null : toInstant(systemUntil),
    firstStoredAt: toInstant(firstStoredAt),
  };
  return toClaim(Object.assign(row as object, decoded) as ClaimRow);
}
