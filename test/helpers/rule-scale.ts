import type { Tenant } from '../../src/core/scope.js';
import type { Db } from '../../src/store/store.js';

/** Of every ten relations two are CONTROLS of a kingdom over a place, and one each is of these. */
const ID = (kind: string, number: string) => `(md5('${kind}' || (${number})::text))::uuid`;

const ENTITIES = `
INSERT INTO entities (org_id, project, id, identity, type, name, created_at, who)
SELECT $1, $2, md5(k.kind || n::text)::uuid, k.kind || n, k.type, k.type || ' ' || n, now(), 'generator'
FROM (VALUES ('kingdom', 'Kingdom', $3::int / 250), ('place', 'Location', $3::int / 25), ('person', 'Person', $3::int / 20),
  ('title', 'Title', $3::int / 20), ('item', 'Item', $3::int / 20)) AS k (kind, type, many)
CROSS JOIN LATERAL generate_series(0, k.many) AS n`;

/** Windows of five years, spread over three thousand. */
const RELATIONS = `
INSERT INTO relations (org_id, project, id, system_from, status, type, from_id, to_id, valid_certain, valid_possible,
  extraction, prophetic, guarded, who)
SELECT $1, $2, ${ID('relation', 'n')}, now(), 'active', w.type, w.from_id, w.to_id, w.span, w.span, 1, false, true, 'generator'
FROM generate_series($4::int, $5::int - 1) AS n CROSS JOIN LATERAL (
  SELECT (hashint4(n)::bigint & 2147483647) % 3000 * 31536000 AS starts, hashint4(n + 7)::bigint & 2147483647 AS one,
    hashint4(n + 13)::bigint & 2147483647 AS other
) h CROSS JOIN LATERAL (
  SELECT int8range(starts, starts + 5 * 31536000) AS span,
    (ARRAY['CONTROLS', 'CONTROLS', 'PARENT_OF', 'CLAIMS_TITLE', 'LOCATED_IN', 'KNOWS', 'KNOWS', 'KNOWS', 'KNOWS', 'KNOWS'])[n % 10 + 1] AS type,
    CASE WHEN n % 10 < 2 THEN ${ID('kingdom', 'one % ($3::int / 250)')} WHEN n % 10 = 4 THEN ${ID('item', 'one % ($3::int / 20)')}
      ELSE ${ID('person', 'one % ($3::int / 20)')} END AS from_id,
    CASE WHEN n % 10 IN (0, 1, 4) THEN ${ID('place', 'other % ($3::int / 25)')}
      WHEN n % 10 = 3 THEN ${ID('title', 'other % ($3::int / 20)')}
      ELSE ${ID('person', 'other % ($3::int / 20)')} END AS to_id
) w`;

/** Each kingdom exists for five years. */
const EXISTENCES = `
INSERT INTO relations (org_id, project, id, system_from, status, type, from_id, to_id, valid_certain, valid_possible,
  extraction, prophetic, guarded, who)
SELECT $1, $2, ${ID('existence', 'n')}, now(), 'active', 'EXISTED_DURING', ${ID('kingdom', 'n')}, ${ID('place', '0')},
  w.span, w.span, 1, false, true, 'generator'
FROM generate_series(0, $3::int / 250) AS n CROSS JOIN LATERAL (
  SELECT (hashint4(n)::bigint & 2147483647) % 3000 * 31536000 AS starts
) h CROSS JOIN LATERAL (SELECT int8range(starts, starts + 5 * 31536000) AS span) w`;

/** Relations of one statement: a busy machine ends one that takes too long. */
const AT_ONCE = 20_000;

/** Fills a project with so many relations between made-up things, for the speed of rules; without what an ingest reads. */
export async function fillForRules(db: Db, { orgId, project }: Tenant, size: number): Promise<void> {
  await db.run({ text: ENTITIES, values: [orgId, project, size] });
  await db.run({ text: EXISTENCES, values: [orgId, project, size] });
  for (let from = 0; from < size; from += AT_ONCE) {
    await db.run({ text: RELATIONS, values: [orgId, project, size, from, Math.min(size, from + AT_ONCE)] });
  }
}

/** What one pass in order over all relations costs in SQL: by this the speed of a rule is measured. */
export const ONE_PASS = `
SELECT count(*)::int AS flagged FROM (
  SELECT lower(valid_possible) AS starts, max(upper(valid_possible)) OVER (
    PARTITION BY type, to_id ORDER BY lower(valid_possible), id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  ) AS reached FROM relations
  WHERE org_id = $1 AND project = $2 AND system_until IS NULL AND status = 'active' AND to_id IS NOT NULL
) s WHERE starts < reached`;
