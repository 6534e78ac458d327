import type { Tier, WriteResult } from '../../core/decision.js';
import type { Tenant } from '../../core/scope.js';
import type { Db, Query } from '../tenant.js';
import { toInstant } from '../text.js';
import { cursorMoment, type Moment, momentCursor, type Page, pageByTime } from './cursor.js';

/** One line of the record: a decision of the guard, or what somebody did without one. */
export interface AuditEntry {
  /** Of the decision or the action. */
  id: string;
  /** ISO 8601 with microseconds. */
  at: string;
  who: string;
  /** The operation: remember, cancel, ingest … */
  action: string;
  /** What the guard answered; null where it was not asked. */
  result: WriteResult | null;
  claimId: string | null;
  /** The entity, relation, source or contradiction that it was about. */
  nodeId: string | null;
  reason: string | null;
  /** Of a decision. */
  tier: Tier | null;
  /** Of a supersede: why what it replaced no longer stands, where that was said. */
  whyReplaced: string | null;
  /** The API key that was used; null for the bootstrap key. */
  keyId: string | null;
}

export interface AuditFilter {
  who?: string | undefined;
  action?: string | undefined;
  claimId?: string | undefined;
  nodeId?: string | undefined;
  result?: WriteResult | undefined;
  tier?: Tier | undefined;
  /** Whether it was stored in spite of a conflict. */
  forced?: boolean | undefined;
  /** What the reason, or why something was replaced, has in it, whatever its case. */
  reason?: string | undefined;
  /** System time, ISO 8601: from this moment on, and before that one. */
  from?: string | undefined;
  until?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** What narrows the record, the most first, and the column that it narrows. */
const LEADS = [
  ['claimId', 'claim_id', 'uuid'],
  ['nodeId', 'node_id', 'uuid'],
  ['who', 'who', 'text'],
  ['action', 'action', 'text'],
] as const;

/** Most of the record that one page looks at, the newest first: so a filter that little passes costs no more. */
export const AUDIT_EXAMINED_MAX = 5000;

/** A statement that is put together, with the values of its parameters. */
class Draft {
  readonly values: unknown[];

  constructor({ orgId, project }: Tenant) {
    this.values = [orgId, project];
  }

  parameter(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }
}

/**
 * What a page looks at, and its order. The first filter leads: with the time behind it, it bounds the page on both sides
 * and orders it, which one index only can do, whatever the planner thinks of the tables.
 */
function examined(draft: Draft, filter: AuditFilter) {
  const [lead] = ledBy(filter);
  const of = lead === undefined ? undefined : draft.parameter(filter[lead[0]], lead[2]);
  const { at, id } = filter.cursor === undefined ? upperEnd(filter) : cursorMoment(filter.cursor);
  const columns = tuple(lead?.[1], 'at', 'id');
  const upper = tuple(of, draft.parameter(at, 'timestamptz'), draft.parameter(id, 'uuid'));
  const from = draft.parameter(filter.from ?? '-infinity', 'timestamptz');
  const lower = tuple(of, from, draft.parameter(NO_ID, 'uuid'));
  const where = [
    `org_id = $1 AND project = $2 AND ${columns} < ${upper} AND ${columns} >= ${lower}`,
    ...(filter.claimId === undefined ? [] : ['claim_id IS NOT NULL']),
    ...(filter.nodeId === undefined ? [] : ['node_id IS NOT NULL']),
  ];
  const order = `${lead === undefined ? '' : `audit.${lead[1]} DESC, `}audit.at DESC, audit.id DESC`;
  return { where, order };
}

/** The filters that an index may be led by, the one that narrows most first. */
function ledBy(filter: AuditFilter) {
  return LEADS.filter(([name]) => filter[name] !== undefined);
}

/** What is looked at row by row. */
function residual(draft: Draft, filter: AuditFilter): string[] {
  const { until, result, tier, forced, reason } = filter;
  const [, ...others] = ledBy(filter);
  const has = (column: string, text: string) => `position(${text} IN lower(coalesce(${column}, ''))) > 0`;
  const sought = reason === undefined ? '' : draft.parameter(reason.toLowerCase(), 'text');
  return [
    ...others.map(([name, column, type]) => `${column} = ${draft.parameter(filter[name], type)}`),
    ...(until === undefined ? [] : [`at < ${draft.parameter(until, 'timestamptz')}`]),
    ...(result === undefined ? [] : [`result = ${draft.parameter(result, 'text')}`]),
    ...(tier === undefined ? [] : [`tier = ${draft.parameter(tier, 'text')}`]),
    ...(forced === undefined ? [] : [`(tier IS NOT DISTINCT FROM 'forced') = ${draft.parameter(forced, 'boolean')}`]),
    ...(reason === undefined ? [] : [`(${has('reason', sought)} OR ${has('why_replaced', sought)})`]),
  ];
}

/** The last that a page looks at; none when it may look at all that is left. */
export function auditBound(tenant: Tenant, filter: AuditFilter): Query {
  const draft = new Draft(tenant);
  const { where, order } = examined(draft, filter);
  const text = `SELECT id, at::text FROM audit WHERE ${where.join(' AND ')} ORDER BY ${order}
OFFSET ${AUDIT_EXAMINED_MAX - 1} LIMIT 1`;
  return { text, values: draft.values };
}

/** The statement that reads a page, down to a bound. */
export function auditQuery(tenant: Tenant, filter: AuditFilter, bound?: Moment): Query {
  const draft = new Draft(tenant);
  const { where, order } = examined(draft, filter);
  const conditions = [
    ...where,
    ...(bound === undefined
      ? []
      : [`(at, id) >= (${draft.parameter(bound.at, 'timestamptz')}, ${draft.parameter(bound.id, 'uuid')})`]),
    ...residual(draft, filter),
  ];
  const text = `SELECT id, at::text, who, action, result, claim_id AS "claimId", node_id AS "nodeId", reason, tier, why_replaced AS "whyReplaced", key_id AS "keyId" FROM audit
WHERE ${conditions.join(' AND ')}
ORDER BY ${order} LIMIT ${draft.parameter(filter.limit + 1, 'int')}`;
  return { text, values: draft.values };
}

function tuple(first: string | undefined, at: string, id: string): string {
  return first === undefined ? `(${at}, ${id})` : `(${first}, ${at}, ${id})`;
}

/** What lies before it is before `until`. */
function upperEnd({ until }: AuditFilter): { at: string; id: string } {
  return { at: until ?? 'infinity', id: NO_ID };
}

/** The record, newest first. A page that ends at the bound may be short, and its cursor goes on from there. */
export async function listAudit(db: Db, tenant: Tenant, filter: AuditFilter): Promise<Page<AuditEntry>> {
  const [bound] = isSifted(filter) ? await db.run<Moment>(auditBound(tenant, filter)) : [];
  const rows = await db.run<AuditEntry>(auditQuery(tenant, filter, bound));
  const page = pageByTime(
    rows.map((row) => ({ ...row, at: toInstant(row.at) })),
    filter.limit,
  );
  if (bound === undefined || page.nextCursor !== null) return page;
  return { ...page, nextCursor: momentCursor({ id: bound.id, at: toInstant(bound.at) }) };
}

/** Whether not all that is looked at need be on the page. */
function isSifted(filter: AuditFilter): boolean {
  const { result, tier, forced, reason } = filter;
  return ledBy(filter).length > 1 || [result, tier, forced, reason].some((one) => one !== undefined);
}
