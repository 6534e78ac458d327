import { and, desc, eq, gt, ilike, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Claim, ClaimKind, ClaimStatus } from '../../core/claim.js';
import type { Tenant } from '../../core/scope.js';
import { claims } from '../schema.js';
import type { Db } from '../tenant.js';
import { toClaim } from './claim-row.js';
import { cursorId, type Page, pageOf } from './cursor.js';

export interface ClaimFilter {
  status?: ClaimStatus | undefined;
  kind?: ClaimKind | undefined;
  who?: string | undefined;
  tag?: string | undefined;
  /** Exactly this environment or team; claims that hold everywhere are not meant. */
  env?: string | undefined;
  team?: string | undefined;
  /** Part of the statement, in any case. */
  q?: string | undefined;
  /** Tick at which the claim certainly or possibly holds. */
  atTick?: number | undefined;
  /** ISO 8601: the versions that the store believed then; default now. */
  knownAt?: string | undefined;
  /** Most items of a page. */
  limit: number;
  cursor?: string | undefined;
}

/** The version of a claim that is believed now, or that was believed at `knownAt` (ISO 8601); null when none. */
export async function getClaim(
  db: Db,
  tenant: Tenant,
  id: string,
  options: { knownAt?: string | undefined } = {},
): Promise<Claim | null> {
  const [row] = await db.orm
    .select()
    .from(claims)
    .where(and(inTenant(tenant), eq(claims.id, id), believedAt(options.knownAt)));
  return row === undefined ? null : toClaim(row);
}

/** The current versions of the claims of these ids; an id without one is left out. */
export async function getClaims(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Claim[]> {
  const rows = await db.orm
    .select()
    .from(claims)
    .where(and(inTenant(tenant), inArray(claims.id, [...ids]), believedAt(undefined)));
  return rows.map(toClaim);
}

/** Every version of a claim, oldest first; empty when there is no such claim. */
export async function listClaimVersions(db: Db, tenant: Tenant, id: string): Promise<Claim[]> {
  const rows = await db.orm
    .select()
    .from(claims)
    .where(and(inTenant(tenant), eq(claims.id, id)))
    .orderBy(claims.systemFrom);
  return rows.map(toClaim);
}

const LINEAGE_MAX = 200;

/**
 * The supersession line of a claim, itself included: the current versions of all that it replaced and of all that
 * replaced it, directly or over others, oldest first. At most 200.
 */
export async function listLineage(db: Db, tenant: Tenant, id: string): Promise<Claim[]> {
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
  );
  return line.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Claims by filter, newest first. The order is that of the ids, so a page never shifts while claims are written. */
export async function listClaims(db: Db, tenant: Tenant, filter: ClaimFilter): Promise<Page<Claim>> {
  const rows = await db.orm
    .select()
    .from(claims)
    .where(and(inTenant(tenant), believedAt(filter.knownAt), ...conditions(filter)))
    .orderBy(desc(claims.id))
    .limit(filter.limit + 1);
  return pageOf(rows.map(toClaim), filter.limit);
}

function inTenant(tenant: Tenant): SQL | undefined {
  return and(eq(claims.orgId, tenant.orgId), eq(claims.project, tenant.project));
}

function believedAt(knownAt: string | undefined): SQL | undefined {
  if (knownAt === undefined) return isNull(claims.systemUntil);
  return and(lte(claims.systemFrom, knownAt), or(isNull(claims.systemUntil), gt(claims.systemUntil, knownAt)));
}

function conditions(filter: ClaimFilter): (SQL | undefined)[] {
  const { status, kind, who, tag, env, team, q, atTick, cursor } = filter;
  return [
    // In the words of the partial index, which a parameter would hide from the planner.
    status === 'active' ? sql`${claims.status} = 'active'` : status && eq(claims.status, status),
    kind && eq(claims.kind, kind),
    who === undefined ? undefined : eq(claims.who, who),
    tag === undefined ? undefined : sql`${tag} = ANY (${claims.tags})`,
    env === undefined ? undefined : eq(claims.env, env),
    team === undefined ? undefined : eq(claims.team, team),
    q === undefined ? undefined : ilike(claims.statement, `%${q.replace(/[\\%_]/g, '\\$&')}%`),
    atTick === undefined ? undefined : holdsAt(atTick),
    cursor === undefined ? undefined : lt(claims.id, cursorId(cursor)),
  ].map((condition) => condition || undefined);
}

/** As `holdsAt` of core/period.ts, where it isn't false: the last unit, the tail, is part of the window. */
function holdsAt(tick: number): SQL {
  const range = claims.validPossible;
  return sql`NOT isempty(${range}) AND coalesce(lower(${range}) <= ${tick}, true)
    AND coalesce(${tick} < upper(${range}) + ${claims.validTail}, true)`;
}
