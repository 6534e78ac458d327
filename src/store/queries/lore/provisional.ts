import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** An assignment to a row `e` of entities that somebody vouches for, or that is merged, from now on; clocks may go back. */
export const NO_LONGER_PROVISIONAL = `was_provisional = CASE WHEN e.lore_verified OR e.merged_into IS NOT NULL THEN e.was_provisional
    ELSE coalesce(e.was_provisional, '{}') + tstzmultirange(tstzrange(coalesce(e.provisional_since, e.created_at),
      greatest(coalesce(e.provisional_since, e.created_at), clock_timestamp()))) END`;

const NOW = 'e.merged_into IS NULL AND NOT e.lore_verified';

export interface ProvisionalFilter {
  /** ISO 8601: those that were provisional then; null is now. */
  knownAt: string | null;
  /** Only these; null: all. */
  ids: readonly string[] | null;
  after: string | null;
  limit: number;
}

/** Ids of a page of the entities that nobody vouches for, or vouched for at a system time, oldest first. */
export async function provisionalEntities(db: Db, tenant: Tenant, filter: ProvisionalFilter): Promise<string[]> {
  const { knownAt, ids, after, limit } = filter;
  const values = [tenant.orgId, tenant.project, limit, after, ids, ...(knownAt === null ? [] : [knownAt])];
  const page = (
    condition: string,
  ) => `(SELECT e.id FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND ${condition}
    AND ($4::uuid IS NULL OR e.id > $4) AND ($5::uuid[] IS NULL OR e.id = ANY ($5)) ORDER BY e.id LIMIT $3)`;
  const pages =
    knownAt === null
      ? [page(NOW)]
      : [
          page(`${NOW} AND coalesce(e.provisional_since, e.created_at) <= $6::timestamptz`),
          page('e.was_provisional IS NOT NULL AND e.was_provisional @> $6::timestamptz'),
        ];
  const text = `SELECT id FROM (${pages.join(' UNION ')}) e ORDER BY id LIMIT $3`;
  const name = knownAt === null ? 'provisional_entities' : 'provisional_entities_then';
  return (await db.run<{ id: string }>({ name, text, values })).map(({ id }) => id);
}
