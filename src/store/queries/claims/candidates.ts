import type { Candidate } from '../../../core/claim.js';
import { grouped } from '../../../core/grouped.js';
import type { Tenant } from '../../../core/scope.js';
import { type NamedSource, NO_SOURCE } from '../../../core/source.js';
import type { Db } from '../../tenant.js';
import { storedKey } from '../../text.js';
import { findNeighbourhood, type Neighbourhood, type Probes, toNeighbourhood } from '../lore/neighbourhood.js';
import { findSources } from '../lore/source-names.js';
import {
  type AskedKeys,
  COMPARED_BOUND,
  chosenOf,
  dashed,
  findHits,
  LENGTH_OFFSET,
  LOCK_KEY_BOUND,
  newest,
  RECALL_BOUND,
  RECALL_KEY_BOUND,
  undashed,
} from './candidate-hits.js';
import { activeCandidates, CANDIDATE, type CandidateRow, toCandidate } from './candidate-versions.js';

export { COMPARED_BOUND, LENGTH_OFFSET, LOCK_KEY_BOUND, RECALL_BOUND, RECALL_KEY_BOUND } from './candidate-hits.js';

export interface CandidateQuery {
  /** Keys that serialise writes; at most a few. */
  lockKeys: readonly string[];
  /** Further keys to find candidates by, rarest first. */
  recallKeys: readonly string[];
  /** Ids of claims that are not wanted. */
  exclude?: readonly string[];
  /** Keys that serialise writes too, but find no claims: those of relations. */
  headKeys?: readonly string[];
  /** What of the lore store is wanted besides; nothing for a write that states no relation. */
  around?: Probes;
  /** The text that may name a registered source; it is looked for in the same round trip. */
  source?: string | null;
}

export interface CandidateAnswer {
  /** Active claims that share a key, newest first. */
  candidates: Candidate[];
  /** Versions of the lock keys that were ever written; an absent key counts as 0. */
  heads: Map<string, number>;
  /** Version of the project's settings; 0 before its first write. */
  contextVersion: number;
  /** Relations that `around` asked for, and what they are between. */
  around: Neighbourhood;
  /** What `source` names. */
  named: NamedSource;
}

/** A question of one project, among others of its organisation. */
export interface AskedCandidates {
  project: string;
  query: CandidateQuery;
}

/** What the lore store says beside the candidates. */
type Surroundings = Pick<CandidateAnswer, 'around' | 'named'>;

/** Of a statement that states no relation and names no source. */
export const NOTHING_AROUND: Surroundings = { around: toNeighbourhood(null, []), named: NO_SOURCE };

/** Whether nothing of the lore store is wanted beside the candidates. */
export function isAlone({ around, source }: CandidateQuery): boolean {
  return around === undefined && source == null;
}

/** Everything that the guard needs to compare one statement with what is stored. */
export async function findCandidates(db: Db, tenant: Tenant, query: CandidateQuery): Promise<CandidateAnswer> {
  const [found] = await findAllCandidates(db, tenant, [{ project: tenant.project, query }]);
  return { ...(found ?? NONE_FOUND), ...(await findSurroundings(db, tenant, query)) };
}

const NONE_FOUND = { candidates: [], heads: new Map(), contextVersion: 0 };

/**
 * The same for many statements at once, without what the lore store says. The versions of heads and settings are read
 * before anything else: what changes meanwhile is noticed by them.
 */
export async function findAllCandidates(
  db: Db,
  { orgId }: Pick<Tenant, 'orgId'>,
  asked: readonly AskedCandidates[],
): Promise<Omit<CandidateAnswer, keyof Surroundings>[]> {
  const keys = asked.map(({ project, query }) => storedKeysOf(project, query));
  const hits = await findHits(db, { orgId }, keys);
  const chosen = hits.map((found, at) => {
    const left = new Set((asked[at]?.query.exclude ?? []).map(undashed));
    return chosenOf(found, left).map(dashed);
  });
  const wanted = chosen.flatMap((ids, at) => ids.map((id) => ({ project: asked[at]?.project ?? '', id })));
  const claims = await activeCandidates(db, { orgId }, wanted);
  return hits.map(({ heads, contextVersion }, at) => ({
    candidates: newestFirst(chosen[at]?.flatMap((id) => claims.get(`${asked[at]?.project}/${id}`) ?? []) ?? []),
    heads: new Map(Object.entries(heads).map(([key, version]) => [keys[at]?.written.get(key) ?? key, version])),
    contextVersion,
  }));
}

