import type { Candidate, ClaimKind } from '../../core/claim.js';
import type { Reading } from '../../core/norm.js';
import type { Tenant } from '../../core/scope.js';
import type { NamedSource } from '../../core/source.js';
import type { Db } from '../tenant.js';
import { storedKey, toInstant } from '../text.js';
import {
  NEIGHBOURHOOD,
  type Neighbourhood,
  PROBE_VALUES,
  type Probes,
  probeValues,
  toNeighbourhood,
} from './neighbourhood.js';
import { namedSource, sourceValues, toNamedSource } from './source-names.js';

/** Most claims that one key brings in, newest first: the bound that keeps a common key from costing more. */
export const LOCK_KEY_BOUND = 200;
export const RECALL_KEY_BOUND = 32;
/** Most that the further keys bring in together. They are asked in their order until then, so rare ones go first. */
export const RECALL_BOUND = 128;
/** How many of these claims are compared. */
export const COMPARED_BOUND = 12;
/** Characters that are added to the length of every statement, so that very short ones do not always come first. */
export const LENGTH_OFFSET = 64;

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

/** Heads and version are repeated in every row; a project without candidates has one row with nothing else. */
interface Row {
  heads: string | null;
  context_version: number | null;
  around?: string | null;
  named?: string | null;
  id: string | null;
  system_from: string;
  statement: string;
  who: string;
  kind: ClaimKind;
  reason: string | null;
  reading: Reading;
  is_advisory: boolean;
}

const CLAIM = `c.id, c.system_from::text, c.statement, c.who, c.kind, c.reason, c.reading,
  c.unguarded IS NOT DISTINCT FROM 'advisory' AS is_advisory`;

/** The newest claims of each of `keys`. */
const newest = (bound: number) => `LATERAL (
    SELECT r.claim_id, r.size FROM recall_keys r
    WHERE r.org_id = $1 AND r.project = $2 AND r.key = keys.key COLLATE "C"
    ORDER BY r.claim_id DESC LIMIT ${bound}
  )`;

/**
 * The claims to compare: all that share a lock key, and of those that share further keys the ones that share the most.
 * A key weighs the less the more claims have it, and what says little beside what is shared comes before what says much.
 * LATERAL with a LIMIT in each step pins nested loops over whole keys of the indexes, whatever the planner thinks of
 * the tables: it plans once, perhaps while they are empty. The cost is bounded by the keys asked for, never by the
 * claims stored.
 */
const hits = (lockKeys: string, recallKeys: string, exclude: string) => `
WITH locked AS (
  SELECT DISTINCT hit.claim_id FROM unnest(${lockKeys}) AS keys (key) CROSS JOIN ${newest(LOCK_KEY_BOUND)} hit
  WHERE hit.claim_id <> ALL (${exclude})
), shared AS (
  SELECT hit.claim_id, hit.size, hit.weight FROM unnest(${recallKeys}) AS keys (key) CROSS JOIN LATERAL (
    SELECT newest.claim_id, newest.size, 1 / sqrt(count(*) OVER ()) AS weight FROM ${newest(RECALL_KEY_BOUND)} newest
  ) hit
  LIMIT ${RECALL_BOUND}
), chosen AS (
  SELECT claim_id FROM locked
  UNION ALL
  (SELECT claim_id FROM shared
   WHERE claim_id <> ALL (${exclude}) AND claim_id NOT IN (SELECT claim_id FROM locked)
   GROUP BY claim_id ORDER BY sum(weight) / (max(size) + ${LENGTH_OFFSET}) DESC, claim_id DESC LIMIT ${COMPARED_BOUND})
), hits AS (
  SELECT ${CLAIM} FROM chosen CROSS JOIN LATERAL (
    SELECT * FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = chosen.claim_id AND c.system_until IS NULL AND c.status = 'active'
    LIMIT 1
  ) c
)`;

/** @param around a json of what the lore store holds; `named` one of the sources that are meant */
const find = (around: string, named = 'NULL::text') => `${hits('$3::text[]', '$4::text[]', '$5::uuid[]')}
SELECT project.heads::text, project.context_version, project.around, project.named, hits.*
FROM (
  SELECT
    (SELECT json_object_agg(k.key, h.version) FROM unnest($3::text[] || $6::text[]) AS k (key) CROSS JOIN LATERAL (
       SELECT h.version FROM guard_head h WHERE h.org_id = $1 AND h.project = $2 AND h.key = k.key LIMIT 1
     ) h) AS heads,
    (SELECT p.context_version::int FROM projects p WHERE p.org_id = $1 AND p.project = $2) AS context_version,
    ${around} AS around, ${named} AS named
) project LEFT JOIN hits ON true
ORDER BY hits.id DESC`;

