import type { Candidate } from '../../core/claim.js';
import type { Tenant } from '../../core/scope.js';
import type { Db } from '../tenant.js';
import { storedKey, toInstant } from '../text.js';

/** Most claims that one key brings in, newest first: the bound that keeps a common key from costing more. */
export const LOCK_KEY_BOUND = 200;
export const RECALL_KEY_BOUND = 32;
/** Most claims that the further keys bring in together: those that share most keys, then the newest. */
export const RECALLED_BOUND = 16;

export interface CandidateQuery {
  /** Keys that serialise writes; at most a few. */
  lockKeys: readonly string[];
  /** Further keys to find candidates by. */
  recallKeys: readonly string[];
  /** Ids of claims that are not wanted. */
  exclude?: readonly string[];
}

export interface CandidateAnswer {
  /** Active claims that share a key, newest first. */
  candidates: Candidate[];
  /** Versions of the lock keys that were ever written; an absent key counts as 0. */
  heads: Map<string, number>;
  /** Version of the project's settings; 0 before its first write. */
  contextVersion: number;
}

interface Row {
  heads: Record<string, number> | null;
  candidates: Candidate[] | null;
  context_version: number | null;
}

/**
 * LATERAL with a LIMIT in both steps pins nested loops over the two primary indexes, whatever the planner thinks of
 * the size of the arrays: the cost is bounded by the keys asked for, never by the claims stored.
 */
export const FIND_CANDIDATES = `
WITH keys AS (
  SELECT unnest($3::text[]) COLLATE "C" AS key, true AS locks, ${LOCK_KEY_BOUND} AS bound
  UNION ALL
  SELECT unnest($4::text[]) COLLATE "C", false, ${RECALL_KEY_BOUND}
), found AS (
  SELECT hit.claim_id, bool_or(keys.locks) AS locks, count(*) AS shared
  FROM keys CROSS JOIN LATERAL (
    SELECT r.claim_id FROM recall_keys r
    WHERE r.org_id = $1 AND r.project = $2 AND r.key = keys.key
    ORDER BY r.claim_id DESC LIMIT keys.bound
  ) hit
  WHERE hit.claim_id <> ALL ($5::uuid[])
  GROUP BY hit.claim_id
), hits AS (
  SELECT claim_id FROM found WHERE locks
  UNION ALL
  (SELECT claim_id FROM found WHERE NOT locks ORDER BY shared DESC, claim_id DESC LIMIT ${RECALLED_BOUND})
)
SELECT
  (SELECT json_object_agg(h.key, h.version) FROM guard_head h
   WHERE h.org_id = $1 AND h.project = $2 AND h.key = ANY ($3::text[])) AS heads,
  (SELECT p.context_version::int FROM projects p WHERE p.org_id = $1 AND p.project = $2) AS context_version,
  (SELECT json_agg(json_build_object('id', c.id, 'systemFrom', c.system_from, 'statement', c.statement, 'who', c.who,
     'kind', c.kind, 'reason', c.reason, 'reading', c.reading) ORDER BY c.id DESC)
   FROM hits CROSS JOIN LATERAL (
     SELECT * FROM claims c
     WHERE c.org_id = $1 AND c.project = $2 AND c.id = hits.claim_id AND c.system_until IS NULL AND c.status = 'active'
     LIMIT 1
   ) c) AS candidates`;

/** Everything that the guard needs to compare one statement with what is stored, in one round trip. */
export async function findCandidates(db: Db, tenant: Tenant, query: CandidateQuery): Promise<CandidateAnswer> {
  const lockKeys = new Map(query.lockKeys.map((key) => [storedKey(key), key]));
  const recallKeys = new Set(query.recallKeys.map(storedKey).filter((key) => !lockKeys.has(key)));
  const [row] = await db.run<Row>({
    name: 'find_candidates',
    text: FIND_CANDIDATES,
    values: [tenant.orgId, tenant.project, [...lockKeys.keys()], [...recallKeys], query.exclude ?? []],
  });
  const heads = Object.entries(row?.heads ?? {});
  return {
    candidates: (row?.candidates ?? []).map((found) => ({ ...found, systemFrom: toInstant(found.systemFrom) })),
    heads: new Map(heads.map(([key, version]) => [lockKeys.get(key) ?? key, version])),
    contextVersion: row?.context_version ?? 0,
  };
}
