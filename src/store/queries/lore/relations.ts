import { and, asc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { StoredRelation } from '../../../core/lore.js';
import type { Unit } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import { oneOf } from '../../columns.js';
import { relations } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { mayHold } from '../period-row.js';
import { toRelation } from './relation-row.js';

/** The versions of these relations that are believed now, or that were at `knownAt` (ISO 8601); one without is left out. */
export async function getRelations(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  knownAt?: string | undefined,
): Promise<StoredRelation[]> {
  if (ids.length === 0) return [];
  const rows = await db.orm
    .select()
    .from(relations)
    .where(and(inTenant(tenant), oneOf(relations.id, ids), believedAt(knownAt)));
  return rows.map(toRelation);
}

export async function getRelation(
  db: Db,
  tenant: Tenant,
  id: string,
  knownAt?: string | undefined,
): Promise<StoredRelation | null> {
  return (await getRelations(db, tenant, [id], knownAt))[0] ?? null;
}

/** The relations that a claim says, as they are believed now. */
export async function listRelationsOfClaim(db: Db, tenant: Tenant, claimId: string): Promise<StoredRelation[]> {
  const rows = await db.orm
    .select()
    .from(relations)
    .where(and(inTenant(tenant), eq(relations.claimId, claimId), believedAt(undefined)));
  return rows.map(toRelation);
}

/** Those of the claims that say relations which are there now. */
export async function tellingRelations(db: Db, tenant: Tenant, claimIds: readonly string[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    name: 'telling_relations',
    text: `SELECT told.id FROM unnest($3::uuid[]) AS told (id) CROSS JOIN LATERAL (
      SELECT 1 FROM relations r
      WHERE r.org_id = $1 AND r.project = $2 AND r.claim_id = told.id AND r.system_until IS NULL LIMIT 1
    ) r`,
    values: [tenant.orgId, tenant.project, claimIds],
  });
  return rows.map(({ id }) => id);
}

/** Every version of a relation, oldest first; empty when there is no such relation. */
export async function listRelationVersions(db: Db, tenant: Tenant, id: string): Promise<StoredRelation[]> {
  const rows = await db.orm
    .select()
    .from(relations)
    .where(and(inTenant(tenant), eq(relations.id, id)))
    .orderBy(asc(relations.systemFrom));
  return rows.map(toRelation);
}

/** These versions of relations; one that there isn't is left out. */
export async function getRelationVersions(
  db: Db,
  tenant: Tenant,
  versions: readonly Pick<StoredRelation, 'id' | 'systemFrom'>[],
): Promise<StoredRelation[]> {
  if (versions.length === 0) return [];
  const wanted = new Set(versions.map(({ id, systemFrom }) => `${id} ${systemFrom}`));
  const ids = [...new Set(versions.map(({ id }) => id))];
  const times = [...new Set(versions.map(({ systemFrom }) => systemFrom))];
  const rows = await db.orm
    .select()
    .from(relations)
    .where(and(inTenant(tenant), oneOf(relations.id, ids), oneOf(relations.systemFrom, times)));
  return rows.map(toRelation).filter(({ id, systemFrom }) => wanted.has(`${id} ${systemFrom}`));
}

/** When each of these relations was first stored, ISO 8601 with microseconds, by its id. */
export async function firstStored(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.run<{ id: string; at: string }>({
    name: 'relations_first_stored',
    text: `SELECT i.id, r.system_from::text AS at FROM unnest($3::uuid[]) AS i (id) CROSS JOIN LATERAL (
        SELECT r.system_from FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.id = i.id
        ORDER BY r.system_from LIMIT 1
      ) r`,
    values: [tenant.orgId, tenant.project, ids],
  });
  return new Map(rows.map(({ id, at }) => [id, toInstant(at)]));
}

export interface AboutFilter {
  /** Default: every type. */
  types?: readonly string[];
  /** Default: either end. */
  end?: 'from' | 'to';
  knownAt?: string | undefined;
  /** A time at some point of which the relation certainly or possibly holds. */
  atTime?: Unit | undefined;
  /** Default: active. */
  includesInactive?: true;
  /** Those after this id only, and so many; default: all. */
  after?: string | undefined;
  limit?: number;
}

/** The relations of entities, oldest first. */
export async function listRelationsOf(
  db: Db,
  tenant: Tenant,
  entityIds: readonly string[],
  filter: AboutFilter = {},
): Promise<StoredRelation[]> {
  if (entityIds.length === 0) return [];
  const { end, limit } = filter;
  const sides = [...(end === 'to' ? [] : [relations.fromId]), ...(end === 'from' ? [] : [relations.toId])];
  const found = new Map<string, StoredRelation>();
  // One by one, so that a page comes in the order of an index.
  for (const [side, id] of sides.flatMap((one) => entityIds.map((entity) => [one, entity] as const))) {
    for (const row of await atEnd(db, tenant, side, id, filter)) found.set(row.id, toRelation(row));
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

function atEnd(
  db: Db,
  tenant: Tenant,
  side: typeof relations.fromId | typeof relations.toId,
  entityId: string,
  { types, knownAt, atTime, includesInactive, after = BEFORE_ALL, limit }: AboutFilter,
) {
  const asked = db.orm
    .select()
    .from(relations)
    .where(
      and(
        ...[
          inTenant(tenant),
          eq(side, entityId),
          gt(relations.id, after),
          side === relations.toId ? isNotNull(side) : undefined,
          believedAt(knownAt),
        ],
        ...ofKind(types, includesInactive),
        atTime === undefined ? undefined : mayHold(atTime, relations),
      ),
    );
  // A number: of a parameter the planner takes it that a tenth of all is wanted.
  const most = limit === undefined ? sql`` : sql.raw(` LIMIT ${Math.trunc(limit)}`);
  return asked.orderBy(sql`${asc(relations.id)}${most}`);
}

function ofKind(types: readonly string[] | undefined, includesInactive: true | undefined): SQL[] {
  return [
    ...(types === undefined ? [] : [oneOf(relations.type, types)]),
    // In the words of the partial indexes, which a parameter would hide from the planner.
    ...(includesInactive ? [] : [sql`${relations.status} = 'active'`]),
  ];
}

function inTenant(tenant: Tenant): SQL | undefined {
  return and(eq(relations.orgId, tenant.orgId), eq(relations.project, tenant.project));
}

function believedAt(knownAt: string | undefined): SQL | undefined {
  if (knownAt === undefined) return isNull(relations.systemUntil);
  return and(lte(relations.systemFrom, knownAt), or(isNull(relations.systemUntil), gt(relations.systemUntil, knownAt)));
}
