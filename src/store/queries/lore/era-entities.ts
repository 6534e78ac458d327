import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** An era as the world knows it, with what it is a part of. */
export interface EraEntity {
  id: string;
  name: string;
  loreVerified: boolean;
  parents: string[];
}

const ERAS_MAX = 1000;

/** The eras of a project, oldest first. */
export async function listEraEntities(db: Db, tenant: Tenant): Promise<EraEntity[]> {
  return db.run<EraEntity>({
    name: 'list_era_entities',
    text: `SELECT e.id, e.name, e.lore_verified AS "loreVerified", ARRAY(
        SELECT r.to_id FROM relations r
        WHERE r.org_id = $1 AND r.project = $2 AND r.from_id = e.id AND r.type = 'PART_OF' AND r.system_until IS NULL
          AND r.status = 'active' AND NOT r.prophetic AND r.to_id IS NOT NULL
      ) AS parents
      FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.type = 'Era' AND e.merged_into IS NULL
      ORDER BY e.id LIMIT ${ERAS_MAX}`,
    values: [tenant.orgId, tenant.project],
  });
}