export const FIND_CANDIDATES = find('NULL::text');
export const FIND_CANDIDATES_AND_AROUND = find(`(${NEIGHBOURHOOD})`);
/** The same with what a source names, whose parameters follow. */
export const FIND_CANDIDATES_AND_SOURCE = find('NULL::text', namedSource(7));
export const FIND_CANDIDATES_AROUND_AND_SOURCE = find(`(${NEIGHBOURHOOD})`, namedSource(7 + PROBE_VALUES));

/** Everything that the guard needs to compare one statement with what is stored, in one round trip. */
export async function findCandidates(db: Db, tenant: Tenant, query: CandidateQuery): Promise<CandidateAnswer> {
  const lockKeys = new Map(query.lockKeys.map((key) => [storedKey(key), key]));
  const recallKeys = new Set(query.recallKeys.map(storedKey).filter((key) => !lockKeys.has(key)));
  const headKeys = (query.headKeys ?? []).map(storedKey);
  const values = [
    ...[tenant.orgId, tenant.project, [...lockKeys.keys()], [...recallKeys], query.exclude ?? [], headKeys],
    ...(query.around === undefined ? [] : probeValues(query.around)),
    ...(query.source == null ? [] : sourceValues(query.source)),
  ];
  const rows = await db.run<Row>({ ...statementFor(query), values });
  const heads = JSON.parse(rows[0]?.heads ?? '{}') as Record<string, number>;
  return {
    candidates: rows.flatMap(toCandidate),
    heads: new Map(Object.entries(heads).map(([key, version]) => [lockKeys.get(key) ?? key, version])),
    contextVersion: rows[0]?.context_version ?? 0,
    around: toNeighbourhood(rows[0]?.around ?? null, query.around?.claims ?? []),
    named: toNamedSource(rows[0]?.named ?? null),
  };
}

/** What is asked of the lore store is asked only where it is wanted. */
function statementFor({ around, source }: CandidateQuery): { name: string; text: string } {
  if (source == null) {
    return around === undefined
      ? { name: 'find_candidates', text: FIND_CANDIDATES }
      : { name: 'find_candidates_and_around', text: FIND_CANDIDATES_AND_AROUND };
  }
  return around === undefined
    ? { name: 'find_candidates_and_source', text: FIND_CANDIDATES_AND_SOURCE }
    : { name: 'find_candidates_around_and_source', text: FIND_CANDIDATES_AROUND_AND_SOURCE };
}

/** The same search for claims that are stored already, by the keys that they are stored with. */
export const FIND_CANDIDATES_OF_MANY = `
SELECT asked.id AS claim_id, candidate.claim_id AS candidate_id
FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
  SELECT c.lock_keys, c.recall_keys FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id AND c.system_until IS NULL AND c.status = 'active'
  LIMIT 1
) c CROSS JOIN LATERAL (${hits('c.lock_keys', 'c.recall_keys', 'ARRAY[asked.id]')}
  SELECT id AS claim_id FROM hits
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
  const found = new Map<string, string[]>();
  for (const { claim_id, candidate_id } of rows) {
    found.set(claim_id, [...(found.get(claim_id) ?? []), candidate_id]);
  }
  return found;
}

export const GET_CANDIDATES = `
SELECT ${CLAIM}
FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
  SELECT * FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id AND c.system_until IS NULL AND c.status = 'active'
  LIMIT 1
) c`;

/** The active claims of these ids as the guard compares them, by id. */
export async function getCandidates(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Map<string, Candidate>> {
  const rows = await db.run<Row>({
    name: 'get_candidates',
    text: GET_CANDIDATES,
    values: [tenant.orgId, tenant.project, ids],
  });
  return new Map(rows.flatMap(toCandidate).map((candidate) => [candidate.id, candidate]));
}

function toCandidate({ id, system_from, statement, who, kind, reason, reading, is_advisory }: Row): Candidate[] {
  if (id === null) return [];
  const advisory = is_advisory ? { isAdvisory: true as const } : {};
  return [{ id, systemFrom: toInstant(system_from), statement, who, kind, reason, reading, ...advisory }];
}

/** The versions of claims that a decision cites, in its order, as the guard compared them. */
export async function getCandidateVersions(
  db: Db,
  tenant: Tenant,
  cited: readonly Pick<Candidate, 'id' | 'systemFrom'>[],
): Promise<Candidate[]> {
  const rows = await db.run<Row>({
    name: 'get_candidate_versions',
    text: `SELECT ${CLAIM}
      FROM unnest($3::uuid[], $4::timestamptz[]) WITH ORDINALITY AS cited (id, system_from, place)
      JOIN claims c ON c.org_id = $1 AND c.project = $2 AND c.id = cited.id AND c.system_from = cited.system_from
      ORDER BY cited.place`,
    values: [tenant.orgId, tenant.project, cited.map(({ id }) => id), cited.map(({ systemFrom }) => systemFrom)],
  });
  return rows.flatMap(toCandidate);
}
