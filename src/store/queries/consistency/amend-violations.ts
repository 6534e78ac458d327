import type { Tenant } from '../../../core/scope.js';
import type { Severity } from '../../../core/violation.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';
import type { RecordedAction } from '../lore/change-relations.js';
import { toViolation, VIOLATION_COLUMNS, type Violation } from './violations.js';

/** What a curator says of a violation that stays what it is. */
export interface Amendment {
  id: string;
  severity?: Severity;
  isAcknowledged?: true;
}

/** Amends a violation and puts that on the record, in one statement; null where there is none of that id. */
export async function amendViolation(
  db: Db,
  tenant: Tenant,
  { id, severity, isAcknowledged }: Amendment,
  action: RecordedAction,
): Promise<Violation | null> {
  const text = `WITH v AS (
      UPDATE violations v SET severity = coalesce($4, v.severity),
        acknowledged_at = CASE WHEN $5 THEN clock_timestamp() ELSE v.acknowledged_at END
      WHERE v.org_id = $1 AND v.project = $2 AND v.id = $3 RETURNING *
    ), action AS (
      INSERT INTO actions (org_id, project, id, at, who, action, node_id, reason, detail, key_id)
      SELECT $1, $2, $6::uuid, clock_timestamp(), $7, $8, v.id, $9, $10::json, $11::uuid FROM v
    )
    SELECT ${VIOLATION_COLUMNS} FROM v`;
  const { id: actionId, who, action: name, reason, detail, keyId } = action;
  const values = [
    ...[tenant.orgId, tenant.project, id, severity ?? null, isAcknowledged === true],
    ...[actionId, who, name, reason, toJson(detail), keyId],
  ];
  const rows = await retried(db, () => db.run<Violation>({ name: 'amend_violation', text, values }));
  return rows.map(toViolation)[0] ?? null;
}
