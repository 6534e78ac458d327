import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { AT_ONE, believed, idsAt, type RecordInput, readRecord, turnedOut } from './record.js';

/** Relations that say the same that are looked at. */
const SAME_MAX = 50;

/** $10 a relation, or null; $11 a claim, or null. */
const SAYING = `
WITH asked AS MATERIALIZED (
  (SELECT r.* FROM relations r WHERE ${believed('r')} AND r.id = $10::uuid AND r.status <> 'erased' LIMIT 1)
  UNION ALL
  (SELECT r.* FROM relations r WHERE ${believed('r')} AND r.claim_id = $11::uuid AND r.claim_id IS NOT NULL
    AND r.status <> 'erased' LIMIT ${SAME_MAX})
), same AS (
  SELECT DISTINCT ON (r.id) r.* FROM asked a CROSS JOIN LATERAL (${turnedOut('a.from_id')}
  ) n CROSS JOIN LATERAL (${idsAt('n.id')}
  ) m CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = m.id AND r.type = a.type AND r.status = 'active'
      AND (r.to_id = a.to_id OR lower(r.value) = lower(a.value)) ${AT_ONE}
  ) r
), facts AS MATERIALIZED (
  SELECT a.*, (0, a.id) AS ord FROM asked a
  UNION ALL
  (SELECT s.*, (1, s.id) FROM same s WHERE s.id NOT IN (SELECT id FROM asked) ORDER BY s.id LIMIT ${SAME_MAX})
)`;

/** A relation, or those that a claim says, and all others that say the same. */
export async function readSaying(
  db: Db,
  input: RecordInput,
  { relation, claim }: { relation: string | null; claim: string | null },
): Promise<LoreRecord> {
  return readRecord(db, input, { name: 'read_saying', ctes: SAYING, values: [relation, claim] });
}

/** $10 the entity, $11 passages. */
const CITING = `
WITH found AS (
  SELECT f.* FROM (${idsAt('$10::uuid')}
  ) m CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = m.id AND r.status = 'active'
      AND r.chunk_id = ANY ($11::uuid[]) ${AT_ONE}
  ) f
  UNION ALL
  SELECT t.* FROM (${idsAt('$10::uuid')}
  ) m CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = m.id AND r.status = 'active'
      AND r.chunk_id = ANY ($11::uuid[]) ${AT_ONE}
  ) t
), facts AS MATERIALIZED (
  SELECT DISTINCT ON (f.id) f.*, f.id AS ord FROM found f ORDER BY f.id LIMIT 200
)`;

/** The relations of an entity that cite one of these passages. */
export async function readCiting(
  db: Db,
  input: RecordInput,
  { entity, chunks }: { entity: string; chunks: readonly string[] },
): Promise<LoreRecord> {
  return readRecord(db, input, { name: 'read_citing', ctes: CITING, values: [entity, chunks] });
}
