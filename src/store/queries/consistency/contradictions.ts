import type { Tenant } from '../../../core/scope.js';
import { pairKey } from '../../../core/violation.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant, toJson } from '../../text.js';
import type { ClaimVersion, Dispute } from '../claims/commit-input.js';
import { CARRIED, CLOSE, LOCK_VERSION, SYSTEM_TIME, TAKE_HEADS } from '../claims/version-sql.js';
import { LIST_SIDES } from '../lore/change-sql.js';

/** With what the violation is to say of itself. */
export interface DetailedDispute extends Dispute {
  detail?: Readonly<Record<string, unknown>>;
}

/** A stored claim, and stored claims that it turned out to contradict, all at the versions compared. */
export interface ContradictionsInput {
  tenant: Tenant;
  claim: ClaimVersion;
  disputes: readonly DetailedDispute[];
  /** The run that found them, when it is one. */
  runId?: string | null | undefined;
}

/** A contradiction that was opened, and since when both sides are disputed. */
export interface OpenedContradiction {
  /** The other side. */
  id: string;
  violationId: string;
  systemFrom: string;
}

/**
 * $3 at version $4 contradicts $5 at versions $6: violations $7 with pair keys $8 and details $10, found by run $9. A pair that was opened before, even
 * if it is resolved by now, takes no part; one that was suspected is found to be one. As in COMMIT_AND_CHANGE the lock keys are taken before the rows.
 */
export const OPEN_CONTRADICTIONS = `
WITH pairs AS MATERIALIZED (
  SELECT p.* FROM unnest($5::uuid[], $6::timestamptz[], $7::uuid[], $8::text[], $10::text[])
    AS p (id, system_from, violation_id, pair_key, detail)
  LEFT JOIN LATERAL (
    SELECT true AS is_known FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.kind = 'contradiction'
      AND v.pair_key = p.pair_key AND v.status <> 'suspected' LIMIT 1
  ) v ON true
  WHERE v.is_known IS NULL
), named AS MATERIALIZED (
  SELECT id, system_from FROM pairs
  UNION
  SELECT $3::uuid, $4::timestamptz WHERE EXISTS (SELECT FROM pairs)
), wanted AS MATERIALIZED (
  SELECT DISTINCT key COLLATE "C" AS key, NULL::int8 AS seen
  FROM named n, LATERAL (
    SELECT lock_keys FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.system_from
      AND c.system_until IS NULL AND c.status = 'active'
    LIMIT 1
  ) c, unnest(c.lock_keys) AS key
), ${TAKE_HEADS}, open AS MATERIALIZED (
  SELECT c.* FROM (
    SELECT * FROM named WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted) ORDER BY id
  ) n CROSS JOIN LATERAL (${LOCK_VERSION}) c
), go AS MATERIALIZED (
  SELECT ${SYSTEM_TIME} AS at FROM open HAVING bool_or(open.id = $3) AND count(*) > 1
), closed AS (
  ${CLOSE()}
), next AS (
  INSERT INTO claims (${CARRIED}, system_from, status, is_disputed, disputed_with, superseded_by, decision_id)
  SELECT ${CARRIED}, system_until, status, true,
    disputed_with || CASE WHEN id = $3 THEN ARRAY(SELECT id FROM closed WHERE id <> $3 ORDER BY id) ELSE ARRAY[$3::uuid] END,
    superseded_by, decision_id
  FROM closed
), opened AS (
  INSERT INTO violations AS v (org_id, project, id, kind, pair_key, severity, run_id, detected_at, sides, detail, rule_id)
  SELECT $1, $2, p.violation_id, 'contradiction', p.pair_key, 'warn', $9::uuid, go.at, ARRAY[p.id, $3::uuid], p.detail::json,
    p.detail::json->>'code'
  FROM go, pairs p JOIN closed ON closed.id = p.id
  ON CONFLICT (org_id, project, kind, pair_key) DO UPDATE SET status = 'open', detected_at = excluded.detected_at,
    run_id = excluded.run_id, detail = excluded.detail, rule_id = excluded.rule_id, sides = excluded.sides, flagged = false
  WHERE v.status = 'suspected'
  RETURNING id, sides, sides[1] AS other, detected_at
), ${LIST_SIDES('opened')}
SELECT other AS id, id AS violation_id, detected_at::text AS system_from FROM opened ORDER BY other`;

interface Row {
  id: string;
  violation_id: string;
  system_from: string;
}

/**
 * Disputes claims that are both stored already: a new version of each side and one violation a pair, in one statement.
 * A side that is no longer active at the version seen is left alone, and so is a pair that was opened before: what is
 * not in the answer was not opened.
 */
export async function openContradictions(db: Db, input: ContradictionsInput): Promise<OpenedContradiction[]> {
  const { tenant, claim } = input;
  const disputes = input.disputes.filter(({ id }) => id !== claim.id);
  if (disputes.length === 0) return [];
  const values = [
    ...[tenant.orgId, tenant.project, claim.id, claim.systemFrom],
    ...[disputes.map(({ id }) => id), disputes.map(({ systemFrom }) => systemFrom)],
    ...[disputes.map(({ violationId }) => violationId), disputes.map(({ id }) => pairKey(id, claim.id))],
    input.runId ?? null,
    disputes.map(({ detail = {} }) => toJson(detail)),
  ];
  const rows = await retried(db, () => db.run<Row>({ text: OPEN_CONTRADICTIONS, values }));
  return rows.map(({ id, violation_id, system_from }) => ({
    ...{ id, violationId: violation_id, systemFrom: toInstant(system_from) },
  }));
}
