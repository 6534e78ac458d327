import type { Claim } from '../../../core/claim.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { getClaims } from './claims.js';
import { DEPENDENTS_MAX } from './dependents-sql.js';

const dependentsIn = (table: string) => `
  (SELECT d.claim_id FROM ${table} d
  WHERE d.org_id = $1 AND d.project = $2 AND d.depends_on = asked.id
  ORDER BY d.claim_id DESC LIMIT ${DEPENDENTS_MAX})`;

/** The bound inside the LATERAL keeps the cost to the ids asked for, whatever else is stored. */
const findIn = (...tables: string[]) => `
SELECT DISTINCT hit.claim_id AS id
FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (${tables.map(dependentsIn).join(' UNION ')}) hit
ORDER BY id DESC LIMIT ${DEPENDENTS_MAX}`;

export const FIND_DEPENDENTS = findIn('dependencies');
const FIND_DEPENDENTS_THEN = findIn('dependencies', 'past_dependencies');

/**
 * The active claims that directly depend on any of these ids, newest first; or those that were active at a system time.
 * At most 200.
 */
export async function listDependents(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  knownAt?: string | undefined,
): Promise<Claim[]> {
  const values = [tenant.orgId, tenant.project, ids];
  const rows = await db.run<{ id: string }>(
    knownAt === undefined
      ? { name: 'find_dependents', text: FIND_DEPENDENTS, values }
      : { name: 'find_dependents_then', text: FIND_DEPENDENTS_THEN, values },
  );
  if (rows.length === 0) return [];
  const found = await getClaims(
    db,
    tenant,
    rows.map(({ id }) => id),
    knownAt,
  );
  // One of them may have been closed since the index was read.
  return found.filter(({ status }) => status === 'active').sort((a, b) => (a.id < b.id ? 1 : -1));
}

export const FIND_MISSING = `
SELECT asked.id
FROM unnest($3::uuid[]) WITH ORDINALITY AS asked (id, place) LEFT JOIN LATERAL (
  SELECT true AS is_stored FROM claims c WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id LIMIT 1
) stored ON true
WHERE stored.is_stored IS NULL
ORDER BY asked.place`;

/** Those of these ids under which no claim was ever stored in this project, in their order. */
export async function missingClaims(db: Db, tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    name: 'find_missing',
    text: FIND_MISSING,
    values: [tenant.orgId, tenant.project, [...new Set(ids)]],
  });
  return rows.map(({ id }) => id);
}
