import type { Tenant } from '../../../core/scope.js';
import { pairKey, type ViolationAbout, type ViolationKind } from '../../../core/violation.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';
import type { RecordedAction } from '../lore/change-relations.js';
import { LIST_SIDES } from '../lore/change-sql.js';

/** What somebody suspects to be a violation. */
export interface NewSuspicion {
  id: string;
  kind: Extract<ViolationKind, 'contradiction'>;
  about: Extract<ViolationAbout, 'claim' | 'relation'>;
  sides: readonly string[];
  runId: string | null;
  detail: Readonly<Record<string, unknown>>;
}

/** A pair that is on record already, settled or not, stays what it is; one that ended by itself is suspected again. */
const SUSPECT = `
WITH opened AS (
  INSERT INTO violations AS v (org_id, project, id, kind, pair_key, severity, status, run_id, detected_at, sides, detail, about)
  VALUES ($1, $2, $3, $4, $5, 'warn', 'suspected', $6, clock_timestamp(), $7::uuid[], $8::json, $9)
  ON CONFLICT (org_id, project, kind, pair_key) DO UPDATE SET status = 'suspected', resolution = NULL, resolved_at = NULL,
    detected_at = excluded.detected_at, run_id = excluded.run_id, flagged = false, detail = excluded.detail
  WHERE v.status = 'resolved' AND v.resolution = 'gone'
  RETURNING id, sides
), ${LIST_SIDES('opened')}, action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, node_id, reason, detail, key_id)
  SELECT $1, $2, $10::uuid, clock_timestamp(), $11, $12, o.id, $13, $14::json, $15::uuid FROM opened o
)
SELECT id FROM opened`;

/** Puts a suspicion on record, and who has it; answers its id, or null where the pair is there already. */
export async function insertSuspicion(
  db: Db,
  tenant: Tenant,
  { id, kind, about, sides, runId, detail }: NewSuspicion,
  action: RecordedAction,
): Promise<string | null> {
  const values = [
    ...[tenant.orgId, tenant.project, id, kind, pairKey(...sides), runId, sides, toJson(detail), about],
    ...[action.id, action.who, action.action, action.reason, toJson(action.detail), action.keyId],
  ];
  const rows = await retried(db, () => db.run<{ id: string }>({ name: 'insert_suspicion', text: SUSPECT, values }));
  return rows[0]?.id ?? null;
}

/** The violation of a kind that is on record for a pair, whatever became of it. */
export async function idOfPair(
  db: Db,
  tenant: Tenant,
  kind: ViolationKind,
  sides: readonly string[],
): Promise<string | null> {
  const rows = await db.run<{ id: string }>({
    name: 'id_of_pair',
    text: 'SELECT v.id FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.kind = $3 AND v.pair_key = $4',
    values: [tenant.orgId, tenant.project, kind, pairKey(...sides)],
  });
  return rows[0]?.id ?? null;
}
