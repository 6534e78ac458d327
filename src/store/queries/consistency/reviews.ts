import type { Tenant } from '../../../core/scope.js';
import type { ReviewAbout } from '../../../core/violation.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { cursorId, type Page, pageOf } from '../cursor.js';

/** What somebody asks a curator to look at. Times are ISO 8601 with microseconds. */
export interface Review {
  id: string;
  about: ReviewAbout;
  nodeId: string;
  reason: string;
  who: string;
  createdAt: string;
  closedAt: string | null;
  closedBy: string | null;
  closingReason: string | null;
}

const COLUMNS = `r.id, r.about, r.node_id AS "nodeId", r.reason, r.who, r.created_at::text AS "createdAt",
  r.closed_at::text AS "closedAt", r.closed_by AS "closedBy", r.closing_reason AS "closingReason"`;

function toReview(row: Review): Review {
  const { createdAt, closedAt } = row;
  return { ...row, createdAt: toInstant(createdAt), closedAt: closedAt === null ? null : toInstant(closedAt) };
}

/** What an id is of: an entity, a relation, a claim or a violation; null where there is nothing of that id. */
export async function aboutOfNode(db: Db, tenant: Tenant, id: string): Promise<ReviewAbout | null> {
  const of = (table: string, about: ReviewAbout) =>
    `SELECT '${about}' AS about FROM ${table} WHERE org_id = $1 AND project = $2 AND id = $3`;
  const [row] = await db.run<{ about: ReviewAbout }>({
    name: 'about_of_node',
    text: `SELECT about FROM (${of('entities', 'entity')} UNION ALL ${of('relations', 'relation')}
      UNION ALL ${of('claims', 'claim')} UNION ALL ${of('violations', 'violation')}) n LIMIT 1`,
    values: [tenant.orgId, tenant.project, id],
  });
  return row?.about ?? null;
}

/** Who asks or closes, and the line of the record that says so. */
export interface ReviewAction {
  actionId: string;
  who: string;
  keyId: string | null;
  reason: string;
}

/** Asks for a look at something. */
export async function addReview(
  db: Db,
  tenant: Tenant,
  { id, about, nodeId }: Pick<Review, 'id' | 'about' | 'nodeId'>,
  { actionId, who, keyId, reason }: ReviewAction,
): Promise<Review> {
  const [row] = await retried(db, () =>
    db.run<Review>({
      text: `WITH r AS (
        INSERT INTO reviews AS r (org_id, project, id, about, node_id, reason, who, key_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp()) RETURNING *
      ), action AS (
        INSERT INTO actions (org_id, project, id, at, who, action, node_id, reason, detail, key_id)
        SELECT $1, $2, $9::uuid, r.created_at, $7, 'flag_for_review', r.node_id, $6, json_build_object('review_id', r.id), $8 FROM r
      )
      SELECT ${COLUMNS} FROM r`,
      values: [tenant.orgId, tenant.project, id, about, nodeId, reason, who, keyId, actionId],
    }),
  );
  if (row === undefined) throw new Error('a review that is added is answered');
  return toReview(row);
}

/** Closes a review; null where there is none of that id, or it is closed already. */
export async function closeReview(
  db: Db,
  tenant: Tenant,
  id: string,
  { actionId, who, keyId, reason }: ReviewAction,
): Promise<Review | null> {
  const rows = await retried(db, () =>
    db.run<Review>({
      text: `WITH r AS (
        UPDATE reviews r SET closed_at = clock_timestamp(), closed_by = $4, closing_reason = $5
        WHERE r.org_id = $1 AND r.project = $2 AND r.id = $3 AND r.closed_at IS NULL RETURNING *
      ), action AS (
        INSERT INTO actions (org_id, project, id, at, who, action, node_id, reason, detail, key_id)
        SELECT $1, $2, $7::uuid, r.closed_at, $4, 'close_review', r.node_id, $5, json_build_object('review_id', r.id), $6 FROM r
      )
      SELECT ${COLUMNS} FROM r`,
      values: [tenant.orgId, tenant.project, id, who, reason, keyId, actionId],
    }),
  );
  return rows.map(toReview)[0] ?? null;
}

export async function getReview(db: Db, tenant: Tenant, id: string): Promise<Review | null> {
  const rows = await db.run<Review>({
    name: 'get_review',
    text: `SELECT ${COLUMNS} FROM reviews r WHERE r.org_id = $1 AND r.project = $2 AND r.id = $3`,
    values: [tenant.orgId, tenant.project, id],
  });
  return rows.map(toReview)[0] ?? null;
}

export interface ReviewFilter {
  status: 'open' | 'closed' | 'all';
  nodeId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A page of what is to be looked at, oldest first. */
export async function listReviews(
  db: Db,
  tenant: Tenant,
  { status, nodeId, limit, cursor }: ReviewFilter,
): Promise<Page<Review>> {
  const values: unknown[] = [tenant.orgId, tenant.project, limit + 1];
  const conditions = ['r.org_id = $1 AND r.project = $2'];
  if (status !== 'all') conditions.push(`r.closed_at IS ${status === 'open' ? '' : 'NOT '}NULL`);
  if (nodeId !== undefined) conditions.push(`r.node_id = $${values.push(nodeId)}::uuid`);
  if (cursor !== undefined) conditions.push(`r.id > $${values.push(cursorId(cursor))}::uuid`);
  const text = `SELECT ${COLUMNS} FROM reviews r WHERE ${conditions.join(' AND ')} ORDER BY r.id LIMIT $3`;
  return pageOf((await db.run<Review>({ text, values })).map(toReview), limit);
}