/** Keys as they are stored, and how those that serialise writes are written. */
function storedKeysOf(project: string, query: CandidateQuery): AskedKeys & { written: Map<string, string> } {
  const written = new Map(query.lockKeys.map((key) => [storedKey(key), key]));
  const recallKeys = new Set(query.recallKeys.map(storedKey).filter((key) => !written.has(key)));
  const headKeys = (query.headKeys ?? []).map(storedKey);
  return { project, lockKeys: [...written.keys()], recallKeys: [...recallKeys], headKeys, written };
}

/** What of the lore store is wanted is asked for only where it is. */
export async function findSurroundings(
  db: Db,
  tenant: Tenant,
  { around, source }: CandidateQuery,
): Promise<Surroundings> {
  const named = source == null ? [] : await findSources(db, tenant, [source]);
  return {
    around: around === undefined ? NOTHING_AROUND.around : await findNeighbourhood(db, tenant, around),
    named: named[0] ?? NO_SOURCE,
  };
}

function newestFirst(candidates: Candidate[]): Candidate[] {
  return candidates.sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The same search for claims that are stored already, by the keys that they are stored with, all of it in SQL. */
export const FIND_CANDIDATES_OF_MANY = `
SELECT asked.id AS claim_id, candidate.claim_id AS candidate_id
FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
  SELECT c.lock_keys, c.recall_keys FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id AND c.system_until IS NULL AND c.status = 'active'
  LIMIT 1
) c CROSS JOIN LATERAL (
  WITH locked AS (
    SELECT DISTINCT hit.claim_id FROM unnest(c.lock_keys) AS keys (key) CROSS JOIN ${newest(LOCK_KEY_BOUND)} hit
    WHERE hit.claim_id <> asked.id
  ), shared AS (
    SELECT hit.claim_id, hit.size, hit.weight FROM unnest(c.recall_keys) AS keys (key) CROSS JOIN LATERAL (
      SELECT newest.claim_id, newest.size, 1 / sqrt(count(*) OVER ()) AS weight FROM ${newest(RECALL_KEY_BOUND)} newest
    ) hit
    LIMIT ${RECALL_BOUND}
  ), chosen AS (
    SELECT claim_id FROM locked
    UNION ALL
    (SELECT claim_id FROM shared
     WHERE claim_id <> asked.id AND claim_id NOT IN (SELECT claim_id FROM locked)
     GROUP BY claim_id ORDER BY sum(weight) / (max(size) + ${LENGTH_OFFSET}) DESC, claim_id DESC LIMIT ${COMPARED_BOUND})
  )
  SELECT chosen.claim_id FROM chosen CROSS JOIN LATERAL (
    SELECT 1 FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = chosen.claim_id AND c.system_until IS NULL AND c.status = 'active'
    LIMIT 1
  ) active
) candidate`;

/** Ids of what each of these claims is to be compared with; one that is not active, or stands alone, is left out. */
export async function findCandidatesOfMany(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.run<{ claim_id: string; candidate_id: string }>({
    name: 'find_candidates_of_many',
    text: FIND_CANDIDATES_OF_MANY,
    values: [tenant.orgId, tenant.project, ids],
  });
  return grouped(rows.map(({ claim_id, candidate_id }) => [claim_id, candidate_id]));
}

/** The active claims of these ids as the guard compares them, by id. */
export async function getCandidates(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Map<string, Candidate>> {
  const wanted = ids.map((id) => ({ project: tenant.project, id }));
  const found = await activeCandidates(db, tenant, wanted);
  return new Map([...found.values()].map((candidate) => [candidate.id, candidate]));
}

/** The versions of claims that a decision cites, in its order, as the guard compared them. */
export async function getCandidateVersions(
  db: Db,
  tenant: Tenant,
  cited: readonly Pick<Candidate, 'id' | 'systemFrom'>[],
): Promise<Candidate[]> {
  const rows = await db.run<CandidateRow>({
    name: 'get_candidate_versions',
    text: `SELECT ${CANDIDATE}
      FROM unnest($3::uuid[], $4::timestamptz[]) WITH ORDINALITY AS cited (id, system_from, place)
      JOIN claims c ON c.org_id = $1 AND c.project = $2 AND c.id = cited.id AND c.system_from = cited.system_from
      ORDER BY cited.place`,
    values: [tenant.orgId, tenant.project, cited.map(({ id }) => id), cited.map(({ systemFrom }) => systemFrom)],
  });
  return rows.map(toCandidate);
}
