import type { Unit } from '../../../core/period.js';
import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { AT_ONE, askedValues, believed, idsOf, mayHold, type RecordInput, readRecord } from './record.js';

/** Which relations of one entity are asked for. */
export interface EndsProbe {
  entity: string;
  /** Types that have the entity as their `from`, and as their `to`. */
  from: readonly string[];
  to: readonly string[];
  /** Only those that may hold then; null: whenever. */
  asked: Unit | null;
  /** Those after this id only, and so many. */
  after: string | null;
  limit: number;
}

/** $10 entity, $11 types from it, $12 types to it, $13 ticks, $14 is a moment, $15 after, $16 limit. */
const at = (end: 'from' | 'to', types: string) => `
  SELECT p.* FROM me CROSS JOIN unnest(${types}::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = me.id AND r.type = t.type COLLATE "C"
      AND r.status = 'active' AND ($15::uuid IS NULL OR r.id > $15) AND ${mayHold('r', '$13', '$14')} ${AT_ONE}
  ) p`;

const ENDS = `
WITH me AS MATERIALIZED (${idsOf('$10')}
), found AS (${at('from', '$11')}
  UNION ALL ${at('to', '$12')}
), facts AS MATERIALIZED (
  SELECT * FROM (SELECT DISTINCT ON (id) f.*, id AS ord FROM found f ORDER BY id) f ORDER BY id LIMIT $16
)`;

/** The relations of some types at the ends of an entity, by their ids. */
export async function readEnds(db: Db, input: RecordInput, probe: EndsProbe): Promise<LoreRecord> {
  const { entity, from, to, asked, after, limit } = probe;
  const values = [entity, from, to, ...askedValues(asked), after, limit];
  return readRecord(db, input, { name: 'read_ends', ctes: ENDS, values });
}

/** $11 types that are read first, whatever page is asked for, as the `to`; $12 the same as the `from`. */
const AROUND = `
WITH me AS MATERIALIZED (${idsOf('$10')}
), first AS (
  SELECT p.* FROM me CROSS JOIN unnest($11::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = me.id AND r.type = t.type COLLATE "C"
      AND r.status = 'active' AND ${mayHold('r', '$13', '$14')} LIMIT 100
  ) p WHERE $15::uuid IS NULL
  UNION ALL
  SELECT p.* FROM me CROSS JOIN unnest($12::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = me.id AND r.type = t.type COLLATE "C"
      AND r.status = 'active' AND ${mayHold('r', '$13', '$14')} LIMIT 100
  ) p WHERE $15::uuid IS NULL
), rest AS (
  SELECT p.* FROM me CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = me.id AND r.type <> ALL ($12::text[])
      AND r.status = 'active' AND ($15::uuid IS NULL OR r.id > $15) AND ${mayHold('r', '$13', '$14')} ${AT_ONE}
  ) p
  UNION ALL
  SELECT p.* FROM me CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = me.id AND r.type <> ALL ($11::text[])
      AND r.status = 'active' AND ($15::uuid IS NULL OR r.id > $15) AND ${mayHold('r', '$13', '$14')} ${AT_ONE}
  ) p
), facts AS MATERIALIZED (
  SELECT f.*, 0 AS place, id AS ord FROM first f
  UNION ALL
  SELECT * FROM (SELECT DISTINCT ON (id) f.*, 1 AS place, id AS ord FROM rest f ORDER BY id) f
  WHERE true ORDER BY place, ord LIMIT $16 + (SELECT count(*) FROM first)
)`;

/**
 * Everything at the ends of an entity that may hold at a time, by the ids of the relations; on the first page also all
 * of some types, which are not counted.
 * @param probe `to` and `from` are those types, as the end at which the entity stands
 */
export async function readAround(db: Db, input: RecordInput, probe: EndsProbe): Promise<LoreRecord> {
  const { entity, from, to, asked, after, limit } = probe;
  const values = [entity, to, from, ...askedValues(asked), after, limit];
  return readRecord(db, input, { name: 'read_around', ctes: AROUND, values });
}
