import type { Judged, JudgeIdentity, JudgeVerdict } from '../../../core/judge.js';
import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';

/** What became of one pair of claims that a judge was asked about. */
export interface KeptVerdict {
  /** See `verdictKey`. */
  key: string;
  storedId: string;
  incomingId: string;
  judged: Judged;
}

interface Row {
  key: string;
  answer: JudgeVerdict['answer'] | null;
  fault: 'ungrounded' | null;
  certainty: number;
  quotes: JudgeVerdict['quotes'];
  why: string;
}

/** What was said of pairs before, by key; a pair that nobody was asked about is left out. */
export async function findVerdicts(db: Db, tenant: Tenant, keys: readonly string[]): Promise<Map<string, Judged>> {
  if (keys.length === 0) return new Map();
  const rows = await db.run<Row>({
    name: 'find_verdicts',
    text: `SELECT v.key, v.answer, v.fault, v.certainty, v.quotes, v.why FROM unnest($3::text[]) AS k (key)
      CROSS JOIN LATERAL (
        SELECT * FROM judge_verdicts v
        WHERE v.org_id = $1 AND v.project = $2 AND v.key = k.key COLLATE "C" ORDER BY v.judged_at LIMIT 1
      ) v`,
    values: [tenant.orgId, tenant.project, keys],
  });
  return new Map(rows.map((row) => [row.key, toJudged(row)]));
}

/**
 * Keeps what a judge said. The first verdict on a pair of claims stays; each cites the decision about the write of the
 * later claim, if there was one. Erased claims have none.
 */
export async function keepVerdicts(
  db: Db,
  tenant: Tenant,
  { kind, model, promptHash }: JudgeIdentity,
  verdicts: readonly KeptVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = verdicts.map(({ key, storedId, incomingId, judged }) => ({
    ...{ key, stored_id: storedId, incoming_id: incomingId },
    ...('fault' in judged ? { fault: judged.fault, why: '' } : judged),
  }));
  const text = `INSERT INTO judge_verdicts (org_id, project, incoming_id, stored_id, key, decision_id, judge, model,
      prompt_hash, answer, fault, certainty, quotes, why, judged_at)
    SELECT $1, $2, r.incoming_id, r.stored_id, r.key, c.decision_id, $3, $4, $5, r.answer, r.fault, r.certainty, r.quotes,
      r.why, clock_timestamp()
    FROM json_to_recordset($6::json) AS r (incoming_id uuid, stored_id uuid, key text, answer text, fault text,
      certainty double precision, quotes json, why text)
    CROSS JOIN LATERAL (
      SELECT c.decision_id FROM claims c WHERE c.org_id = $1 AND c.project = $2 AND c.id = r.incoming_id
        AND c.system_until IS NULL AND c.status <> 'erased' LIMIT 1
    ) c
    WHERE EXISTS (
      SELECT FROM claims s WHERE s.org_id = $1 AND s.project = $2 AND s.id = r.stored_id AND s.system_until IS NULL
        AND s.status <> 'erased')
    ON CONFLICT DO NOTHING`;
  const values = [tenant.orgId, tenant.project, kind, model, promptHash, toJson(rows)];
  await retried(db, () => db.run({ name: 'keep_verdicts', text, values }));
}

function toJudged({ answer, fault, certainty, quotes, why }: Row): Judged {
  return answer === null ? { fault: fault ?? 'ungrounded' } : { answer, certainty, quotes, why };
}
