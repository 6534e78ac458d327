import { and, eq, gt, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Claim } from '../../../core/claim.js';
import type { Tenant } from '../../../core/scope.js';
import { oneOf } from '../../columns.js';
import { claims } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { CLAIM_COLUMNS, toClaim } from './claim-row.js';
import { dependentIds } from './dependents-sql.js';

/** The version of a claim that is believed now, or that was believed at `knownAt` (ISO 8601); null when none. */
export async function getClaim(
  db: Db,
  tenant: Tenant,
  id: string,
  options: { knownAt?: string | undefined } = {},
): Promise<Claim | null> {
  const [row] = await db.orm
    .select(CLAIM_COLUMNS)
    .from(claims)
    .where(and(inTenant(tenant), eq(claims.id, id), believedAt(options.knownAt)));
  return row === undefined ? null : toClaim(row);
}

/** The same, and the ids of the active claims that rest on it directly, newest first; at most 200. */
export async function getClaimInUse(
  db: Db,
  tenant: Tenant,
  id: string,
  knownAt: string | undefined,
): Promise<{ claim: Claim; dependents: string[] } | null> {
  const asked = { ...tenant, id, knownAt };
  const { now, known } = inUse.get(db.orm) ?? inUseOn(db.orm);
  const [row] = await (knownAt === undefined ? now : known).execute(asked);
  return row === undefined ? null : { claim: toClaim(row), dependents: row.dependents };
}

/** By connection: putting the statement together takes as long as all else that Node does for it. */
const inUse = new WeakMap<Db['orm'], ReturnType<typeof inUseOn>>();

function inUseOn(orm: Db['orm']) {
  const tenant = { orgId: sql.placeholder('orgId'), project: sql.placeholder('project') };
  const read = (name: string, knownAt?: Placeholder) =>
    orm
      .select({ ...CLAIM_COLUMNS, dependents: dependentIds(tenant, sql`claims.id`, knownAt) })
      .from(claims)
      .where(and(inTenant(tenant), eq(claims.id, sql.placeholder('id')), believedAt(knownAt)))
      .prepare(name);
  const statements = { now: read('claim_in_use'), known: read('claim_known_in_use', sql.placeholder('knownAt')) };
  inUse.set(orm, statements);
  return statements;
}

/** The current versions of the claims of these ids, or those of a system time; an id without one is left out. */
export async function getClaims(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  knownAt?: string | undefined,
): Promise<Claim[]> {
  if (ids.length === 0) return [];
  const rows = await db.orm
    .select(CLAIM_COLUMNS)
    .from(claims)
    .where(and(inTenant(tenant), oneOf(claims.id, ids), believedAt(knownAt)));
  return rows.map(toClaim);
}

/** These versions of claims; one that there isn't is left out. */
export async function getClaimVersions(
  db: Db,
  tenant: Tenant,
  versions: readonly Pick<Claim, 'id' | 'systemFrom'>[],
): Promise<Claim[]> {
  if (versions.length === 0) return [];
  const wanted = new Set(versions.map(({ id, systemFrom }) => `${id} ${systemFrom}`));
  const ids = [...new Set(versions.map(({ id }) => id))];
  const times = [...new Set(versions.map(({ systemFrom }) => systemFrom))];
  const rows = await db.orm
    .select(CLAIM_COLUMNS)
    .from(claims)
    .where(and(inTenant(tenant), oneOf(claims.id, ids), oneOf(claims.systemFrom, times)));
  return rows.map(toClaim).filter(({ id, systemFrom }) => wanted.has(`${id} ${systemFrom}`));
}

/** Every version of a claim, or those stored by a system time, oldest first; empty when there is no such claim. */
export async function listClaimVersions(
  db: Db,
  tenant: Tenant,
  id: string,
  knownAt?: string | undefined,
): Promise<Claim[]> {
  const rows = await db.orm
    .select(CLAIM_COLUMNS)
    .from(claims)
    .where(
      and(inTenant(tenant), eq(claims.id, id), knownAt === undefined ? undefined : lte(claims.systemFrom, knownAt)),
    )
    .orderBy(claims.systemFrom);
  return rows.map(toClaim);
}

const LINEAGE_MAX = 200;

/**
 * The supersession line of a claim, itself included: the current versions of all that it replaced and of all that
 * replaced it, directly or over others, oldest first; or those of a system time. At most 200.
 */
export async function listLineage(db: Db, tenant: Tenant, id: string, knownAt?: string | undefined): Promise<Claim[]> {
  const ids = await db.run<{ id: string }>({
    name: 'list_lineage',
    text: `WITH RECURSIVE before AS (
        SELECT $3::uuid AS id
        UNION
        SELECT older FROM before JOIN claims c
          ON c.org_id = $1 AND c.project = $2 AND c.id = before.id AND c.system_until IS NULL,
          unnest(c.supersedes) AS older
      ), after AS (
        SELECT $3::uuid AS id
        UNION
        SELECT c.superseded_by FROM after JOIN claims c
          ON c.org_id = $1 AND c.project = $2 AND c.id = after.id AND c.system_until IS NULL
        WHERE c.superseded_by IS NOT NULL
      )
      SELECT id FROM before UNION SELECT id FROM after LIMIT ${LINEAGE_MAX}`,
    values: [tenant.orgId, tenant.project, id],
  });
  const line = await getClaims(
    db,
    tenant,
    ids.map((row) => row.id),
    knownAt,
  );
  return line.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Of this tenant. */
export function inTenant(tenant: Record<keyof Tenant, string | Placeholder>): SQL | undefined {
  return and(eq(claims.orgId, tenant.orgId), eq(claims.project, tenant.project));
}

/** The versions that are believed now, or that were believed at `knownAt` (ISO 8601). */
export function believedAt(knownAt: string | Placeholder | undefined): SQL | undefined {
  if (knownAt === undefined) return isNull(claims.systemUntil);
  return and(lte(claims.systemFrom, knownAt), or(isNull(claims.systemUntil), gt(claims.systemUntil, knownAt)));
}
