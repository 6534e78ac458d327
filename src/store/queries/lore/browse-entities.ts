import { nameKey } from '../../../core/name.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db, Query } from '../../tenant.js';
import { storedKey } from '../../text.js';

export interface BrowseFilter {
  type: string | null;
  /** How one of its names begins. */
  prefix: string | null;
  loreVerified: boolean | null;
  after: string | null;
  limit: number;
}

/** Names under a prefix that are looked at. */
const NAMES_MAX = 20_000;

/** Ids of a page of the entities that fit, oldest first; those that were merged are left out. */
export async function browseEntities(db: Db, tenant: Tenant, filter: BrowseFilter): Promise<string[]> {
  const rows = await db.run<{ id: string }>(filter.prefix === null ? listed(tenant, filter) : named(tenant, filter));
  return rows.map(({ id }) => id);
}

function listed(tenant: Tenant, filter: BrowseFilter): Query {
  const { values, conditions } = conditionsOf(tenant, filter);
  return { text: `SELECT e.id FROM entities e WHERE ${conditions.join(' AND ')} ORDER BY e.id LIMIT $3`, values };
}

/** The keys of names are in the order of their bytes, so those that begin alike are next to each other. */
function named(tenant: Tenant, filter: BrowseFilter): Query {
  const { values, conditions } = conditionsOf(tenant, filter);
  const key = storedKey(nameKey(filter.prefix ?? ''));
  const [from, until] = [values.push(key), values.push(`${key}\u{10FFFF}`)];
  const text = `SELECT e.id FROM (
      SELECT DISTINCT n.entity_id AS id FROM (
        SELECT s.entity_id FROM entity_names s WHERE s.org_id = $1 AND s.project = $2 AND s.key >= $${from} COLLATE "C"
          AND s.key < $${until} COLLATE "C" AND s.kind <> 'ref' LIMIT ${NAMES_MAX}
      ) n
    ) n CROSS JOIN LATERAL (
      SELECT * FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = n.id LIMIT 1
    ) e WHERE ${conditions.join(' AND ')} ORDER BY e.id LIMIT $3`;
  return { text, values };
}

function conditionsOf(tenant: Tenant, { type, loreVerified, after, limit }: BrowseFilter) {
  const values: unknown[] = [tenant.orgId, tenant.project, limit];
  const conditions = ['e.org_id = $1', 'e.project = $2', 'e.merged_into IS NULL'];
  if (type !== null) conditions.push(`e.type = $${values.push(type)}`);
  if (loreVerified !== null) conditions.push(loreVerified ? 'e.lore_verified' : 'NOT e.lore_verified');
  if (after !== null) conditions.push(`e.id > $${values.push(after)}`);
  return { values, conditions };
}
