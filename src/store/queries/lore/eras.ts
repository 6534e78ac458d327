import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** An era, by the keys of all its names. */
export interface NamedEra {
  id: string;
  name: string;
  keys: string[];
}

/** Most eras of a project that a sweep knows the span of. */
const ERAS_MAX = 10_000;

/** The eras of a project. */
export async function listEras(db: Db, tenant: Tenant): Promise<NamedEra[]> {
  return db.run<NamedEra>({
    name: 'list_eras',
    text: `SELECT e.id, e.name, ARRAY(
        SELECT n.key FROM entity_names n
        WHERE n.org_id = $1 AND n.project = $2 AND n.entity_id = e.id AND n.kind <> 'ref'
      ) AS keys
      FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.type = 'Era' AND e.merged_into IS NULL
      ORDER BY e.id LIMIT ${ERAS_MAX}`,
    values: [tenant.orgId, tenant.project],
  });
}
