import type { Tier, WriteResult } from '../../../core/decision.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db, Query } from '../../tenant.js';
import { boundedPage, Draft, downTo, spanOf } from '../bounded-page.js';
import type { Moment, Page } from '../cursor.js';

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

/** What narrows the record, the most first, and the column that it narrows. */
const LEADS = [
  ['claimId', 'claim_id', 'uuid'],
  ['nodeId', 'node_id', 'uuid'],
  ['who', 'who', 'text'],
  ['action', 'action', 'text'],
] as const;

/** Most of the record that one page looks at, the newest first: so a filter that little passes costs no more. */
export const AUDIT_EXAMINED_MAX = 5000;

const ORDER = { at: 'audit.at', id: 'audit.id' };

/** What a page looks at, and its order, which the first filter leads. */
function examined(draft: Draft, filter: AuditFilter) {
  const [first] = ledBy(filter);
  const lead = first && { column: `audit.${first[1]}`, value: filter[first[0]], type: first[2] };
  const { where, order } = spanOf(draft, { lead, ...ORDER }, filter);
  const conditions = [
    `org_id = $1 AND project = $2 AND ${where}`,
    ...(filter.claimId === undefined ? [] : ['claim_id IS NOT NULL']),
    ...(filter.nodeId === undefined ? [] : ['node_id IS NOT NULL']),
  ];
  return { where: conditions, order };
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
  const conditions = [...where, ...downTo(draft, ORDER, bound), ...residual(draft, filter)];
  const text = `SELECT id, at::text, who, action, result, claim_id AS "claimId", node_id AS "nodeId", reason, tier, why_replaced AS "whyReplaced", key_id AS "keyId" FROM audit
WHERE ${conditions.join(' AND ')}
ORDER BY ${order} LIMIT ${draft.parameter(filter.limit + 1, 'int')}`;
  return { text, values: draft.values };
}

/** The record, newest first. A page that ends at the bound may be short, and its cursor goes on from there. */
export async function listAudit(db: Db, tenant: Tenant, filter: AuditFilter): Promise<Page<AuditEntry>> {
  const [bound] = isSifted(filter) ? await db.run<Moment>(auditBound(tenant, filter)) : [];
  const rows = await db.run<AuditEntry>(auditQuery(tenant, filter, bound));
  return boundedPage(rows, filter.limit, bound);
}

/** Whether not all that is looked at need be on the page. */
function isSifted(filter: AuditFilter): boolean {
  const { result, tier, forced, reason } = filter;
  return ledBy(filter).length > 1 || [result, tier, forced, reason].some((one) => one !== undefined);
}
