import type { Claim } from '../../../core/claim.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';

/** The claim that is stored under a natural key, as far as a fact can change it. */
export type StoredFact = Pick<
  Claim,
  | 'id'
  | 'systemFrom'
  | 'status'
  | 'statement'
  | 'kind'
  | 'who'
  | 'reason'
  | 'entity'
  | 'tags'
  | 'scope'
  | 'validFrom'
  | 'validUntil'
  | 'saidAt'
> & { sourceId: string | null };

interface Row extends Omit<StoredFact, 'scope'> {
  key: string;
  env: string | null;
  team: string | null;
}

export const FIND_FACTS = `
SELECT asked.key, c.id, c.system_from::text AS "systemFrom", c.status, c.statement, c.kind, c.who, c.reason, c.entity,
  c.tags, c.env, c.team, c.valid_from AS "validFrom", c.valid_until AS "validUntil", c.said_at::text AS "saidAt",
  c.source_id AS "sourceId"
FROM unnest($3::text[]) AS asked (key) CROSS JOIN LATERAL (
  SELECT n.claim_id FROM natural_keys n WHERE n.org_id = $1 AND n.project = $2 AND n.key = asked.key LIMIT 1
) n CROSS JOIN LATERAL (
  SELECT * FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.claim_id AND c.system_until IS NULL LIMIT 1
) c`;

/** What is stored under these natural keys, as hashed by the caller; a key without a claim is left out. */
export async function findFacts(db: Db, tenant: Tenant, keys: readonly string[]): Promise<Map<string, StoredFact>> {
  const rows = await db.run<Row>({
    name: 'find_facts',
    text: FIND_FACTS,
    values: [tenant.orgId, tenant.project, keys],
  });
  return new Map(
    rows.map(({ key, env, team, ...row }) => [
      key,
      { ...row, scope: { env, team }, systemFrom: toInstant(row.systemFrom), saidAt: toInstant(row.saidAt) },
    ]),
  );
}
