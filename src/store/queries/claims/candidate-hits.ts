import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';

/** Most claims that one key brings in, newest first: the bound that keeps a common key from costing more. */
export const LOCK_KEY_BOUND = 200;
export const RECALL_KEY_BOUND = 32;
/** Most that the further keys bring in together. They are asked in their order until then, so rare ones go first. */
export const RECALL_BOUND = 128;
/** How many of these claims are compared. */
export const COMPARED_BOUND = 12;
/** Characters that are added to the length of every statement, so that very short ones do not always come first. */
export const LENGTH_OFFSET = 64;

/** The newest claims of each of `keys`, in a project. */
export const newest = (bound: number, project = '$2') => `LATERAL (
    SELECT r.claim_id, r.size FROM recall_keys r
    WHERE r.org_id = $1 AND r.project = ${project} AND r.key = keys.key COLLATE "C"
    ORDER BY r.claim_id DESC LIMIT ${bound}
  )`;

/** Keys as they are stored, of one statement that is looked for. */
export interface AskedKeys {
  project: string;
  lockKeys: readonly string[];
  recallKeys: readonly string[];
  /** Keys whose versions are wanted too. */
  headKeys: readonly string[];
}

/** What the keys of one statement bring in: ids as 32 hexadecimal digits. */
export interface Hits {
  heads: Record<string, number>;
  contextVersion: number;
  locked: string[];
  /** Claims by each further key, in the order of the keys. */
  shared: Hit[];
}

export interface Hit {
  id: string;
  /** Bytes of its statement. */
  size: number;
  /** Which of the further keys brings it in. */
  place: number;
}

/** Digits of an id, of a size and of a place. */
const [ID, SHORT] = [32, 4];
const HIT = ID + 2 * SHORT;

/**
 * For each of many statements of one organisation what its keys bring in, with the versions of the heads and of the
 * settings; LATERAL with a LIMIT in each step pins nested loops over whole keys of the indexes, whatever the planner
 * thinks of the tables: it plans once, perhaps while they are empty. The cost is bounded by the keys asked for, never by
 * the claims stored. Which claims are compared is worked out outside: in SQL that takes three times as long as to find them.
 * A key that is begun is read to its end, as its claims weigh the less the more they are.
 */
export const FIND_HITS = `
WITH asked AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::json)
    AS q (at int, project text, lock_keys text[], recall_keys text[], head_keys text[])
)
SELECT q.at, (
    SELECT json_object_agg(k.key, h.version) FROM unnest(q.lock_keys || q.head_keys) AS k (key) CROSS JOIN LATERAL (
      SELECT h.version FROM guard_head h
      WHERE h.org_id = $1 AND h.project = q.project COLLATE "C" AND h.key = k.key COLLATE "C" LIMIT 1
    ) h
  )::text AS heads,
  (SELECT p.context_version::int FROM projects p WHERE p.org_id = $1 AND p.project = q.project COLLATE "C") AS context_version,
  (
    SELECT encode(string_agg(uuid_send(hit.claim_id), ''), 'hex')
    FROM unnest(q.lock_keys) AS keys (key) CROSS JOIN ${newest(LOCK_KEY_BOUND, 'q.project COLLATE "C"')} hit
  ) AS locked,
  (
    SELECT encode(string_agg(uuid_send(claim_id) || int2send(size) || int2send(place::int2), ''), 'hex') FROM (
      SELECT hit.claim_id, hit.size, keys.place FROM unnest(q.recall_keys) WITH ORDINALITY AS keys (key, place)
      CROSS JOIN ${newest(RECALL_KEY_BOUND, 'q.project COLLATE "C"')} hit
      LIMIT ${RECALL_BOUND + RECALL_KEY_BOUND - 1}
    ) s
  ) AS shared
FROM asked q`;

interface Row {
  at: number;
  heads: string | null;
  context_version: number | null;
  locked: string | null;
  shared: string | null;
}

