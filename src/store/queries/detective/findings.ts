import { ERASED } from '../../../core/erasure.js';
import type { FindingAnswer, FindingKind, FindingStatus } from '../../../core/finding.js';
import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant, toJson } from '../../text.js';
import { cursorId, type Page, pageOf } from '../cursor.js';

/** What may confuse a reader, as it is stored. Times are ISO 8601 with microseconds. */
export interface Finding {
  id: string;
  kind: FindingKind;
  status: FindingStatus;
  /** In the order of the story. */
  claimIds: string[];
  /** To be answered by yes or no. */
  question: string;
  detail: FindingDetail;
  /** Who found it: `rules`, or `llm:<model>`. */
  reader: string;
  contradictionId: string | null;
  foundAt: string;
  settledAt: string | null;
  settledBy: string | null;
  settledReason: string | null;
  answer: FindingAnswer | null;
}

/** The claim that the question is about, and the last that says otherwise; null of a question that a model asks. */
export interface FindingDetail {
  asked: string | null;
  against: string | null;
}

export const FINDING_COLUMNS = `f.id, f.kind, f.status, f.claim_ids AS "claimIds", f.question, f.detail, f.reader,
  f.contradiction_id AS "contradictionId", f.found_at::text AS "foundAt", f.settled_at::text AS "settledAt",
  f.settled_by AS "settledBy", f.settled_reason AS "settledReason", f.answer`;

export function toFinding(row: Finding): Finding {
  const { foundAt, settledAt } = row;
  return { ...row, foundAt: toInstant(foundAt), settledAt: settledAt === null ? null : toInstant(settledAt) };
}

/** What is to be raised. */
export interface NewFinding {
  id: string;
  kind: FindingKind;
  /** In the order of the story. */
  claimIds: readonly string[];
  question: string;
  detail: FindingDetail;
  reader: string;
  contradictionId: string | null;
}

/** What a finding is unique by: the unordered set of its claims. */
export function claimsKey(ids: readonly string[]): string {
  return [...ids].sort().join('|');
}

const RAISE = `
WITH raised AS (
  INSERT INTO findings AS f (org_id, project, id, kind, status, claims_key, claim_ids, question, detail, reader, contradiction_id, found_at)
  VALUES ($1, $2, $3, $4, CASE WHEN $9::uuid IS NULL THEN 'open' ELSE 'linked' END, $10, $5::uuid[], $6, $7::json, $8, $9::uuid, clock_timestamp())
  ON CONFLICT (org_id, project, claims_key) DO UPDATE
  SET status = 'open', settled_at = NULL, settled_reason = NULL, question = excluded.question, detail = excluded.detail
  WHERE f.status = 'gone' AND excluded.status = 'open'
  RETURNING *
), side AS (
  INSERT INTO finding_claims (org_id, project, claim_id, finding_id)
  SELECT $1, $2, s.id, raised.id FROM raised, unnest(raised.claim_ids) AS s (id) ON CONFLICT DO NOTHING
)
SELECT ${FINDING_COLUMNS} FROM raised f`;

/** Raises a finding; null where one of the same claims was raised before, unless that had gone by itself. */
export async function raiseFinding(db: Db, tenant: Tenant, one: NewFinding): Promise<Finding | null> {
  const values = [
    ...[tenant.orgId, tenant.project, one.id, one.kind, one.claimIds, one.question, toJson(one.detail), one.reader],
    ...[one.contradictionId, claimsKey(one.claimIds)],
  ];
  const rows = await retried(db, () => db.run<Finding>({ name: 'raise_finding', text: RAISE, values }));
  return rows.map(toFinding)[0] ?? null;
}

/** Findings that are about at least one of the claims, oldest first. */
export async function findingsAbout(
  db: Db,
  tenant: Tenant,
  claimIds: readonly string[],
  statuses: readonly FindingStatus[],
): Promise<Finding[]> {
  if (claimIds.length === 0) return [];
  const rows = await db.run<Finding>({
    name: 'findings_about',
    text: `SELECT ${FINDING_COLUMNS} FROM (
        SELECT DISTINCT s.finding_id FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
          SELECT s.finding_id FROM finding_claims s
          WHERE s.org_id = $1 AND s.project = $2 AND s.claim_id = asked.id LIMIT 50
        ) s
      ) about CROSS JOIN LATERAL (
        SELECT * FROM findings f WHERE f.org_id = $1 AND f.project = $2 AND f.id = about.finding_id LIMIT 1
      ) f WHERE f.status = ANY ($4::text[]) ORDER BY f.id`,
    values: [tenant.orgId, tenant.project, claimIds, statuses],
  });
  return rows.map(toFinding);
}

