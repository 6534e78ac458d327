import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant, toJson } from '../../text.js';
import { cursorId, type Page, pageOf } from '../cursor.js';

/** Which session: it counts within one project and for one API key. */
export interface SessionKey {
  tenant: Tenant;
  id: string;
  /** Id of the API key; empty for the bootstrap key. */
  caller: string;
}

/** What a session came to know by one request: ids, the most important first. */
export interface Touched {
  entities: readonly string[];
  claims: readonly string[];
}

/** One question of a session, and what it was answered. */
export interface SessionCall extends Touched {
  id: string;
  tool: string;
  query: Readonly<Record<string, unknown>>;
  status: number;
  /** Codes of the caveats of the answer. */
  caveats: readonly string[];
  /** Ids of the relations that the answer rested on, the first of them. */
  relations: readonly string[];
  /** Rules of the contract that the draft of an answer did not meet, where the call was to check one. */
  unmet: readonly string[];
}

/** How long a session goes on without being used. */
const IDLE = "interval '24 hours'";
/** Entities, claims and calls that are kept of a session. */
const CONTEXT_MAX = 50;
const CLAIMS_MAX = 200;
export const CALLS_MAX = 500;
/** Relations that are kept of one call. */
const RELATIONS_MAX = 500;

/** What came last stands before what was there; nothing of a session that expired is of the one that begins under its id. */
const before = (column: 'entities' | 'claims', most: number) => `ARRAY(
      SELECT e.id FROM unnest(excluded.${column} || CASE
        WHEN s.used_at < excluded.used_at - ${IDLE} THEN '{}'::uuid[] ELSE s.${column} END
      ) WITH ORDINALITY AS e (id, place) GROUP BY e.id ORDER BY min(e.place) LIMIT ${most}
    )`;

/** $5 entities, $6 claims. */
const USE = `
  INSERT INTO lore_sessions AS s (org_id, project, session, caller, started_at, used_at, entities, claims)
  VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), $5::uuid[], ($6::uuid[])[:${CLAIMS_MAX}])
  ON CONFLICT (org_id, project, session, caller) DO UPDATE SET used_at = excluded.used_at,
    started_at = CASE WHEN s.used_at < excluded.used_at - ${IDLE} THEN excluded.used_at ELSE s.started_at END,
    entities = ${before('entities', CONTEXT_MAX)},
    claims = ${before('claims', CLAIMS_MAX)}`;

/** $7 id of the call, $8 tool, $9 query, $10 status, $11 caveats, $12 relations, $13 unmet rules. */
const RECORD = `
WITH used AS (${USE}
  RETURNING used_at
), old AS (
  DELETE FROM lore_calls c USING (
    SELECT o.id FROM lore_calls o
    WHERE o.org_id = $1 AND o.project = $2 AND o.session = $3 AND o.caller = $4
    ORDER BY o.id DESC OFFSET ${CALLS_MAX - 1}
  ) o
  WHERE c.org_id = $1 AND c.project = $2 AND c.session = $3 AND c.caller = $4 AND c.id = o.id
)
INSERT INTO lore_calls (org_id, project, session, caller, id, at, tool, query, status, entities, caveats, relations, unmet)
SELECT $1, $2, $3, $4, $7::uuid, used.used_at, $8, $9::json, $10::int, $5::uuid[], $11::text[], $12::uuid[], $13::text[]
FROM used`;

/** Writes down what a session asked, and takes what it was about into its context: one statement. */
export async function recordCall(db: Db, session: SessionKey, call: SessionCall): Promise<void> {
  const { id, tool, query, status, entities, claims, caveats, relations, unmet } = call;
  const told = [caveats, relations.slice(0, RELATIONS_MAX), unmet];
  const values = [...place(session), entities, claims, id, tool, toJson(query), status, ...told];
  await retried(db, () => db.run({ name: 'record_call', text: RECORD, values }));
}

/** Takes into the context of a session what it wrote. */
export async function recordTouched(db: Db, session: SessionKey, { entities, claims }: Touched): Promise<void> {
  const values = [...place(session), entities, claims];
  await retried(db, () => db.run({ name: 'record_touched', text: USE, values }));
}

