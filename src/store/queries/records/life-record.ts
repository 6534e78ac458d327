import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { AT_ONE, believed, idsOf, type RecordInput, readRecord } from './record.js';

const LIVES = `
WITH facts AS MATERIALIZED (
  SELECT r.*, r.id AS ord FROM relations r
  WHERE r.org_id = $1 AND r.project = $2 AND r.id = NULL::uuid
)`;

/** When entities existed, by what is told of births, deaths, windows and makings. */
export async function readLives(db: Db, input: RecordInput, entities: readonly string[]): Promise<LoreRecord> {
  const query = { name: 'read_lives', ctes: LIVES, values: [entities], mortal: 'SELECT unnest($10::uuid[])' };
  return readRecord(db, input, query);
}

const dating = (end: 'from' | 'to', types: string) => `
  SELECT l.*, l.id AS ord FROM me CROSS JOIN unnest(${types}::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = me.id AND r.type = t.type COLLATE "C"
      AND r.status = 'active' LIMIT 40
  ) l`;

/** $10 an entity. */
const LIFE = `
WITH me AS MATERIALIZED (${idsOf('$10')}
), facts AS MATERIALIZED (${dating('from', '$5')}
  UNION ALL ${dating('to', '$6')}
)`;

/** What tells when one entity existed, as facts: with who says so and where, and what was otherwise before. */
export async function readLife(db: Db, input: RecordInput, entity: string): Promise<LoreRecord> {
  const query = { name: 'read_life', ctes: LIFE, values: [entity] };
  return readRecord(db, input, { ...query, mortal: 'SELECT $10::uuid' });
}

/** $10 parent, $11 the child after which, $12 limit. */
const OFFSPRING = `
WITH me AS MATERIALIZED (${idsOf('$10')}
), children AS MATERIALIZED (
  SELECT c.to_id AS id FROM me CROSS JOIN LATERAL (
    SELECT r.to_id FROM relations r WHERE ${believed('r')} AND r.from_id = me.id AND r.type = 'PARENT_OF'
      AND r.status = 'active' AND r.to_id IS NOT NULL AND ($11::uuid IS NULL OR r.to_id > $11) ${AT_ONE}
  ) c GROUP BY c.to_id ORDER BY c.to_id LIMIT $12
), facts AS MATERIALIZED (
  SELECT p.*, (c.id, p.id) AS ord FROM children c CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = c.id AND r.type = 'PARENT_OF' AND r.status = 'active'
    LIMIT 20
  ) p
)`;

/** The children of a person, by their ids, with everybody who is said to be a parent of them. */
export async function readOffspring(
  db: Db,
  input: RecordInput,
  { parent, after, limit }: { parent: string; after: string | null; limit: number },
): Promise<LoreRecord> {
  const query = { name: 'read_offspring', ctes: OFFSPRING, values: [parent, after, limit] };
  return readRecord(db, input, { ...query, mortal: 'SELECT to_id FROM facts' });
}
