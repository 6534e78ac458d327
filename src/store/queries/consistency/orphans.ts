import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';

/** An orphan that is to be on record. */
export interface NewOrphan {
  id: string;
  entityId: string;
  reason: string;
}

/** What an orphan is unique by. */
export function orphanKey({ entityId, reason }: Pick<NewOrphan, 'entityId' | 'reason'>): string {
  return `${reason}|${entityId}`;
}

/** Opens orphans $3 to $6 of run $7. One that was over is open again; one that was dismissed stays so. */
const OPEN = `
WITH opened AS (
  INSERT INTO violations AS v (org_id, project, id, kind, pair_key, severity, run_id, detected_at, sides, detail, about, rule_id)
  SELECT $1, $2, n.id, 'orphan', n.pair_key, 'warn', $7::uuid, clock_timestamp(), ARRAY[n.entity_id],
    json_build_object('code', n.reason), 'entity', n.reason
  FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[]) AS n (id, pair_key, entity_id, reason) ORDER BY n.pair_key
  ON CONFLICT (org_id, project, kind, pair_key) DO UPDATE SET status = 'open', resolution = NULL, resolved_at = NULL,
    detected_at = excluded.detected_at, run_id = excluded.run_id, flagged = false
  WHERE v.status = 'resolved' AND v.resolution = 'gone'
  RETURNING id, sides
), side AS (
  INSERT INTO violation_sides (org_id, project, side_id, violation_id)
  SELECT $1, $2, sides[1], id FROM opened ON CONFLICT DO NOTHING
)
SELECT id FROM opened`;

/** Answers the ids of those that were opened. */
export async function openOrphans(
  db: Db,
  tenant: Tenant,
  orphans: readonly NewOrphan[],
  runId: string | null,
): Promise<string[]> {
  if (orphans.length === 0) return [];
  const lists = [
    ...[orphans.map(({ id }) => id), orphans.map(orphanKey)],
    ...[orphans.map(({ entityId }) => entityId), orphans.map(({ reason }) => reason)],
  ];
  const values = [tenant.orgId, tenant.project, ...lists, runId];
  const rows = await retried(db, () => db.run<{ id: string }>({ name: 'open_orphans', text: OPEN, values }));
  return rows.map(({ id }) => id);
}

/** An orphan on record, by what it is unique by. */
export interface KnownOrphan {
  id: string;
  pairKey: string;
}

/** All that are open. */
export async function knownOrphans(db: Db, tenant: Tenant): Promise<KnownOrphan[]> {
  const text = `SELECT v.id, v.pair_key AS "pairKey" FROM violations v
    WHERE v.org_id = $1 AND v.project = $2 AND v.kind = 'orphan' AND v.status = 'open'`;
  return db.run<KnownOrphan>({ text, values: [tenant.orgId, tenant.project] });
}

/** Closes violations whose cause is gone. */
export async function closeGone(db: Db, tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const text = `UPDATE violations v SET status = 'resolved', resolution = 'gone', resolved_at = clock_timestamp()
    FROM unnest($3::uuid[]) AS g (id) WHERE v.org_id = $1 AND v.project = $2 AND v.id = g.id AND v.status = 'open'`;
  await retried(db, () => db.run({ text, values: [tenant.orgId, tenant.project, ids] }));
}

/** What relations are or were between, each once. */
export async function endsOfRelations(db: Db, tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.run<{ id: string }>({
    name: 'ends_of_relations',
    text: `SELECT DISTINCT unnest(ARRAY[r.from_id, r.to_id]) AS id FROM unnest($3::uuid[]) AS n (id) CROSS JOIN LATERAL (
        SELECT r.from_id, r.to_id FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.id = n.id LIMIT 1
      ) r`,
    values: [tenant.orgId, tenant.project, ids],
  });
  return rows.flatMap(({ id }) => id ?? []);
}

/** Ids of all relations that claims say or said. */
export async function relationsOfClaims(db: Db, tenant: Tenant, claimIds: readonly string[]): Promise<string[]> {
  if (claimIds.length === 0) return [];
  const rows = await db.run<{ id: string }>({
    name: 'relations_of_claims',
    text: `SELECT DISTINCT r.id FROM unnest($3::uuid[]) AS c (id) CROSS JOIN LATERAL (
        SELECT r.id FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.claim_id = c.id
      ) r`,
    values: [tenant.orgId, tenant.project, claimIds],
  });
  return rows.map(({ id }) => id);
}
