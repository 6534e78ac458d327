import type { ReasonKind } from '../../../core/claim.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';

/** What the record says of how a claim came and went. */
export interface Told {
  id: string;
  /** The decision that let it in; null of what was ingested. */
  decisionId: string | null;
  /** Of a supersede: why what it replaced no longer stands, where that was said, and what sort of replacement it was. */
  whyReplaced: string | null;
  reasonKind: ReasonKind | null;
  cancelled: { who: string; reason: string | null; at: string } | null;
}

interface Row extends Omit<Told, 'cancelled'> {
  cancelledBy: string | null;
  cancelledFor: string | null;
  cancelledAt: string | null;
}

/** $4 is a system time, or null. */
const TOLD = `
SELECT asked.id, d.id AS "decisionId", d.request->>'whyReplaced' AS "whyReplaced", d.request->>'reasonKind' AS "reasonKind",
  a.who AS "cancelledBy", a.reason AS "cancelledFor", a.at::text AS "cancelledAt"
FROM unnest($3::uuid[]) AS asked (id) LEFT JOIN LATERAL (
  SELECT d.id, d.request FROM decisions d
  WHERE d.org_id = $1 AND d.project = $2 AND d.claim_id = asked.id AND d.result = 'stored'
    AND ($4::timestamptz IS NULL OR d.made_at <= $4)
  ORDER BY d.made_at, d.id LIMIT 1
) d ON true LEFT JOIN LATERAL (
  SELECT a.who, a.reason, a.at FROM actions a
  WHERE a.org_id = $1 AND a.project = $2 AND a.claim_id = asked.id AND a.action = 'cancel'
    AND ($4::timestamptz IS NULL OR a.at <= $4)
  ORDER BY a.at DESC, a.id DESC LIMIT 1
) a ON true`;

/** What the record says of these claims, by their ids. */
export async function toldOf(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  knownAt: string | null,
): Promise<Map<string, Told>> {
  const values = [tenant.orgId, tenant.project, ids, knownAt];
  const rows = await db.run<Row>({ name: 'told_of', text: TOLD, values });
  return new Map(
    rows.map(({ cancelledBy, cancelledFor, cancelledAt, ...told }) => {
      const isCancelled = cancelledBy !== null && cancelledAt !== null;
      const cancelled = isCancelled ? { who: cancelledBy, reason: cancelledFor, at: toInstant(cancelledAt) } : null;
      return [told.id, { ...told, cancelled }];
    }),
  );
}
