import type { Tier, WriteResult } from '../../core/decision.js';
import type { Tenant } from '../../core/scope.js';
import type { Db, Query } from '../tenant.js';
import { toInstant } from '../text.js';
import { cursorMoment, type Page, pageByTime } from './cursor.js';

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

/**
 * The statement that reads a page. The first filter leads: with the time behind it, it bounds the page on both sides
 * and orders it, which one index only can do, whatever the planner thinks of the tables. Further ones are looked at
 * row by row.
 */
export function auditQuery(tenant: Tenant, filter: AuditFilter): Query {
  const values: unknown[] = [tenant.orgId, tenant.project];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const [lead, ...others] = LEADS.flatMap(([name, column, type]) => {
    const value = filter[name];
    return value === undefined ? [] : [{ column, parameter: parameter(value, type) }];
  });
  const { at, id } = filter.cursor === undefined ? upperEnd(filter) : cursorMoment(filter.cursor);
  const columns = tuple(lead?.column, 'at', 'id');
  const upper = tuple(lead?.parameter, parameter(at, 'timestamptz'), parameter(id, 'uuid'));
  const lower = tuple(lead?.parameter, parameter(filter.from ?? '-infinity', 'timestamptz'), parameter(NO_ID, 'uuid'));
  const conditions = [
    `${columns} < ${upper} AND ${columns} >= ${lower}`,
    ...(filter.claimId === undefined ? [] : ['claim_id IS NOT NULL']),
    ...(filter.nodeId === undefined ? [] : ['node_id IS NOT NULL']),
    ...(filter.until === undefined ? [] : [`at < ${parameter(filter.until, 'timestamptz')}`]),
    ...others.map((other) => `${other.column} = ${other.parameter}`),
    ...(filter.result === undefined ? [] : [`result = ${parameter(filter.result, 'text')}`]),
  ];
  const text = `SELECT id, at::text, who, action, result, claim_id AS "claimId", node_id AS "nodeId", reason, tier, why_replaced AS "whyReplaced", key_id AS "keyId" FROM audit
WHERE org_id = $1 AND project = $2 AND ${conditions.join(' AND ')}
ORDER BY ${lead === undefined ? '' : `audit.${lead.column} DESC, `}audit.at DESC, audit.id DESC LIMIT ${parameter(filter.limit + 1, 'int')}`;
  return { text, values };
}

function tuple(first: string | undefined, at: string, id: string): string {
  return first === undefined ? `(${at}, ${id})` : `(${first}, ${at}, ${id})`;
}

/** What lies before it is before `until`. */
function upperEnd({ until }: AuditFilter): { at: string; id: string } {
  return { at: until ?? 'infinity', id: NO_ID };
}

/** The record, newest first. */
export async function listAudit(db: Db, tenant: Tenant, filter: AuditFilter): Promise<Page<AuditEntry>> {
  const rows = await db.run<AuditEntry>(auditQuery(tenant, filter));
  return pageByTime(
    rows.map((row) => ({ ...row, at: toInstant(row.at) })),
    filter.limit,
  );
}
