import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { CARRIED, CLOSE, LOCK_VERSION, SYSTEM_TIME, TAKE_HEADS } from './version-sql.js';

/** $3 at version $4 gets a version that is guarded. As in COMMIT_AND_CHANGE the lock keys are taken before the row. */
const VOUCH = `
WITH wanted AS MATERIALIZED (
  SELECT DISTINCT key COLLATE "C" AS key, NULL::int8 AS seen FROM claims c, unnest(c.lock_keys) AS key
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = $3::uuid AND c.system_from = $4::timestamptz
    AND c.system_until IS NULL AND c.status = 'active'
), ${TAKE_HEADS}, named AS MATERIALIZED (
  SELECT $3::uuid AS id, $4::timestamptz AS system_from
  WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted)
), open AS MATERIALIZED (
  SELECT c.* FROM named n CROSS JOIN LATERAL (${LOCK_VERSION}) c
), go AS MATERIALIZED (
  SELECT ${SYSTEM_TIME} AS at FROM open HAVING count(*) = 1
), closed AS (
  ${CLOSE()}
), next AS (
  INSERT INTO claims (${CARRIED}, system_from, status, is_disputed, disputed_with, superseded_by, decision_id)
  SELECT ${CARRIED_GUARDED()}, system_until, status, is_disputed, disputed_with, superseded_by, decision_id FROM closed
), action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, claim_id, reason, key_id)
  SELECT $1, $2, $5::uuid, go.at, $6, 'vouch', $3::uuid, $7, $8::uuid FROM go
)
SELECT 1 FROM go`;

/** The columns of the next version, which is guarded whatever the one before was. */
function CARRIED_GUARDED(): string {
  return CARRIED.replace(/\bguarded\b/, 'true').replace(/\bunguarded\b/, 'NULL');
}

/** Who stands behind it, and why. */
export interface VouchAction {
  id: string;
  who: string;
  reason: string;
  keyId: string | null;
}

/** False when the claim is no longer at the version seen. */
export async function vouchForClaim(
  db: Db,
  { tenant, id, systemFrom }: { tenant: Tenant; id: string; systemFrom: string },
  action: VouchAction,
): Promise<boolean> {
  const values = [tenant.orgId, tenant.project, id, systemFrom, action.id, action.who, action.reason, action.keyId];
  return (await retried(db, () => db.run({ text: VOUCH, values }))).length > 0;
}
