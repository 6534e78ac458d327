import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Claim } from '../../../core/claim.js';
import type { Reading } from '../../../core/norm.js';
import type { Tenant } from '../../../core/scope.js';
import { oneOf } from '../../columns.js';
import { retried } from '../../errors.js';
import { claims } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { storedKey, toInstant, toJson } from '../../text.js';
import { CLAIM_COLUMNS, toClaim } from './claim-row.js';
import type { ClaimVersion } from './commit-input.js';
import { CLOSE, LOCK_VERSION, SAID, SYSTEM_TIME, TAKE_HEADS } from './version-sql.js';

/** A claim that may be read again. */
export interface Rereadable {
  claim: Claim;
  /** When it was first stored with these words and this beginning: ISO 8601. */
  toldAt: string;
  lockKeys: readonly string[];
  recallKeys: readonly string[];
}

export interface RereadInput {
  tenant: Tenant;
  claim: ClaimVersion;
  reading: Reading;
  lockKeys: readonly string[];
  recallKeys: readonly string[];
}

/** An active claim with what its reading depends on, or null. */
export async function rereadable(db: Db, tenant: Tenant, id: string): Promise<Rereadable | null> {
  const [found] = await selectActive(db, tenant, [id]);
  return found ?? null;
}

/** Claims in the order of their ids, of which only those are shown that an older normalizer read. */
export interface OlderClaims {
  items: Rereadable[];
  /** The last claim that was looked at, shown or not; null when there was none. */
  last: string | null;
}

/** Of so many active claims after an id, those that an older normalizer read. What nobody could read is left out. */
export async function readBefore(
  db: Db,
  tenant: Tenant,
  { normVersion, after, limit }: { normVersion: number; after: string; limit: number },
): Promise<OlderClaims> {
  const rows = await db.run<{ id: string; is_older: boolean }>({
    name: 'read_before',
    text: `SELECT c.id, c.norm_version < $4 AND c.normalizer_state = 'read' AS is_older FROM claims c
      WHERE c.org_id = $1 AND c.project = $2 AND c.system_until IS NULL AND c.status = 'active' AND c.id > $3::uuid
      ORDER BY c.id LIMIT $5`,
    values: [tenant.orgId, tenant.project, after, normVersion, limit],
  });
  const older = rows.filter(({ is_older }) => is_older).map(({ id }) => id);
  return { items: older.length > 0 ? await selectActive(db, tenant, older) : [], last: rows.at(-1)?.id ?? null };
}

async function selectActive(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Rereadable[]> {
  // With its table by name: of a column of the only table that is read from, the builder writes the last part only.
  const toldAt = sql<string>`(SELECT min(told.system_from)::text FROM claims told
    WHERE told.org_id = claims.org_id AND told.project = claims.project AND told.id = claims.id
      AND told.statement = claims.statement AND told.valid_from IS NOT DISTINCT FROM claims.valid_from)`;
  const isActive = and(isNull(claims.systemUntil), sql`${claims.status} = 'active'`);
  const rows = await db.orm
    .select({ ...CLAIM_COLUMNS, toldAt, lockKeys: claims.lockKeys, recallKeys: claims.recallKeys })
    .from(claims)
    .where(and(eq(claims.orgId, tenant.orgId), eq(claims.project, tenant.project), isActive, oneOf(claims.id, ids)))
    .orderBy(asc(claims.id));
  return rows.map((row) => {
    const { lockKeys, recallKeys } = row;
    return { claim: toClaim(row), toldAt: toInstant(row.toldAt), lockKeys, recallKeys };
  });
}

/**
 * $3 at version $4 gets the reading $7 with lock keys $5 and recall keys $6. As in COMMIT_AND_CHANGE the lock keys, old
 * and new, are taken before the row, so a writer that saw the claim under the old ones, or not at all, decides again.
 */
export const REREAD = `
WITH wanted AS MATERIALIZED (
  SELECT DISTINCT key COLLATE "C" AS key, NULL::int8 AS seen FROM (
    SELECT unnest(c.lock_keys) AS key FROM (
      SELECT lock_keys FROM claims c
      WHERE c.org_id = $1 AND c.project = $2 AND c.id = $3 AND c.system_from = $4::timestamptz LIMIT 1
    ) c
    UNION ALL
    SELECT unnest($5::text[])
  ) k
), ${TAKE_HEADS}, open AS MATERIALIZED (
  SELECT c.* FROM (
    SELECT $3::uuid AS id, $4::timestamptz AS system_from
    WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted)
  ) n CROSS JOIN LATERAL (${LOCK_VERSION}) c
), go AS MATERIALIZED (
  SELECT ${SYSTEM_TIME} AS at FROM open HAVING count(*) = 1
), closed AS (
  ${CLOSE()}
), next AS (
  INSERT INTO claims (${SAID}, valid_until, valid_certain, valid_possible, valid_tail, status, is_disputed, disputed_with,
    superseded_by, decision_id, system_from, reading, norm_version, normalizer_state, lock_keys, recall_keys, guarded,
    unguarded)
  SELECT ${SAID}, valid_until, valid_certain, valid_possible, valid_tail, status, is_disputed, disputed_with,
    superseded_by, decision_id, system_until, $7::json, $8, $9, $5::text[], $6::text[],
    guarded OR (unguarded = 'failed_open' AND $9 = 'read') IS TRUE,
    CASE WHEN $9 = 'read' AND unguarded = 'failed_open' THEN NULL ELSE unguarded END
  FROM closed
), unlisted AS (
  DELETE FROM recall_keys r USING (
    SELECT org_id, project, id, unnest(lock_keys || recall_keys) AS key FROM closed
  ) k
  WHERE r.org_id = k.org_id AND r.project = k.project AND r.key = k.key AND r.claim_id = k.id
    AND k.key <> ALL ($5::text[] || $6::text[])
), listed AS (
  INSERT INTO recall_keys (org_id, project, key, claim_id, size)
  SELECT org_id, project, key, id, octet_length(statement) FROM closed, unnest($5::text[] || $6::text[]) AS key
  ON CONFLICT DO NOTHING
), job AS (
  INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
  SELECT org_id, project, 'recheck', id, clock_timestamp(), clock_timestamp() FROM closed
  ON CONFLICT (org_id, project, kind, claim_id) DO UPDATE SET attempts = 0, not_before = excluded.not_before
)
SELECT at::text AS system_from FROM go`;

/**
 * Stores another reading of a claim as a new version of it, under its new keys, and leaves a job to compare it, in one
 * statement. Answers whether it did: not when the version seen is no longer the open, active one.
 */
export async function storeReread(db: Db, { tenant, claim, reading, ...input }: RereadInput): Promise<boolean> {
  const { lockKeys, recallKeys } = storedKeys(input);
  const { normVersion, normalizerState } = reading;
  const values = [
    ...[tenant.orgId, tenant.project, claim.id, claim.systemFrom, lockKeys, recallKeys],
    ...[toJson(reading), normVersion, normalizerState],
  ];
  return (await retried(db, () => db.run({ name: 'reread', text: REREAD, values }))).length > 0;
}

/** Keys as they are stored: each once, and as a recall key only where it is no lock key. */
export function storedKeys(keys: Pick<Rereadable, 'lockKeys' | 'recallKeys'>): {
  lockKeys: string[];
  recallKeys: string[];
} {
  const lockKeys = [...new Set(keys.lockKeys.map(storedKey))];
  const recallKeys = [...new Set(keys.recallKeys.map(storedKey))].filter((key) => !lockKeys.includes(key));
  return { lockKeys, recallKeys };
}