/** What a session came to know, things that were merged under both ids; nothing of one that was not used for a day. */
export async function touchedBy(db: Db, session: SessionKey): Promise<Touched> {
  const [row] = await db.run<Touched>({
    name: 'touched_by',
    text: `SELECT s.claims, s.entities || ARRAY(
        SELECT m.merged_into FROM unnest(s.entities) AS named (id) CROSS JOIN LATERAL (
          SELECT e.merged_into FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = named.id LIMIT 1
        ) m WHERE m.merged_into IS NOT NULL
      ) AS entities
      FROM lore_sessions s
      WHERE s.org_id = $1 AND s.project = $2 AND s.session = $3 AND s.caller = $4
        AND s.used_at >= clock_timestamp() - ${IDLE}`,
    values: place(session),
  });
  return row ?? { entities: [], claims: [] };
}

/** Something that a session spoke of. */
export interface SpokenOf {
  id: string;
  name: string;
  type: string;
  loreVerified: boolean;
  /** As it is recorded now. */
  gender: string | null;
}

const CONTEXT = `
SELECT e.id, e.name, e.type, e.lore_verified AS "loreVerified", g.value AS gender
FROM (
  SELECT entities FROM lore_sessions s
  WHERE s.org_id = $1 AND s.project = $2 AND s.session = $3 AND s.caller = $4
    AND s.used_at >= clock_timestamp() - ${IDLE}
) s CROSS JOIN LATERAL unnest(s.entities) WITH ORDINALITY AS named (id, place)
CROSS JOIN LATERAL (
  SELECT coalesce(merged_into, id) AS id FROM entities m
  WHERE m.org_id = $1 AND m.project = $2 AND m.id = named.id LIMIT 1
) m CROSS JOIN LATERAL (
  SELECT * FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = m.id LIMIT 1
) e LEFT JOIN LATERAL (
  SELECT r.value FROM relations r
  WHERE r.org_id = $1 AND r.project = $2 AND r.from_id = e.id AND r.type = 'GENDER' AND r.system_until IS NULL
    AND r.status = 'active' LIMIT 1
) g ON true
ORDER BY named.place`;

/** What a session spoke of, latest first; nothing of one that was not used for a day. */
export function contextOfSession(db: Db, session: SessionKey): Promise<SpokenOf[]> {
  return db.run<SpokenOf>({ name: 'context_of_session', text: CONTEXT, values: place(session) });
}

/** A call as it is on record. */
export interface RecordedCall extends Omit<SessionCall, 'claims'> {
  /** ISO 8601. */
  at: string;
}

/** A page of the calls of a session, oldest first. @param caller null: those of every API key */
export async function listCalls(
  db: Db,
  { tenant, id, caller }: Omit<SessionKey, 'caller'> & { caller: string | null },
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<RecordedCall>> {
  const rows = await db.run<RecordedCall>({
    name: 'list_calls',
    text: `SELECT c.id, c.at::text AS at, c.tool, c.query, c.status, c.entities, c.caveats, c.relations, c.unmet
      FROM lore_sessions s CROSS JOIN LATERAL (
        SELECT * FROM lore_calls c
        WHERE c.org_id = $1 AND c.project = $2 AND c.session = $3 AND c.caller = s.caller AND c.at >= s.started_at
          AND ($5::uuid IS NULL OR c.id > $5) ORDER BY c.id LIMIT $6::int
      ) c
      WHERE s.org_id = $1 AND s.project = $2 AND s.session = $3 AND ($4::text IS NULL OR s.caller = $4 COLLATE "C")
        AND s.used_at >= clock_timestamp() - ${IDLE}
      ORDER BY c.id LIMIT $6`,
    values: [tenant.orgId, tenant.project, id, caller, cursor === undefined ? null : cursorId(cursor), limit + 1],
  });
  return pageOf(
    rows.map((row) => ({ ...row, at: toInstant(row.at) })),
    limit,
  );
}

/** Deletes sessions that nobody used for a day, with their calls; answers how many. */
export async function forgetSessions(db: Db, limit: number): Promise<number> {
  const rows = await retried(db, () =>
    db.run({
      text: `WITH old AS (
          SELECT s.org_id, s.project, s.session, s.caller FROM lore_sessions s
          WHERE s.used_at < clock_timestamp() - ${IDLE} LIMIT $1 FOR UPDATE SKIP LOCKED
        ), calls AS (
          DELETE FROM lore_calls c USING old o
          WHERE c.org_id = o.org_id AND c.project = o.project AND c.session = o.session AND c.caller = o.caller
        )
        DELETE FROM lore_sessions s USING old o
        WHERE s.org_id = o.org_id AND s.project = o.project AND s.session = o.session AND s.caller = o.caller
        RETURNING s.session`,
      values: [limit],
    }),
  );
  return rows.length;
}

function place({ tenant, id, caller }: SessionKey): string[] {
  return [tenant.orgId, tenant.project, id, caller];
}
