import type { ClaimStatus } from '../../core/claim.js';
import type { Tenant } from '../../core/scope.js';
import { retried } from '../errors.js';
import type { Db } from '../tenant.js';
import { toJson } from '../text.js';
import { actionRow, type RecordedAction, type SettledViolation } from './change-relations.js';
import { RECORD_ACTIONS, SETTLE_VIOLATIONS } from './change-sql.js';
import { BUMP_HEADS, CARRIED, CLOSE, RETURN_NEXT, SYSTEM_TIME, UNLIST } from './commit-sql.js';

/** The next version of a claim whose contradiction is settled. What is left out stays as it is. */
export interface SettledClaim {
  id: string;
  /** System time of the version that it takes the place of. */
  seen: string;
  status?: Exclude<ClaimStatus, 'erased'>;
  supersededBy?: string;
  /** All that it is disputed with from now on. */
  disputedWith: readonly string[];
}

/** $3 the next versions, $4 the violations that are settled, $5 the row on the record. */
const SETTLE = `
WITH change AS MATERIALIZED (
  SELECT * FROM json_to_recordset($3::json)
    AS n (id uuid, seen timestamptz, next text, superseded_by uuid, disputed_with uuid[])
), wanted AS MATERIALIZED (
  SELECT DISTINCT key COLLATE "C" AS key FROM change n, LATERAL (
    SELECT lock_keys FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.seen LIMIT 1
  ) c, unnest(c.lock_keys) AS key
), ${BUMP_HEADS}, open AS MATERIALIZED (
  SELECT c.* FROM (
    SELECT id, seen FROM change WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted) ORDER BY id
  ) n CROSS JOIN LATERAL (
    SELECT c.org_id, c.project, c.id, c.system_from FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.seen AND c.system_until IS NULL
      AND c.status <> 'erased'
    LIMIT 1 FOR UPDATE
  ) c
), go AS MATERIALIZED (
  SELECT ${SYSTEM_TIME} AS at FROM open HAVING count(*) = (SELECT count(*) FROM change)
), closed AS (
  ${CLOSE}
), next AS (
  INSERT INTO claims (${CARRIED}, system_from, status, is_disputed, disputed_with, superseded_by, decision_id)
  SELECT ${CARRIED.replaceAll(/\w+/g, 'c.$&')}, c.system_until, coalesce(n.next, c.status), cardinality(n.disputed_with) > 0,
    n.disputed_with, coalesce(n.superseded_by, c.superseded_by), c.decision_id
  FROM closed c JOIN change n USING (id)
  ${RETURN_NEXT}
), ${UNLIST}, ${SETTLE_VIOLATIONS('$4::json')}, ${RECORD_ACTIONS('$5::json')}
SELECT 1 FROM go`;

/** Settles contradictions between claims in one statement. False when a version is no longer the one seen. */
export async function settleClaims(
  db: Db,
  tenant: Tenant,
  claims: readonly SettledClaim[],
  settle: readonly SettledViolation[],
  action: RecordedAction,
): Promise<boolean> {
  const rows = claims.map(({ id, seen, status, supersededBy, disputedWith }) => {
    return { id, seen, next: status, superseded_by: supersededBy, disputed_with: disputedWith };
  });
  const values = [tenant.orgId, tenant.project, toJson(rows), toJson(settle), toJson([actionRow(action)])];
  return (await retried(db, () => db.run({ text: SETTLE, values }))).length > 0;
}
