import { and, eq } from 'drizzle-orm';
import type { WriteRequest } from '../../../core/claim.js';
import { type Decision, NOTHING_SET, type WriteResult } from '../../../core/decision.js';
import type { Tenant } from '../../../core/scope.js';
import { oneOf } from '../../columns.js';
import { decisions } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { toInstant, toJson } from '../../text.js';
import type { ClaimVersion, DecisionInput } from './commit-input.js';

/** A decision as it was recorded. */
export interface DecisionRecord {
  id: string;
  /** ISO 8601 with microseconds. */
  madeAt: string;
  op: WriteRequest['op'];
  who: string;
  statement: string;
  result: WriteResult;
  /** The version that was stored or repeated; null for a refusal. */
  claim: ClaimVersion | null;
  decision: Decision;
  request: WriteRequest;
  /** Milliseconds by stage. */
  timings: Record<string, number>;
  /** The API key of the writer; null for the bootstrap key. */
  keyId: string | null;
}

export interface UnstoredDecision extends DecisionInput {
  tenant: Tenant;
  result: Exclude<WriteResult, 'stored'>;
  /** The claim that an exact duplicate repeats. */
  claim: ClaimVersion | null;
}

const INSERT = `
INSERT INTO decisions (org_id, project, id, made_at, op, who, statement, result, tier, claim_id, claim_system_from,
  record, request, timings, key_id)
VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::json, $12::json, $13::json, $14::uuid)
RETURNING made_at::text`;

/** Records a decision that stored no claim, and returns when, in ISO 8601. */
export async function recordDecision(db: Db, input: UnstoredDecision): Promise<string> {
  const { tenant, request, decision, claim } = input;
  const [row] = await db.run<{ made_at: string }>({
    name: 'record_decision',
    text: INSERT,
    values: [
      ...[tenant.orgId, tenant.project, input.id, input.op, request.who, request.statement, input.result],
      ...[decision.tier, claim?.id ?? null, claim?.systemFrom ?? null],
      ...[toJson(decision), toJson(request), toJson(input.timings), request.keyId],
    ],
  });
  return toInstant(row?.made_at ?? '');
}

/** What the decisions of these ids contradict, by their ids. */
export async function conflictsDecided(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
): Promise<Map<string, Decision['conflicts']>> {
  if (ids.length === 0) return new Map();
  const rows = await db.orm
    .select({ id: decisions.id, record: decisions.record })
    .from(decisions)
    .where(and(eq(decisions.orgId, tenant.orgId), eq(decisions.project, tenant.project), oneOf(decisions.id, ids)));
  // What was erased has no record any more.
  return new Map(rows.map(({ id, record }) => [id, record.conflicts ?? []]));
}

/** One recorded decision, or null. */
export async function getDecision(db: Db, tenant: Tenant, id: string): Promise<DecisionRecord | null> {
  const [row] = await db.orm
    .select()
    .from(decisions)
    .where(and(eq(decisions.orgId, tenant.orgId), eq(decisions.project, tenant.project), eq(decisions.id, id)));
  if (row === undefined) return null;
  const { madeAt, op, who, statement, result, tier, record, request, timings, claimId, claimSystemFrom, keyId } = row;
  const claim = claimId === null || claimSystemFrom === null ? null : { id: claimId, systemFrom: claimSystemFrom };
  return {
    id,
    madeAt,
    op,
    who,
    statement,
    result,
    claim,
    // A decision that was forced before there was a word for it.
    decision: { ...record, tier, settings: record.settings ?? NOTHING_SET },
    request,
    timings,
    keyId,
  };
}
