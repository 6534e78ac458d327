import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Most claims that are named as resting on others. */
export const DEPENDENTS_MAX = 200;

/** SQL of the ids that `listDependents` finds of one claim. @param knownAt default: now */
export function dependentIds(
  tenant: Record<'orgId' | 'project', Placeholder>,
  id: SQLWrapper,
  knownAt: Placeholder | undefined,
): SQL<string[]> {
  const found = (table: string) => sql`(SELECT d.claim_id FROM ${sql.raw(table)} d
    WHERE d.org_id = ${tenant.orgId} AND d.project = ${tenant.project} AND d.depends_on = ${id}
    ORDER BY d.claim_id DESC LIMIT ${sql.raw(String(DEPENDENTS_MAX))})`;
  const now = found('dependencies');
  const tables = knownAt === undefined ? now : sql`${now} UNION ${found('past_dependencies')}`;
  const isBelieved =
    knownAt === undefined
      ? sql`c.system_until IS NULL`
      : sql`c.system_from <= ${knownAt} AND (c.system_until IS NULL OR c.system_until > ${knownAt})`;
  return sql<string[]>`ARRAY(SELECT hit.claim_id FROM (
    SELECT h.claim_id FROM (${tables}) h ORDER BY h.claim_id DESC LIMIT ${sql.raw(String(DEPENDENTS_MAX))}
  ) hit CROSS JOIN LATERAL (
    SELECT c.status FROM claims c WHERE c.org_id = ${tenant.orgId} AND c.project = ${tenant.project}
      AND c.id = hit.claim_id AND ${isBelieved} LIMIT 1
  ) c WHERE c.status = 'active' ORDER BY hit.claim_id DESC)`;
}
