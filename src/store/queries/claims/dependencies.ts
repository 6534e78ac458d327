import type { Claim, ClaimStatus } from '../../../core/claim.js';
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

export const FIND_SUPPORTS = `
SELECT asked.id, stored.status, stored.statement
FROM unnest($3::uuid[]) WITH ORDINALITY AS asked (id, place) LEFT JOIN LATERAL (
  SELECT c.status, c.statement FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id AND c.system_until IS NULL LIMIT 1
) stored ON true
WHERE stored.status IS DISTINCT FROM 'active'
ORDER BY asked.place`;

/** A claim that is named as a support and stands no longer; `status` is null where none was ever stored by this id. */
export interface LostSupport {
  id: string;
  status: ClaimStatus | null;
  statement: string | null;
}

/** Those of these ids under which no active claim is stored in this project, in their order. */
export async function lostSupports(db: Db, tenant: Tenant, ids: readonly string[]): Promise<LostSupport[]> {
  return db.run<{ id: string; status: ClaimStatus | null; statement: string | null }>({
    name: 'find_supports',
    text: FIND_SUPPORTS,
    values: [tenant.orgId, tenant.project, [...new Set(ids)]],
  });
}
