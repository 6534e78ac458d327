import type { Unit } from '../../../core/period.js';
import type { Db } from '../../tenant.js';
import {
  AT_ONE,
  askedValues,
  believed,
  idsOf,
  mayHoldSince,
  type NamedRecord,
  type RecordInput,
  readNamed,
  WHO,
  whoIs,
} from './record.js';

/** What touches the entity that is named at a time. */
export interface TouchingProbe {
  asked: Unit;
  /** Types of what happens once: of these, what may have happened by then. */
  once: readonly string[];
  after: string | null;
  limit: number;
}

const side = (end: 'from' | 'to') => `
  SELECT p.* FROM me CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = me.id AND r.status = 'active'
      AND ($12::uuid IS NULL OR r.id > $12) AND ${mayHoldSince('r', '$10', '$11', '$13')} ${AT_ONE}
  ) p`;

/** $10 ticks, $11 is a moment, $12 after, $13 types of what happens once, $14 limit. */
const TOUCHING = `
WITH ${WHO}, me AS MATERIALIZED (${idsOf(whoIs(1))}
), found AS (${side('from')}
  UNION ALL ${side('to')}
), facts AS MATERIALIZED (
  SELECT * FROM (SELECT DISTINCT ON (id) f.*, id AS ord FROM found f ORDER BY id) f ORDER BY id LIMIT $14
)`;

/** A page of everything on either end of an entity that may hold at a time, or may have happened by then. */
export async function readTouching(db: Db, input: RecordInput, probe: TouchingProbe): Promise<NamedRecord> {
  const { asked, once, after, limit } = probe;
  const values = [...askedValues(asked), after, once, limit];
  return readNamed(db, input, { name: 'read_touching_of', ctes: TOUCHING, values, findsNamed: true });
}
