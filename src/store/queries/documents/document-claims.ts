import type { ClaimKind, ClaimStatus } from '../../../core/claim.js';
import { ERASED } from '../../../core/erasure.js';
import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant, toJson } from '../../text.js';

/** The sentence that makes a claim, and where it stands by now. */
export interface DocumentClaim {
  /** What names it within its document, a hash. */
  key: string;
  /** Hashes of its headings and of its folded text. */
  headingKey: string;
  textKey: string;
  claimId: string;
  /** False where the document says it no longer, and has closed its claim for that. */
  isSaid: boolean;
  line: number;
  starts: number;
  ends: number;
}

/** The same with the current version of the claim. */
export interface StandingClaim extends DocumentClaim {
  status: ClaimStatus;
  systemFrom: string;
  statement: string;
  kind: ClaimKind;
  reason: string | null;
  source: string | null;
  /** Of its scope. */
  env: string | null;
  /** Whether nothing is refused for it. */
  isAdvisory: boolean;
  isVouched: boolean;
}

const LIST = `
SELECT d.key, d.heading_key AS "headingKey", d.text_key AS "textKey", d.claim_id AS "claimId", d.is_said AS "isSaid",
  d.line, d.starts, d.ends, c.status, c.system_from::text AS "systemFrom", c.statement, c.kind, c.reason, c.source, c.env,
  c.unguarded IS NOT DISTINCT FROM 'advisory' AS "isAdvisory", c.guarded AS "isVouched"
FROM document_claims d CROSS JOIN LATERAL (
  SELECT * FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = d.claim_id AND c.system_until IS NULL LIMIT 1
) c
WHERE d.org_id = $1 AND d.project = $2 AND d.document_id = $3 ORDER BY d.starts, d.key`;

/** The claims that a document makes or made, in the order of the text. */
export async function listDocumentClaims(db: Db, tenant: Tenant, documentId: string): Promise<StandingClaim[]> {
  const values = [tenant.orgId, tenant.project, documentId];
  const rows = await db.run<StandingClaim>({ name: 'list_document_claims', text: LIST, values });
  return rows.map((row) => ({ ...row, systemFrom: toInstant(row.systemFrom) }));
}

const PUT = `
WITH item AS MATERIALIZED (
  SELECT * FROM json_to_recordset($4::json) AS i (key text, heading_key text, text_key text, claim_id uuid, is_said boolean,
    line int, starts int, ends int, source text)
), moved AS (
  UPDATE claims c SET source = i.source, source_id = $5::uuid FROM item i
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = i.claim_id AND c.system_until IS NULL AND c.status = 'active'
    AND i.is_said AND (c.source <> i.source OR c.source_id IS DISTINCT FROM $5::uuid)
), left_behind AS (
  DELETE FROM document_claims d USING item i
  WHERE d.org_id = $1 AND d.project = $2 AND d.document_id = $3 AND d.claim_id = i.claim_id AND d.key <> i.key
)
INSERT INTO document_claims (org_id, project, document_id, key, heading_key, text_key, claim_id, is_said, line, starts, ends)
SELECT $1, $2, $3, key, heading_key, text_key, claim_id, is_said, line, starts, ends FROM item ORDER BY key COLLATE "C"
ON CONFLICT (org_id, project, document_id, key) DO UPDATE SET claim_id = excluded.claim_id, is_said = excluded.is_said,
  line = excluded.line, starts = excluded.starts, ends = excluded.ends`;

/**
 * Puts on record where a document says these claims, and of which source it is by now. The line in the source of a claim
 * is a pointer, which moves with the text and makes no version.
 */
export async function putDocumentClaims(
  db: Db,
  tenant: Tenant,
  { documentId, sourceId }: { documentId: string; sourceId: string },
  claims: readonly (DocumentClaim & { source: string })[],
): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map(({ key, headingKey, textKey, claimId, isSaid, line, starts, ends, source }) => ({
    ...{ key, heading_key: headingKey, text_key: textKey, claim_id: claimId, is_said: isSaid },
    ...{ line, starts, ends, source },
  }));
  await retried(db, () =>
    db.run({ text: PUT, values: [tenant.orgId, tenant.project, documentId, toJson(rows), sourceId] }),
  );
}

/** Where documents say or said a claim. */
export async function placesOfClaim(
  db: Db,
  tenant: Tenant,
  claimId: string,
): Promise<{ documentId: string; starts: number; ends: number }[]> {
  const text = `SELECT document_id AS "documentId", starts, ends FROM document_claims
    WHERE org_id = $1 AND project = $2 AND claim_id = $3`;
  return db.run({ name: 'places_of_claim', text, values: [tenant.orgId, tenant.project, claimId] });
}

const ERASE_HEADING = `
WITH title AS (
  UPDATE documents SET title = '${ERASED}'
  WHERE org_id = $1 AND project = $2 AND id = $3 AND lower(title) = lower($4)
)
UPDATE claims c SET source = replace(c.source, $4, '${ERASED}') FROM document_claims d
WHERE d.org_id = $1 AND d.project = $2 AND d.document_id = $3
  AND c.org_id = $1 AND c.project = $2 AND c.id = d.claim_id AND strpos(c.source, $4) > 0`;

/** Takes a statement out of the title of a document, and out of the headings in the sources of its claims. */
export async function eraseHeading(db: Db, tenant: Tenant, documentId: string, statement: string): Promise<void> {
  const values = [tenant.orgId, tenant.project, documentId, statement];
  await retried(db, () => db.run({ text: ERASE_HEADING, values }));
}
