import type { Unit } from '../../../core/period.js';
import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { askedValues, believed, mayHold, type RecordInput, readRecord } from './record.js';

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
  /** The only time in which it matters who else has the place; default whenever. */
  asked?: Unit;
}

/** Versions of one relation, or in one place, that are read. */
const PAIR_MAX = 100;
const RIVALS_MAX = 300;

const pairOf = (one: string, other: string) => `
    SELECT p.* FROM ${one} a CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = a.id AND r.type = $10 COLLATE "C"
        AND ($12::uuid IS NULL OR r.to_id IN (SELECT id FROM ${other})) AND r.status <> 'erased' LIMIT ${PAIR_MAX}
    ) p`;

const rivalsOf = (end: 'from' | 'to', things: string, then: string) => `
    SELECT v.* FROM ${things} a CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = a.id AND r.type = $10 COLLATE "C"
        AND r.status = 'active'${then} LIMIT ${RIVALS_MAX}
    ) v`;

/**
 * Of a question only the branches that it has: each would cost as much to begin as to run.
 * $10 type, $11 subject, $12 object or null; $13 ticks, $14 is a moment.
 */
function statement({ object, single, isSymmetric, asked }: TruthProbe): string {
  const then = asked === undefined ? '' : ` AND ${mayHold('r', '$13', '$14')}`;
  const [ofSubject, ofObject] = [single.includes('from'), single.includes('to') && object !== null];
  const branches = [
    pairOf('subject', 'object'),
    ...(isSymmetric ? [pairOf('object', 'subject')] : []),
    ...(ofSubject ? [rivalsOf('from', 'subject', then)] : []),
    ...(ofObject ? [rivalsOf('to', 'object', then)] : []),
    ...(isSymmetric && ofSubject ? [rivalsOf('to', 'subject', then)] : []),
    ...(isSymmetric && ofObject ? [rivalsOf('from', 'object', then)] : []),
  ];
  return `
WITH meant AS MATERIALIZED (
  SELECT e.id, e.id AS of FROM unnest(ARRAY[$11::uuid, $12::uuid]) AS e (id)
  UNION ALL
  SELECT m.id, m.merged_into FROM entities m
  WHERE m.org_id = $1 AND m.project = $2 AND m.merged_into = ANY (ARRAY[$11::uuid, $12::uuid])
), subject AS (
  SELECT id FROM meant WHERE of = $11::uuid
), object AS (
  SELECT id FROM meant WHERE of = $12::uuid
), facts AS MATERIALIZED (
  SELECT DISTINCT ON (id) f.*, id AS ord FROM (${branches.map((branch) => `(${branch})`).join('\n  UNION ALL\n')}
  ) f ORDER BY id
)`;
}

/** Everything that decides whether a relation was so, and what else claims its place. */
export async function readTruth(db: Db, input: RecordInput, probe: TruthProbe): Promise<LoreRecord> {
  const { type, subject, object, single, isSymmetric, asked } = probe;
  const isThen = asked !== undefined && single.length > 0;
  const flags = [
    ...[...single].sort(),
    ...(isSymmetric ? ['both'] : []),
    ...(object === null ? ['value'] : []),
    ...(isThen ? ['then'] : []),
  ];
  const values = [type, subject, object, ...(isThen ? askedValues(asked) : [])];
  return readRecord(db, input, { name: `read_truth_${flags.join('_')}`, ctes: statement(probe), values });
}
