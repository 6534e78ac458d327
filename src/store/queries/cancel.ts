import type { Claim } from '../../core/claim.js';
import type { Tenant } from '../../core/scope.js';
import { retried } from '../errors.js';
import type { Db } from '../tenant.js';
import { END_RELATIONS_OF_CLAIM } from './change-sql.js';
import { getClaim } from './claims.js';
import { CARRIED, CLOSE, RETURN_NEXT, TAKE_HEADS, UNLIST } from './commit-sql.js';

export interface CancelInput {
  tenant: Tenant;
  claimId: string;
  who: string;
  reason: string;
  /** The API key that is used; null for the bootstrap key. */
  keyId: string | null;
  /** Id of the row that puts this on the record. */
  actionId: string;
}

/** not_active: it was superseded or cancelled before; the claim as it is now. */
export type CancelOutcome = { outcome: 'cancelled' | 'not_active'; claim: Claim } | { outcome: 'not_found' };

const CANCEL = `
WITH wanted AS MATERIALIZED (
  SELECT DISTINCT unnest(c.lock_keys) COLLATE "C" AS key, NULL::int8 AS seen FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = $3 AND c.system_until IS NULL AND c.status = 'active'
), ${TAKE_HEADS}, open AS MATERIALIZED (
  SELECT c.org_id, c.project, c.id, c.system_from FROM claims c
  WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted)
    AND c.org_id = $1 AND c.project = $2 AND c.id = $3 AND c.system_until IS NULL AND c.status = 'active'
  FOR UPDATE
), go AS MATERIALIZED (
  SELECT greatest((SELECT max(changed_at) FROM heads), open.system_from + interval '1 microsecond',
    clock_timestamp()) AS at
  FROM open
), closed AS (
  ${CLOSE}
), next AS (
  INSERT INTO claims (${CARRIED}, system_from, status, is_disputed, disputed_with, superseded_by, decision_id)
  SELECT ${CARRIED}, system_until, 'cancelled', is_disputed, disputed_with, superseded_by, decision_id FROM closed
  ${RETURN_NEXT}
), ${UNLIST}, ${END_RELATIONS_OF_CLAIM('$3', 'retracted')}, action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, claim_id, reason, key_id)
  SELECT $1, $2, $4, go.at, $5, 'cancel', $3, $6, $7::uuid FROM go
)
SELECT 1 FROM go`;

/** A version that another write replaced while this one waited for it; the next try sees the newer one. */
const ATTEMPTS_MAX = 5;

/** Retracts a claim: closes its version and opens a cancelled one, in one statement. */
export async function cancelClaim(db: Db, input: CancelInput): Promise<CancelOutcome> {
  const { tenant, claimId, keyId } = input;
  const values = [tenant.orgId, tenant.project, claimId, input.actionId, input.who, input.reason, keyId];
  for (let attempt = 1; ; attempt += 1) {
    const rows = await retried(db, () => db.run({ text: CANCEL, values }));
    const claim = await getClaim(db, tenant, claimId);
    if (claim === null) return { outcome: 'not_found' };
    if (rows.length > 0) return { outcome: 'cancelled', claim };
    if (claim.status !== 'active' || attempt === ATTEMPTS_MAX) return { outcome: 'not_active', claim };
  }
}
