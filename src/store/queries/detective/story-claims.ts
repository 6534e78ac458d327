import type { ClaimStatus } from '../../../core/claim.js';
import type { Reading } from '../../../core/norm.js';
import type { Tenant } from '../../../core/scope.js';
import type { StoryClaim } from '../../../core/story-claim.js';
import { parseRange } from '../../columns.js';
import type { Db } from '../../tenant.js';
import { storedKey, toInstant } from '../../text.js';
import { periodOf } from '../period-row.js';

interface Row {
  id: string;
  statement: string;
  who: string;
  env: string | null;
  team: string | null;
  certain: string;
  possible: string;
  tail: string;
  status: ClaimStatus;
  reading: Reading;
  said_at: number;
  system_from: string;
  superseded_by: string | null;
}

const STORY_CLAIMS = `
SELECT c.id, c.statement, c.who, c.env, c.team, c.valid_certain::text AS certain, c.valid_possible::text AS possible,
  c.valid_tail::text AS tail, c.status, c.reading, extract(epoch FROM c.said_at)::float8 * 1000 AS said_at,
  c.system_from::text, c.superseded_by
FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
  SELECT * FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id AND c.system_until IS NULL AND c.status <> 'erased' LIMIT 1
) c`;

/** These claims, whether or not they are still active; one that was erased is left out. */
export async function getStoryClaims(db: Db, tenant: Tenant, ids: readonly string[]): Promise<StoryClaim[]> {
  if (ids.length === 0) return [];
  const values = [tenant.orgId, tenant.project, ids];
  return (await db.run<Row>({ name: 'get_story_claims', text: STORY_CLAIMS, values })).map(toStoryClaim);
}

function toStoryClaim(row: Row): StoryClaim {
  const { id, statement, who, env, team, status, reading } = row;
  const validTail = Number(row.tail);
  const bounds = { validCertain: parseRange(row.certain), validPossible: parseRange(row.possible), validTail };
  return {
    ...{ id, statement, who, scope: { env, team }, period: periodOf(bounds), status, reading },
    ...{ saidAt: row.said_at, systemFrom: toInstant(row.system_from), supersededBy: row.superseded_by },
  };
}

/** Claims that are laid beside one, those that share most with it first; of one key the newest. */
const NEIGHBOURS_MAX = 32;
const KEY_BOUND = 32;

/**
 * What may be about the same as each of the claims $3, by the keys under which the guard finds it and by its own: as each
 * step is a LATERAL with a bound, the cost is that of the keys, however much is stored. A key weighs the less the more have it.
 */
const NEIGHBOURS = `
SELECT asked.id AS claim_id, near.claim_id AS near_id, near.others::int AS others
FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
  SELECT c.lock_keys || c.recall_keys AS keys, c.supersedes FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id AND c.system_until IS NULL LIMIT 1
) c CROSS JOIN LATERAL (
  SELECT hit.claim_id, count(*) OVER () AS others FROM (
    SELECT found.claim_id, found.weight FROM unnest(c.keys) AS keys (key) CROSS JOIN LATERAL (
      SELECT r.claim_id, 1 / sqrt(count(*) OVER ()) AS weight FROM (
        SELECT r.claim_id FROM recall_keys r WHERE r.org_id = $1 AND r.project = $2 AND r.key = keys.key COLLATE "C"
        ORDER BY r.claim_id DESC LIMIT ${KEY_BOUND}
      ) r
    ) found
    UNION ALL
    SELECT found.claim_id, found.weight FROM (
      SELECT k.key FROM story_keys k WHERE k.org_id = $1 AND k.project = $2 AND k.claim_id = asked.id LIMIT 32
    ) keys CROSS JOIN LATERAL (
      SELECT r.claim_id, 1 / sqrt(count(*) OVER ()) AS weight FROM (
        SELECT r.claim_id FROM story_keys r WHERE r.org_id = $1 AND r.project = $2 AND r.key = keys.key
        ORDER BY r.claim_id DESC LIMIT ${KEY_BOUND}
      ) r
    ) found
    UNION ALL
    SELECT s.id, 10 FROM unnest(c.supersedes) AS s (id)
  ) hit WHERE hit.claim_id <> asked.id
  GROUP BY hit.claim_id ORDER BY sum(hit.weight) DESC, hit.claim_id DESC LIMIT ${NEIGHBOURS_MAX}
) near`;

/** The claims around one, and how many more share something with it. */
export interface Neighbours {
  ids: string[];
  leftOut: number;
}

export async function findNeighbours(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Map<string, Neighbours>> {
  const rows = await db.run<{ claim_id: string; near_id: string; others: number }>({
    name: 'find_story_neighbours',
    text: NEIGHBOURS,
    values: [tenant.orgId, tenant.project, ids],
  });
  const found = new Map<string, Neighbours>(ids.map((id) => [id, { ids: [], leftOut: 0 }]));
  for (const { claim_id, near_id, others } of rows) {
    const near = found.get(claim_id);
    near?.ids.push(near_id);
    if (near !== undefined) near.leftOut = Math.max(0, others - NEIGHBOURS_MAX);
  }
  return found;
}

/** Lists claims under the keys of their story. */
export async function keepStoryKeys(
  db: Db,
  tenant: Tenant,
  rows: readonly { id: string; keys: readonly string[] }[],
): Promise<void> {
  const flat = rows.flatMap(({ id, keys }) => keys.map((key) => ({ id, key: storedKey(key) })));
  if (flat.length === 0) return;
  await db.run({
    name: 'keep_story_keys',
    text: `INSERT INTO story_keys (org_id, project, key, claim_id)
      SELECT DISTINCT $1, $2, key COLLATE "C", id FROM unnest($3::text[], $4::uuid[]) AS k (key, id) ON CONFLICT DO NOTHING`,
    values: [tenant.orgId, tenant.project, flat.map(({ key }) => key), flat.map(({ id }) => id)],
  });
}

/** What was replaced by these claims, directly: the story before them. */
export async function listReplaced(db: Db, tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    name: 'list_replaced_claims',
    text: `SELECT DISTINCT s.id FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
        SELECT c.supersedes FROM claims c
        WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id AND c.system_until IS NULL LIMIT 1
      ) c, unnest(c.supersedes) AS s (id)`,
    values: [tenant.orgId, tenant.project, ids],
  });
  return rows.map(({ id }) => id);
}
