import { getTableColumns } from 'drizzle-orm';
import type { StoredRelation } from '../../../core/lore.js';
import type { Tenant } from '../../../core/scope.js';
import { relations } from '../../schema.js';
import type { Db, Query } from '../../tenant.js';
import { askedValues, idsOf, mayHold } from '../records/record.js';
import { toRelation } from './relation-row.js';
import type { AboutFilter } from './relations.js';

const COLUMNS = Object.entries(getTableColumns(relations));
type Row = typeof relations.$inferSelect;

/** As the driver reads them by itself, but times as texts. */
const SELECTED = COLUMNS.map(([key, column]) => {
  const isTime = column.getSQLType().startsWith('timestamp');
  return `r.${column.name}${isTime ? '::text' : ''} AS "${key}"`;
}).join(', ');

function decoded(row: Record<string, unknown>): Row {
  const values = COLUMNS.map(([key, column]) => {
    const value = row[key] ?? null;
    return [key, value === null ? null : column.mapFromDriverValue(value as never)];
  });
  return Object.fromEntries(values) as Row;
}

/** How many are read of each end, for pages of up to so many. */
const STEPS = [51, 201];

export interface PageFilter extends Pick<AboutFilter, 'types' | 'knownAt' | 'atTime' | 'includesInactive' | 'after'> {
  limit: number;
}

/**
 * A page of the relations at either end of an entity, and of what was merged into it, oldest first: one statement, of
 * each end as many as the page holds, in the order of its index.
 */
export async function pageOfRelations(
  db: Db,
  tenant: Tenant,
  entity: string,
  filter: PageFilter,
): Promise<StoredRelation[]> {
  const rows = await db.run<Record<string, unknown>>(pageQuery(tenant, entity, filter));
  return rows.map((row) => toRelation(decoded(row)));
}

/** The statement, for a test of its plan. It has the branches of its filter only, each of which has a name. */
export function pageQuery(tenant: Tenant, entity: string, filter: PageFilter): Query {
  const { types, knownAt, atTime, includesInactive, after, limit } = filter;
  const values: unknown[] = [tenant.orgId, tenant.project, entity];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const then = knownAt === undefined ? null : `${parameter(knownAt)}::timestamptz`;
  const conditions = [
    'r.org_id = $1 AND r.project = $2',
    then === null
      ? 'r.system_until IS NULL'
      : `r.system_from <= ${then} AND (r.system_until IS NULL OR r.system_until > ${then})`,
    // In the words of the partial indexes, which a parameter would hide from the planner.
    ...(includesInactive ? [] : ["r.status = 'active'"]),
    ...(types === undefined ? [] : [`r.type = ANY (${parameter(types)}::text[])`]),
    ...(after === undefined ? [] : [`r.id > ${parameter(after)}::uuid`]),
    ...(atTime === undefined ? [] : [mayHold('r', ...askedParameters(askedValues(atTime), parameter))]),
  ].join(' AND ');
  // A number: of a parameter the planner takes it that a tenth of all is wanted. One of few, so that names are few.
  const most = STEPS.find((step) => step >= limit) ?? Math.trunc(limit);
  const page = `ORDER BY r.id LIMIT ${most}`;
  const text = `
WITH me AS MATERIALIZED (${idsOf('$3')}
)
SELECT ${SELECTED} FROM (
  SELECT DISTINCT ON (p.id) p.* FROM me CROSS JOIN LATERAL (
    (SELECT * FROM relations r WHERE ${conditions} AND r.from_id = me.id ${page})
    UNION ALL
    (SELECT * FROM relations r WHERE ${conditions} AND r.to_id = me.id AND r.to_id IS NOT NULL ${page})
  ) p ORDER BY p.id LIMIT ${parameter(limit)}
) r ORDER BY r.id`;
  const parts = [then && 'then', includesInactive && 'any', types && 'types', after && 'after', atTime && 'at', most];
  return { name: `relations_page_${parts.filter(Boolean).join('_')}`, text, values };
}

function askedParameters(
  [ticks, isPoint]: [string | null, boolean],
  parameter: (value: unknown) => string,
): [string, string] {
  return [parameter(ticks), parameter(isPoint)];
}
