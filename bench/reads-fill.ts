import pg from 'pg';

export const HUB_PROJECT = 'hub';
/** Something with many relations. */
export const HUB = '01900000-0000-7000-8000-000000000000';
const HUB_RELATIONS = 50_000;
const VIOLATIONS = 20_000;

const ID = (kind: number, n: string) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const RELATION_COLUMNS = `org_id, project, id, system_from, type, from_id, to_id, valid_certain, valid_possible, valid_tail,
  extraction, prophetic, supersedes, properties, guarded, who, status, is_disputed, disputed_with`;

const ENTITIES = `
INSERT INTO entities (org_id, project, id, identity, type, name, created_at, who)
SELECT 'default', '${HUB_PROJECT}', ${ID(0, 'n')}, n::text, 'Person', 'Person ' || n, now(), 'bench'
FROM generate_series(0, 2000) AS n`;

const NAMES = `
INSERT INTO entity_names (org_id, project, key, entity_id, document_id, name, kind)
SELECT 'default', '${HUB_PROJECT}', 'rare', ${ID(0, '1')}, '00000000-0000-0000-0000-000000000000', 'Rare', 'alias'`;

/** Every other of them points to the hub, the rest from it. */
const RELATIONS = `
INSERT INTO relations (${RELATION_COLUMNS})
SELECT 'default', '${HUB_PROJECT}', ${ID(1, 'n')}, now(), 'MEMBER_OF',
  CASE WHEN n % 2 = 0 THEN ${ID(0, '0')} ELSE ${ID(0, '1 + n % 2000')} END,
  CASE WHEN n % 2 = 0 THEN ${ID(0, '1 + n % 2000')} ELSE ${ID(0, '0')} END,
  '(,)', '(,)', 0, 1, false, '{}', '{}', true, 'bench', 'active', false, '{}'
FROM generate_series(1, ${HUB_RELATIONS}) AS n`;

/** Each between two relations of their own; half are settled, and none is severe. */
const DISPUTES = `
WITH told AS (
  INSERT INTO relations (${RELATION_COLUMNS})
  SELECT 'default', '${HUB_PROJECT}', ${ID(2, 'n')}, now(), 'LOCATED_IN', ${ID(0, '1 + (n / 2) % 2000')},
    ${ID(0, '1 + (n * 7) % 2000')}, '(,)', '(,)', 0, 1, false, '{}', '{}', true, 'bench', 'active', n / 2 % 2 = 0, '{}'
  FROM generate_series(2, ${VIOLATIONS} * 2 + 1) AS n
)
INSERT INTO violations (org_id, project, id, kind, pair_key, severity, status, resolution, resolved_at, detected_at, sides,
  about, detail)
SELECT 'default', '${HUB_PROJECT}', ${ID(3, 'n')}, 'contradiction', n::text, 'warn',
  CASE WHEN n % 2 = 0 THEN 'open' ELSE 'dismissed' END, CASE WHEN n % 2 = 0 THEN NULL ELSE 'dismiss' END,
  CASE WHEN n % 2 = 0 THEN NULL ELSE now() END, now(), ARRAY[${ID(2, '2 * n')}, ${ID(2, '2 * n + 1')}], 'relation',
  '{}'
FROM generate_series(1, ${VIOLATIONS}) AS n`;

const SIDES = `
INSERT INTO violation_sides (org_id, project, side_id, violation_id)
SELECT org_id, project, unnest(sides), id FROM violations WHERE project = '${HUB_PROJECT}'`;

/** Stores a hub, and contradictions that were found. */
export async function fillDisputes(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET synchronous_commit = off; SELECT set_config('loreguard.org_id', 'default', false)");
  for (const text of [ENTITIES, NAMES, RELATIONS, DISPUTES, SIDES]) await client.query(text);
  await client.query('VACUUM ANALYZE');
  await client.end();
}
