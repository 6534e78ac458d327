import { orgs } from '../schema.js';
import type { Db } from '../tenant.js';

/** Registers an organisation; nothing happens when it is known. */
export async function ensureOrg(db: Db, orgId: string): Promise<void> {
  await db.orm.insert(orgs).values({ orgId }).onConflictDoNothing();
}
