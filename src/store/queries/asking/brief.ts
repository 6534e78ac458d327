import type { ClaimKind } from '../../../core/claim.js';
import type { Unit } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** Claims that are looked through, the newest first. */
export const BRIEF_EXAMINED_MAX = 10_000;
/** Most claims that are counted as resting on one. */
const DEPENDENTS_MAX = 100;

/** What a brief says of a claim. */
export interface BriefClaim {
  id: string;
  kind: ClaimKind;
  statement: string;
  env: string | null;
  team: string | null;
  isDisputed: boolean;
  isUnguarded: boolean;
  dependsOn: string[];
  /** How many active claims rest on it directly, up to 100. */
  dependents: number;
}

/** Claims of kinds $3 that hold at the time $4 to $6, surely or perhaps, as believed at $7; null is now. */
const BRIEF = `
SELECT c.id, c.kind, left(c.statement, 400) AS statement, c.env, c.team, c.is_disputed AS "isDisputed",
  c.unguarded IS NOT NULL AS "isUnguarded", c.depends_on AS "dependsOn", d.dependents, c.examined
FROM (
  SELECT *, count(*) OVER ()::int AS examined FROM (
    SELECT c.id, c.kind, c.statement, c.env, c.team, c.is_disputed, c.unguarded, c.depends_on, c.valid_certain,
      c.valid_possible, c.valid_tail
    FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.status = 'active'
      AND CASE WHEN $7::timestamptz IS NULL THEN c.system_until IS NULL
        ELSE c.system_from <= $7 AND (c.system_until IS NULL OR c.system_until > $7) END
    ORDER BY c.id DESC LIMIT ${BRIEF_EXAMINED_MAX}
  ) newest
) c CROSS JOIN LATERAL (
  SELECT count(*)::int AS dependents FROM (
    SELECT FROM dependencies d WHERE d.org_id = $1 AND d.project = $2 AND d.depends_on = c.id LIMIT ${DEPENDENTS_MAX}
  ) resting
) d
WHERE c.kind = ANY ($3::text[])
  AND time_in_window(int8range($4, $5), $6, c.valid_certain, c.valid_possible, c.valid_tail) IS NOT FALSE
ORDER BY c.id DESC`;

/** The active claims of these kinds, newest first, and whether there may be more of them. */
export async function briefClaims(
  db: Db,
  tenant: Tenant,
  { kinds, atTime, knownAt }: { kinds: readonly ClaimKind[]; atTime: Unit; knownAt: string | null },
): Promise<{ claims: BriefClaim[]; isCut: boolean }> {
  const values = [tenant.orgId, tenant.project, kinds, atTime.start, atTime.end, atTime.isPoint === true, knownAt];
  const rows = await db.run<BriefClaim & { examined: number }>({ name: 'brief', text: BRIEF, values });
  return { claims: rows, isCut: (rows[0]?.examined ?? 0) >= BRIEF_EXAMINED_MAX };
}