/** The answers are in the order of what was asked. */
export async function findHits(db: Db, { orgId }: Pick<Tenant, 'orgId'>, asked: readonly AskedKeys[]): Promise<Hits[]> {
  const questions = asked.map(({ project, lockKeys, recallKeys, headKeys }, at) => ({
    ...{ at, project, lock_keys: lockKeys, recall_keys: recallKeys, head_keys: headKeys },
  }));
  const values = [orgId, toJson(questions)];
  const rows = await db.run<Row>({ name: 'find_candidates', text: FIND_HITS, values });
  const byPlace = new Map(rows.map((row) => [row.at, row]));
  return asked.map((_, at) => toHits(byPlace.get(at)));
}

function toHits(row: Row | undefined): Hits {
  const [locked, shared] = [row?.locked ?? '', row?.shared ?? ''];
  const heads = JSON.parse(row?.heads ?? '{}');
  const hits: Hits = { heads, contextVersion: row?.context_version ?? 0, locked: [], shared: [] };
  for (let at = 0; at < locked.length; at += ID) hits.locked.push(locked.slice(at, at + ID));
  for (let at = 0; at < shared.length; at += HIT) hits.shared.push(hitAt(shared, at));
  return hits;
}

function hitAt(text: string, at: number): Hit {
  return {
    id: text.slice(at, at + ID),
    size: numberAt(text, at + ID),
    place: numberAt(text, at + ID + SHORT),
  };
}

/** Four hexadecimal digits, which need not be cut out of the text to be read. */
function numberAt(text: string, at: number): number {
  let value = 0;
  for (let nth = at; nth < at + SHORT; nth += 1) {
    const code = text.charCodeAt(nth);
    value = value * 16 + code - (code < DIGITS_END ? DIGIT_0 : LETTER_A - 10);
  }
  return value;
}

const [DIGIT_0, DIGITS_END, LETTER_A] = [48, 58, 97];

/**
 * The ids of the claims to compare: all that share a lock key, and of those that share further keys the ones that share
 * the most. A key weighs the less the more claims have it, and what says little beside what is shared comes before what
 * says much.
 * @param left ids of those that are not wanted
 */
export function chosenOf({ locked, shared }: Pick<Hits, 'locked' | 'shared'>, left: ReadonlySet<string>): string[] {
  const chosen = new Set(left.size === 0 ? locked : locked.filter((id) => !left.has(id)));
  const weights = weightsOf(shared);
  const found = new Map<string, Found>();
  for (let nth = 0; nth < shared.length && nth < RECALL_BOUND; nth += 1) {
    const { id, size, place } = shared[nth] as Hit;
    const known = found.get(id);
    if (known !== undefined) {
      known.weight += weights[place] ?? 1;
      known.size = Math.max(known.size, size);
    } else if (!left.has(id) && !chosen.has(id)) found.set(id, { id, weight: weights[place] ?? 1, size });
  }
  return [...chosen, ...bestOf(found.values())];
}

/** A claim with what its keys weigh together. */
interface Found {
  id: string;
  weight: number;
  size: number;
}

/** The ids of those that are worth most, best first: of a hundred only as many are put in order. */
function bestOf(all: Iterable<Found>): string[] {
  const best: { id: string; worth: number }[] = [];
  for (const { id, weight, size } of all) {
    const worth = weight / (size + LENGTH_OFFSET);
    let place = best.length;
    while (place > 0 && isWorthMore({ id, worth }, best[place - 1])) place -= 1;
    if (place === COMPARED_BOUND) continue;
    best.splice(place, 0, { id, worth });
    if (best.length > COMPARED_BOUND) best.pop();
  }
  return best.map(({ id }) => id);
}

/** Of two that are worth the same the newer one comes first. */
function isWorthMore(one: { id: string; worth: number }, other: { id: string; worth: number } | undefined): boolean {
  if (other === undefined) return true;
  return one.worth === other.worth ? one.id > other.id : one.worth > other.worth;
}

/** How much each of the further keys weighs. */
function weightsOf(shared: readonly Hit[]): number[] {
  const counts: number[] = [];
  for (const { place } of shared) counts[place] = (counts[place] ?? 0) + 1;
  return counts.map((count) => 1 / Math.sqrt(count));
}

/** An id as it is found here. */
export function undashed(id: string): string {
  return id.toLowerCase().replaceAll('-', '');
}

/** An id as it is written. */
export function dashed(id: string): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
}
