import type { ClaimKind, ClaimStatus } from '../../../core/claim.js';
import type { Unit } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { storedKey, toInstant } from '../../text.js';

/** Claims that are looked at for one word, the newest first: a word in more of them tells few of them apart. */
export const WORD_BOUND = 1000;
/** The same for one key of the guard: the subject, what is said of it, pairs of rare words. */
const KEY_BOUND = 32;
const KEYS_BOUND = 96;
/** Words that no claim has are taken for misspelt ones, so many of them. */
const MISSPELT_MAX = 4;
/** Claims that are looked at more closely: those that have the most weight of words, and of keys. */
export const EXAMINED_MAX = 120;
/** The same where a filter may leave few of them. */
export const FILTERED_MAX = 1000;

export interface RecallFilter {
  /** Null: any, but for what is erased. */
  status: ClaimStatus | null;
  kind: ClaimKind | null;
  entity: string | null;
  tag: string | null;
  /** Claims of this environment or team, and those that hold in all of them. */
  env: string | null;
  team: string | null;
  /** A time at some point of which the claim certainly or possibly holds. */
  atTime: Unit | null;
  /** ISO 8601; null is now. */
  knownAt: string | null;
}

/** One spelling of a word that is asked for. */
export interface AskedTerm {
  word: string;
  /** The word of the question that it stands for. */
  place: number;
  /** What it counts, from 0 to 1: an alternative less than the word itself, a common word less than a rare one. */
  factor: number;
}

/** A claim that may be meant, and what it has in common with the question. */
export interface Recalled {
  id: string;
  systemFrom: string;
  /** How many words it is found by. */
  size: number;
  /** Of which terms it has the word, and where among its words: each from 1. */
  terms: readonly number[];
  positions: readonly number[];
  /** Which keys it shares, each from 1. */
  keys: readonly number[];
}

export interface RecallAnswer {
  found: Recalled[];
  /** How many claims have the word of each term, up to WORD_BOUND. */
  frequencies: number[];
  /** Whether more shared a word than were looked at. */
  isCut: boolean;
}

const postings = (list: string) => `
    (SELECT w.claim_id FROM ${list} w
    WHERE w.org_id = $1 AND w.project = $2 AND w.word = asked.word COLLATE "C"
    ORDER BY w.claim_id DESC LIMIT ${WORD_BOUND})`;

/** Of the version that is believed now; or then, if $16 says when. */
const NOW = `c.system_until IS NULL AND c.status = 'active'`;
const THEN = `CASE WHEN $16::timestamptz IS NULL THEN c.system_until IS NULL
      ELSE c.system_from <= $16 AND (c.system_until IS NULL OR c.system_until > $16) END
    AND CASE WHEN $17::text IS NULL THEN c.status <> 'erased' ELSE c.status = $17 END`;

const PASSES = `($7::text IS NULL OR c.kind = $7)
  AND ($8::text IS NULL OR lower(c.entity) = lower($8))
  AND ($9::text IS NULL OR $9 = ANY (c.tags))
  AND ($10::text IS NULL OR c.env IS NULL OR c.env = $10)
  AND ($11::text IS NULL OR c.team IS NULL OR c.team = $11)
  AND ($12::int8 IS NULL
    OR time_in_window(int8range($12, $13), $14, c.valid_certain, c.valid_possible, c.valid_tail) IS NOT FALSE)`;

/**
 * Terms $3 of places $4 that count $5, keys $6, at most $15 claims. Each step has a bound of its own, so that the cost
 * depends on the question alone, however many claims are stored and however common its words are. A term weighs the
 * more the fewer claims have it.
 */
const recallIn = (lists: readonly string[], version: string, keys: string) => `
WITH asked AS MATERIALIZED (
  SELECT word, place, factor, n FROM unnest($3::text[], $4::int[], $5::float8[]) WITH ORDINALITY AS t (word, place, factor, n)
), posting AS MATERIALIZED (
  SELECT asked.n, hit.ids, hit.frequency, asked.factor * ln(1 + ${20 * WORD_BOUND} / hit.frequency::float8) AS weight
  FROM asked CROSS JOIN LATERAL (
    SELECT array_agg(listed.claim_id) AS ids, count(*) AS frequency FROM (${lists.map(postings).join(' UNION ')}) listed
  ) hit WHERE hit.frequency > 0
), worded AS MATERIALIZED (
  SELECT claim_id, sum(weight) AS weight FROM posting CROSS JOIN unnest(posting.ids) AS claim_id GROUP BY claim_id
), by_word AS MATERIALIZED (
  SELECT claim_id FROM worded ORDER BY weight DESC, claim_id DESC LIMIT $15
), by_key AS MATERIALIZED (
  ${keys}
), chosen AS (
  SELECT claim_id FROM by_word UNION SELECT claim_id FROM by_key
)
SELECT (SELECT count(*)::int FROM worded) AS worded,
  (SELECT json_object_agg(n, frequency) FROM posting) AS frequencies,
  c.id, c.system_from::text AS "systemFrom", coalesce(cardinality(c.words), 0) AS size, has.terms, has.positions,
  ARRAY(SELECT n::int FROM by_key k WHERE k.claim_id = c.id ORDER BY n) AS keys
FROM (SELECT 1) one LEFT JOIN (
  SELECT c.* FROM chosen CROSS JOIN LATERAL (
    SELECT c.id, c.system_from, c.words FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = chosen.claim_id AND ${version} AND ${PASSES}
    LIMIT 1
  ) c
) c ON true LEFT JOIN LATERAL (
  SELECT array_agg(asked.n::int ORDER BY asked.n) AS terms,
    array_agg(array_position(c.words, asked.word) ORDER BY asked.n) AS positions
  FROM asked WHERE asked.word = ANY (c.words)
) has ON true`;