export interface FindingFilter {
  status: FindingStatus | 'all';
  kind?: FindingKind | undefined;
  claimId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A page of findings, oldest first. */
export async function listFindings(
  db: Db,
  tenant: Tenant,
  { status, kind, claimId, limit, cursor }: FindingFilter,
): Promise<Page<Finding>> {
  const values: unknown[] = [tenant.orgId, tenant.project, limit + 1];
  const conditions = ['f.org_id = $1 AND f.project = $2'];
  if (status !== 'all') conditions.push(`f.status = $${values.push(status)}`);
  if (kind !== undefined) conditions.push(`f.kind = $${values.push(kind)}`);
  if (cursor !== undefined) conditions.push(`f.id > $${values.push(cursorId(cursor))}::uuid`);
  if (claimId !== undefined)
    conditions.push(`EXISTS (SELECT FROM finding_claims s WHERE s.org_id = f.org_id AND s.project = f.project
      AND s.finding_id = f.id AND s.claim_id = $${values.push(claimId)}::uuid)`);
  const text = `SELECT ${FINDING_COLUMNS} FROM findings f WHERE ${conditions.join(' AND ')} ORDER BY f.id LIMIT $3`;
  return pageOf((await db.run<Finding>({ text, values })).map(toFinding), limit);
}

export async function getFinding(db: Db, tenant: Tenant, id: string): Promise<Finding | null> {
  const rows = await db.run<Finding>({
    name: 'get_finding',
    text: `SELECT ${FINDING_COLUMNS} FROM findings f WHERE f.org_id = $1 AND f.project = $2 AND f.id = $3`,
    values: [tenant.orgId, tenant.project, id],
  });
  return rows.map(toFinding)[0] ?? null;
}

/** The contradiction that has exactly these two sides, open or settled; null: there is none. */
export async function contradictionBetween(db: Db, tenant: Tenant, key: string): Promise<string | null> {
  const [row] = await db.run<{ id: string }>({
    name: 'contradiction_between',
    text: `SELECT id FROM violations WHERE org_id = $1 AND project = $2 AND kind = 'contradiction' AND pair_key = $3`,
    values: [tenant.orgId, tenant.project, key],
  });
  return row?.id ?? null;
}

const WIDEN = `
WITH widened AS (
  UPDATE findings f SET kind = $4, claims_key = $5, claim_ids = $6, question = $7, detail = $8::json
  WHERE f.org_id = $1 AND f.project = $2 AND f.id = $3 AND NOT EXISTS (
    SELECT FROM findings o WHERE o.org_id = $1 AND o.project = $2 AND o.claims_key = $5
  ) RETURNING *
), side AS (
  INSERT INTO finding_claims (org_id, project, claim_id, finding_id)
  SELECT $1, $2, s.id, widened.id FROM widened, unnest(widened.claim_ids) AS s (id) ON CONFLICT DO NOTHING
)
SELECT 1 FROM widened`;

/** Takes further claims into a finding that some of them were raised by before; its status stays. */
export async function widenFinding(db: Db, tenant: Tenant, id: string, wider: NewFinding): Promise<void> {
  const { kind, claimIds, question, detail } = wider;
  const values = [tenant.orgId, tenant.project, id, kind, claimsKey(claimIds), claimIds, question, toJson(detail)];
  await retried(db, () => db.run({ name: 'widen_finding', text: WIDEN, values }));
}

/** Notes of findings that what they were about is settled by what was said since. */
export async function letGo(db: Db, tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const text = `UPDATE findings f SET status = 'gone', settled_at = clock_timestamp()
    WHERE f.org_id = $1 AND f.project = $2 AND f.id = ANY ($3::uuid[]) AND f.status = 'open'`;
  await retried(db, () => db.run({ name: 'let_findings_go', text, values: [tenant.orgId, tenant.project, ids] }));
}

/** What becomes of a finding, who says so, and the line of the record. */
export interface FindingSettlement {
  status: 'answered' | 'dismissed';
  answer: FindingAnswer | null;
  actionId: string;
  who: string;
  keyId: string | null;
  reason: string;
}

/** Settles a finding that is open; null where none is. */
export async function settleFinding(
  db: Db,
  tenant: Tenant,
  id: string,
  { status, answer, actionId, who, keyId, reason }: FindingSettlement,
): Promise<Finding | null> {
  const rows = await retried(db, () =>
    db.run<Finding>({
      text: `WITH f AS (
        UPDATE findings f SET status = $4, answer = $5, settled_at = clock_timestamp(), settled_by = $6, settled_reason = $7,
          key_id = $8::uuid
        WHERE f.org_id = $1 AND f.project = $2 AND f.id = $3 AND f.status = 'open' RETURNING *
      ), action AS (
        INSERT INTO actions (org_id, project, id, at, who, action, reason, detail, key_id)
        SELECT $1, $2, $9::uuid, f.settled_at, $6, CASE $4 WHEN 'answered' THEN 'answer_finding' ELSE 'dismiss_finding' END, $7,
          json_build_object('finding_id', f.id, 'answer', $5::text), $8::uuid FROM f
      )
      SELECT ${FINDING_COLUMNS} FROM f`,
      values: [tenant.orgId, tenant.project, id, status, answer, who, reason, keyId, actionId],
    }),
  );
  return rows.map(toFinding)[0] ?? null;
}

/** Takes the words of a claim out of what was found about it, and the claim out of the index of the story. */
export async function eraseFromFindings(db: Db, tenant: Tenant, claimId: string): Promise<void> {
  const text = `WITH unlisted AS (
      DELETE FROM story_keys k WHERE k.org_id = $1 AND k.project = $2 AND k.claim_id = $3
    )
    UPDATE findings f SET question = '${ERASED}', settled_reason = NULL,
      status = CASE f.status WHEN 'open' THEN 'gone' ELSE f.status END
    FROM finding_claims s WHERE s.org_id = $1 AND s.project = $2 AND s.claim_id = $3
      AND f.org_id = s.org_id AND f.project = s.project AND f.id = s.finding_id`;
  await retried(db, () => db.run({ text, values: [tenant.orgId, tenant.project, claimId] }));
}
