import type { Unit } from '../../../core/period.js';
import type { Db } from '../../tenant.js';
import {
  askedValues,
  believed,
  idsOf,
  mayHold,
  type NamedRecord,
  type RecordInput,
  readNamed,
  WHO,
  whoIs,
} from './record.js';

/** The question whether two things stood in a relation. */
export interface TruthProbe {
  type: string;
  /** Whether its `from` is the second of those that are named, and its `to` the first. */
  isInverse?: boolean;
  /** Whether it is of one only, as an attribute is: then every value of it is read. */
  ofOne: boolean;
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

const pairOf = (one: string, other: string | null) => `
    SELECT p.* FROM ${one} a CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = a.id AND r.type = $10 COLLATE "C"
        ${other === null ? '' : `AND r.to_id IN (SELECT id FROM ${other}) `}AND r.status <> 'erased' LIMIT ${PAIR_MAX}
    ) p`;

const rivalsOf = (end: 'from' | 'to', things: string, then: string) => `
    SELECT v.* FROM ${things} a CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = a.id AND r.type = $10 COLLATE "C"
        AND r.status = 'active'${then} LIMIT ${RIVALS_MAX}
    ) v`;

/**
 * Of a question only the branches that it has: each would cost as much to begin as to run.
 * $10 type, $11 ticks, $12 is a moment.
 */
function statement({ isInverse, ofOne, single, isSymmetric, asked }: TruthProbe): string {
  const then = asked === undefined ? '' : ` AND ${mayHold('r', '$11', '$12')}`;
  const [ofSubject, ofObject] = [single.includes('from'), single.includes('to') && !ofOne];
  const branches = [
    pairOf('subject', ofOne ? null : 'object'),
    ...(isSymmetric ? [pairOf('object', 'subject')] : []),
    ...(ofSubject ? [rivalsOf('from', 'subject', then)] : []),
    ...(ofObject ? [rivalsOf('to', 'object', then)] : []),
    ...(isSymmetric && ofSubject ? [rivalsOf('to', 'subject', then)] : []),
    ...(isSymmetric && ofObject ? [rivalsOf('from', 'object', then)] : []),
  ];
  const [subject, object] = isInverse ? [2, 1] : [1, 2];
  return `
WITH ${WHO}, subject AS (${idsOf(whoIs(subject))}
), object AS (${idsOf(whoIs(object))}
), facts AS MATERIALIZED (
  SELECT DISTINCT ON (id) f.*, id AS ord FROM (${branches.map((branch) => `(${branch})`).join('\n  UNION ALL\n')}
  ) f ORDER BY id
)`;
}

/** Everything that decides whether a relation was so between those that the question names, and what else claims its place. */
export async function readTruth(db: Db, input: RecordInput, probe: TruthProbe): Promise<NamedRecord> {
  const { type, isInverse, ofOne, single, isSymmetric, asked } = probe;
  const isThen = asked !== undefined && single.length > 0;
  const flags = [
    ...[...single].sort(),
    ...(isSymmetric ? ['both'] : []),
    ...(isInverse ? ['inverse'] : []),
    ...(ofOne ? ['value'] : []),
    ...(isThen ? ['then'] : []),
  ];
  const values = [type, ...(isThen ? askedValues(asked) : [])];
  const name = `read_truth_of_${flags.join('_')}`;
  return readNamed(db, input, { name, ctes: statement(probe), values, findsNamed: true });
}