const BY_KEY = `SELECT hit.claim_id, keys.n FROM unnest($6::text[]) WITH ORDINALITY AS keys (key, n) CROSS JOIN LATERAL (
    SELECT r.claim_id FROM recall_keys r
    WHERE r.org_id = $1 AND r.project = $2 AND r.key = keys.key COLLATE "C"
    ORDER BY r.claim_id DESC LIMIT ${KEY_BOUND}
  ) hit LIMIT ${KEYS_BOUND}`;
const BY_NO_KEY = 'SELECT NULL::uuid AS claim_id, NULL::int8 AS n FROM unnest($6::text[]) WHERE false';

export const RECALL = recallIn(['claim_words'], NOW, BY_KEY);
export const RECALL_THEN = recallIn(['claim_words', 'past_words'], THEN, BY_NO_KEY);

interface Row extends Omit<Recalled, 'id' | 'terms' | 'positions'> {
  id: string | null;
  worded: number;
  frequencies: Record<string, number> | null;
  terms: number[] | null;
  positions: number[] | null;
}

/** The claims that have most in common with a question; their order says nothing. One query. */
export async function recallClaims(
  db: Db,
  tenant: Tenant,
  { terms, keys }: { terms: readonly AskedTerm[]; keys: readonly string[] },
  filter: RecallFilter,
): Promise<RecallAnswer> {
  const isNow = filter.knownAt === null && filter.status === 'active';
  const limit = isFiltered(filter) ? FILTERED_MAX : EXAMINED_MAX;
  const values = [
    ...[tenant.orgId, tenant.project, terms.map(({ word }) => storedKey(word))],
    ...[terms.map(({ place }) => place), terms.map(({ factor }) => factor), keys.map(storedKey)],
    ...filterValues(filter),
    limit,
    ...(isNow ? [] : [filter.knownAt, filter.status]),
  ];
  const query = isNow ? { name: 'recall', text: RECALL } : { name: 'recall_then', text: RECALL_THEN };
  const rows = await db.run<Row>({ ...query, values });
  const [{ frequencies, worded } = { frequencies: null, worded: 0 }] = rows;
  return {
    found: rows.flatMap(toRecalled),
    frequencies: terms.map((_, at) => frequencies?.[at + 1] ?? 0),
    isCut: worded > limit,
  };
}

function isFiltered({ kind, entity, tag, env, team, atTime, knownAt, status }: RecallFilter): boolean {
  const given = [kind, entity, tag, env, team, atTime, knownAt].some((value) => value !== null);
  return given || status !== 'active';
}

/** $7 to $14 */
function filterValues({ kind, entity, tag, env, team, atTime }: RecallFilter): unknown[] {
  const time = atTime === null ? [null, null, null] : [atTime.start, atTime.end, atTime.isPoint === true];
  return [kind, entity, tag, env, team, ...time];
}

function toRecalled({ id, systemFrom, size, terms, positions, keys }: Row): Recalled[] {
  if (id === null) return [];
  return [{ id, systemFrom: toInstant(systemFrom), size, terms: terms ?? [], positions: positions ?? [], keys }];
}

/** Different words that begin alike are looked through, at most so many. */
const NEAR_MAX = 200;

/** Words $3: of those that no active claim has the words that begin with the same $4 letters, each found from the one before. */
const NEAR_WORDS = `
WITH RECURSIVE unknown AS MATERIALIZED (
  SELECT a.n, left(a.word, $4) AS begins FROM unnest($3::text[]) WITH ORDINALITY AS a (word, n) LEFT JOIN LATERAL (
    SELECT true AS is_known FROM claim_words w
    WHERE w.org_id = $1 AND w.project = $2 AND w.word = a.word COLLATE "C" LIMIT 1
  ) known ON true WHERE known.is_known IS NULL LIMIT ${MISSPELT_MAX}
), found AS (
  SELECT b.n, b.begins, w.word, 1 AS step FROM unknown b CROSS JOIN LATERAL (
    SELECT w.word FROM claim_words w
    WHERE w.org_id = $1 AND w.project = $2 AND w.word >= b.begins COLLATE "C" ORDER BY w.word LIMIT 1
  ) w
  UNION ALL
  SELECT f.n, f.begins, w.word, f.step + 1 FROM found f CROSS JOIN LATERAL (
    SELECT w.word FROM claim_words w
    WHERE w.org_id = $1 AND w.project = $2 AND w.word > f.word ORDER BY w.word LIMIT 1
  ) w WHERE f.step < ${NEAR_MAX} AND starts_with(w.word, f.begins)
)
SELECT n::int AS n, word FROM found WHERE starts_with(word, begins)`;

/** Of those of these words that no active claim has: the words of claims that begin alike, at most 200 each. */
export async function wordsLike(
  db: Db,
  tenant: Tenant,
  words: readonly string[],
  letters: number,
): Promise<string[][]> {
  const values = [tenant.orgId, tenant.project, words.map(storedKey), letters];
  const rows = await db.run<{ n: number; word: string }>({ name: 'words_like', text: NEAR_WORDS, values });
  return words.map((_, at) => rows.filter(({ n }) => n === at + 1).map(({ word }) => word));
}
