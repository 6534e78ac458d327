import { and, desc, eq, gte, ilike, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Claim, ClaimKind, ClaimStatus } from '../../../core/claim.js';
import type { Unit } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import { claims } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { cursorId, cursorOf, type Page, pageOf } from '../cursor.js';
import { mayHold } from '../period-row.js';
import { CLAIM_COLUMNS, toClaim } from './claim-row.js';
import { believedAt, inTenant } from './claims.js';

/** Most claims that one page looks at, the newest first: the bound that keeps a filter that few pass from costing more. */
export const EXAMINED_MAX = 5000;

export interface ClaimFilter {
  status?: ClaimStatus | undefined;
  kind?: ClaimKind | undefined;
  isDisputed?: boolean | undefined;
  guarded?: boolean | undefined;
  /** What it is about, as it was written, in any case. */
  entity?: string | undefined;
  source?: string | undefined;
  /** Id of the registered source that `source` names. */
  sourceId?: string | undefined;
  who?: string | undefined;
  tag?: string | undefined;
  /** Exactly this environment or team; claims that hold everywhere are not meant. */
  env?: string | undefined;
  team?: string | undefined;
  /** Part of the statement, in any case. */
  q?: string | undefined;
  /** A time at some point of which the claim certainly or possibly holds. */
  atTime?: Unit | undefined;
  /** ISO 8601: the versions that the store believed then; default now. */
  knownAt?: string | undefined;
  /** Most items of a page. */
  limit: number;
  cursor?: string | undefined;
}

/**
 * Claims by filter, newest first. The order is that of the ids, so a page never shifts while claims are written. A page
 * that ends at the bound holds fewer claims than it may, perhaps none, and its cursor goes on from there.
 */
export async function listClaims(db: Db, tenant: Tenant, filter: ClaimFilter): Promise<Page<Claim>> {
  const [bound] = isFilled(filter) ? [] : await boundOf(db, tenant, filter);
  const rows = await pageQuery(db, tenant, filter, bound?.id);
  const page = pageOf(rows.map(toClaim), filter.limit);
  return bound === undefined || page.nextCursor !== null ? page : { ...page, nextCursor: cursorOf(bound.id) };
}

/** Whether every claim that a page looks at passes, as at most its status is asked about, so that it needs no bound. */
function isFilled({ status: _status, limit: _limit, cursor: _cursor, ...others }: ClaimFilter): boolean {
  return Object.values(others).every((value) => value === undefined);
}

/** The last of the claims that a page looks at; none when it may look at all that are left. */
export function boundOf(db: Db, tenant: Tenant, filter: ClaimFilter) {
  const { cursor, status, knownAt } = filter;
  const isIndexed = knownAt === undefined;
  return db.orm
    .select({ id: claims.id })
    .from(claims)
    .where(
      and(
        inTenant(tenant),
        isNull(claims.systemUntil),
        ...(isIndexed ? [ofStatus(status), ...leads(filter)] : []),
        before(cursor),
      ),
    )
    .orderBy(...inOrder(filter))
    .offset(EXAMINED_MAX - 1)
    .limit(1);
}

/** The claims that pass the filter down to the bound, one more than fit on the page. */
export function pageQuery(db: Db, tenant: Tenant, filter: ClaimFilter, bound: string | undefined) {
  const within = bound === undefined ? undefined : gte(claims.id, bound);
  return db.orm
    .select(CLAIM_COLUMNS)
    .from(claims)
    .where(and(inTenant(tenant), believedAt(filter.knownAt), within, ...conditions(filter)))
    .orderBy(...inOrder(filter))
    .limit(filter.limit + 1);
}

/** Active ones in the words of the partial index, which a parameter would hide from the planner. */
function ofStatus(status: ClaimStatus | undefined): SQL | undefined {
  if (status === undefined) return undefined;
  if (status === 'active') return sql`${claims.status} = 'active'`;
  return sql`${claims.status} = ${status} AND ${claims.status} <> 'active'`;
}

/**
 * What has an index of its own, so that a page looks at nothing else. An author is no less and no more than the name, and
 * `inOrder` names it: of what equals a parameter the planner takes it that all of a project with one author does.
 */
function leads({ isDisputed, entity, source, sourceId, who }: ClaimFilter): (SQL | undefined)[] {
  return [
    isDisputed === true ? sql`${claims.isDisputed}` : undefined,
    who === undefined ? undefined : sql`${claims.who} >= ${who} AND ${claims.who} <= ${who}`,
    entity === undefined ? undefined : sql`lower(${claims.entity}) = lower(${entity}) AND ${claims.entity} IS NOT NULL`,
    source === undefined ? undefined : sql`${claims.source} = ${source} AND ${claims.source} IS NOT NULL`,
    sourceId === undefined ? undefined : sql`${claims.sourceId} = ${sourceId} AND ${claims.sourceId} IS NOT NULL`,
  ];
}

/** Newest first. */
function inOrder({ who, knownAt }: ClaimFilter): SQL[] {
  return who === undefined || knownAt !== undefined ? [desc(claims.id)] : [desc(claims.who), desc(claims.id)];
}

function before(cursor: string | undefined): SQL | undefined {
  return cursor === undefined ? undefined : lt(claims.id, cursorId(cursor));
}

function conditions(filter: ClaimFilter): (SQL | undefined)[] {
  const { status, kind, isDisputed, guarded, tag, env, team, q, atTime, cursor } = filter;
  return [
    ofStatus(status),
    ...leads(filter),
    isDisputed === false ? sql`NOT ${claims.isDisputed}` : undefined,
    guarded === undefined ? undefined : eq(claims.guarded, guarded),
    kind && eq(claims.kind, kind),
    tag === undefined ? undefined : sql`${tag} = ANY (${claims.tags})`,
    env === undefined ? undefined : eq(claims.env, env),
    team === undefined ? undefined : eq(claims.team, team),
    q === undefined ? undefined : ilike(claims.statement, `%${q.replace(/[\\%_]/g, '\\$&')}%`),
    atTime === undefined ? undefined : mayHold(atTime, claims),
    before(cursor),
  ].map((condition) => condition || undefined);
}
