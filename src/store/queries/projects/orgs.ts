import type pg from 'pg';
import { orgs } from '../../schema.js';
import type { Db } from '../../tenant.js';

/** Registers an organisation; nothing happens when it is known. */
export async function ensureOrg(db: Db, orgId: string): Promise<void> {
  await db.orm.insert(orgs).values({ orgId }).onConflictDoNothing();
}

/** The ids of all organisations. The registry lies outside row-level security, so the connection needs no tenant. */
export async function listOrgs(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ org_id: string }>('SELECT org_id FROM orgs ORDER BY org_id');
  return rows.map((row) => row.org_id);
}
