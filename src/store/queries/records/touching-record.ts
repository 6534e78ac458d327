import type { Unit } from '../../../core/period.js';
import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { AT_ONE, askedValues, believed, idsOf, mayHoldSince, type RecordInput, readRecord } from './record.js';

/** What touches an entity at a time. */
export interface TouchingProbe {
  entity: string;
  asked: Unit;
  /** Types of what happens once: of these, what may have happened by then. */
  once: readonly string[];
  after: string | null;
  limit: number;
}

const side = (end: 'from' | 'to') => `
  SELECT p.* FROM me CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = me.id AND r.status = 'active'
      AND ($13::uuid IS NULL OR r.id > $13) AND ${mayHoldSince('r', '$11', '$12', '$14')} ${AT_ONE}
  ) p`;

/** $10 entity, $11 ticks, $12 is a moment, $13 after, $14 types of what happens once, $15 limit. */
const TOUCHING = `
WITH me AS MATERIALIZED (${idsOf('$10')}
), found AS (${side('from')}
  UNION ALL ${side('to')}
), facts AS MATERIALIZED (
  SELECT * FROM (SELECT DISTINCT ON (id) f.*, id AS ord FROM found f ORDER BY id) f ORDER BY id LIMIT $15
)`;

/** A page of everything on either end of an entity that may hold at a time, or may have happened by then. */
export async function readTouching(db: Db, input: RecordInput, probe: TouchingProbe): Promise<LoreRecord> {
  const { entity, asked, once, after, limit } = probe;
  const values = [entity, ...askedValues(asked), after, once, limit];
  return readRecord(db, input, { name: 'read_touching', ctes: TOUCHING, values });
}
