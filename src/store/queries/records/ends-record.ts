import type { Unit } from '../../../core/period.js';
import type { Db } from '../../tenant.js';
import {
  AT_ONE,
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

/** Which relations of the entity that is named are asked for. */
export interface EndsProbe {
  /** Types that have the entity as their `from`, and as their `to`. */
  from: readonly string[];
  to: readonly string[];
  /** Only those that may hold then; null: whenever. */
  asked: Unit | null;
  /** Those after this id only, and so many. */
  after: string | null;
  limit: number;
}

/** $10 types from it, $11 types to it, $12 ticks, $13 is a moment, $14 after, $15 limit. */
const at = (end: 'from' | 'to', types: string) => `
  SELECT p.* FROM me CROSS JOIN unnest(${types}::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = me.id AND r.type = t.type COLLATE "C"
      AND r.status = 'active' AND ($14::uuid IS NULL OR r.id > $14) AND ${mayHold('r', '$12', '$13')} ${AT_ONE}
  ) p`;

const ENDS = `
WITH ${WHO}, me AS MATERIALIZED (${idsOf(whoIs(1))}
), found AS (${at('from', '$10')}
  UNION ALL ${at('to', '$11')}
), facts AS MATERIALIZED (
  SELECT * FROM (SELECT DISTINCT ON (id) f.*, id AS ord FROM found f ORDER BY id) f ORDER BY id LIMIT $15
)`;

/** The relations of some types at the ends of an entity, by their ids. */
export async function readEnds(db: Db, input: RecordInput, probe: EndsProbe): Promise<NamedRecord> {
  const { from, to, asked, after, limit } = probe;
  const values = [from, to, ...askedValues(asked), after, limit];
  return readNamed(db, input, { name: 'read_ends_of', ctes: ENDS, values, findsNamed: true });
}

/** $10 types that are read first, whatever page is asked for, as the `to`; $11 the same as the `from`. */
const AROUND = `
WITH ${WHO}, me AS MATERIALIZED (${idsOf(whoIs(1))}
), first AS (
  SELECT p.* FROM me CROSS JOIN unnest($10::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = me.id AND r.type = t.type COLLATE "C"
      AND r.status = 'active' AND ${mayHold('r', '$12', '$13')} LIMIT 100
  ) p WHERE $14::uuid IS NULL
  UNION ALL
  SELECT p.* FROM me CROSS JOIN unnest($11::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = me.id AND r.type = t.type COLLATE "C"
      AND r.status = 'active' AND ${mayHold('r', '$12', '$13')} LIMIT 100
  ) p WHERE $14::uuid IS NULL
), rest AS (
  SELECT p.* FROM me CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = me.id AND r.type <> ALL ($11::text[])
      AND r.status = 'active' AND ($14::uuid IS NULL OR r.id > $14) AND ${mayHold('r', '$12', '$13')} ${AT_ONE}
  ) p
  UNION ALL
  SELECT p.* FROM me CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = me.id AND r.type <> ALL ($10::text[])
      AND r.status = 'active' AND ($14::uuid IS NULL OR r.id > $14) AND ${mayHold('r', '$12', '$13')} ${AT_ONE}
  ) p
), facts AS MATERIALIZED (
  SELECT f.*, 0 AS place, id AS ord FROM first f
  UNION ALL
  SELECT * FROM (SELECT DISTINCT ON (id) f.*, 1 AS place, id AS ord FROM rest f ORDER BY id) f
  WHERE true ORDER BY place, ord LIMIT $15 + (SELECT count(*) FROM first)
)`;

/**
 * Everything at the ends of an entity that may hold at a time, by the ids of the relations; on the first page also all
 * of some types, which are not counted.
 * @param probe `to` and `from` are those types, as the end at which the entity stands
 */
export async function readAround(db: Db, input: RecordInput, probe: EndsProbe): Promise<NamedRecord> {
  const { from, to, asked, after, limit } = probe;
  const values = [to, from, ...askedValues(asked), after, limit];
  return readNamed(db, input, { name: 'read_around_of', ctes: AROUND, values, findsNamed: true });
}
