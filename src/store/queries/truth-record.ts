import type { LoreRecord } from '../../core/record.js';
import type { Db } from '../tenant.js';
import { believed, idsOf, type RecordInput, readRecord } from './record.js';

/** The question whether two things stood in a relation. */
export interface TruthProbe {
  type: string;
  subject: string;
  /** Null for an attribute: then every value of it is read. */
  object: string | null;
  /** Ends that have one such relation at a time: others that they have it with are read too. */
  single: readonly ('from' | 'to')[];
  /** Whether the ends may change places. */
  isSymmetric: boolean;
}

/** Versions of one relation, or in one place, that are read. */
const PAIR_MAX = 100;
const RIVALS_MAX = 300;

const pairOf = (one: string, other: string) => `
    SELECT p.* FROM ${one} a CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = a.id AND r.type = $10 COLLATE "C"
        AND ($12::uuid IS NULL OR r.to_id IN (SELECT id FROM ${other})) AND r.status <> 'erased' LIMIT ${PAIR_MAX}
    ) p`;

const rivalsOf = (end: 'from' | 'to', things: string) => `
    SELECT v.* FROM ${things} a CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = a.id AND r.type = $10 COLLATE "C"
        AND r.status = 'active' LIMIT ${RIVALS_MAX}
    ) v`;

/** $10 type, $11 subject, $12 object or null, $13 whether the subject, $14 the object has one at a time, $15 symmetric. */
const CTES = `
WITH subject AS MATERIALIZED (${idsOf('$11')}
), object AS MATERIALIZED (${idsOf('$12')}
), found AS (
  ${pairOf('subject', 'object')}
  UNION ALL
  SELECT * FROM (${pairOf('object', 'subject')}) turned WHERE $15::boolean
  UNION ALL
  SELECT * FROM (${rivalsOf('from', 'subject')}) s WHERE $13::boolean
  UNION ALL
  SELECT * FROM (${rivalsOf('to', 'object')}) o WHERE $14::boolean
  UNION ALL
  SELECT * FROM (${rivalsOf('to', 'subject')}) s WHERE $15::boolean AND $13::boolean
  UNION ALL
  SELECT * FROM (${rivalsOf('from', 'object')}) o WHERE $15::boolean AND $14::boolean
), facts AS MATERIALIZED (
  SELECT DISTINCT ON (id) f.*, id AS ord FROM found f ORDER BY id
)`;

/** Everything that decides whether a relation was so, and what else claims its place. */
export async function readTruth(db: Db, input: RecordInput, probe: TruthProbe): Promise<LoreRecord> {
  const { type, subject, object, single, isSymmetric } = probe;
  const values = [type, subject, object, single.includes('from'), single.includes('to'), isSymmetric];
  return readRecord(db, input, { name: 'read_truth', ctes: CTES, values });
}
