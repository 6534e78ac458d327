import type { Unit } from '../../../core/period.js';
import type { Db } from '../../tenant.js';
import {
  AT_ONE,
  askedValues,
  believed,
  idsOf,
  type NamedRecord,
  type RecordInput,
  readNamed,
  WHO,
  whoIs,
} from './record.js';

/** What touches the entity that is named, in the order of time. */
export interface TimelineProbe {
  /** Default: every type. */
  type: string | null;
  asked: Unit | null;
  /** The id of the relation after which the page begins. */
  after: string | null;
  limit: number;
}

/** What nobody knows when comes last; what always was, first. */
const LAST = '9223372036854775807';
const FIRST = '-9223372036854775808';

const side = (end: 'from' | 'to', other: string) => `
  SELECT p.*, p.${other} AS beyond FROM me CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = me.id AND r.status = 'active'
      AND ($10::text IS NULL OR r.type = $10 COLLATE "C") ${AT_ONE}
  ) p`;

const UNDATED = 'lower_inf(f.valid_possible) AND upper_inf(f.valid_possible)';

/**
 * $10 type, $11 ticks, $12 is a moment, $13 the relation after which, $14 limit. What takes place when an
 * event does is in the order of that: the window of the first date that is told of it.
 */
const TIMELINE = `
WITH ${WHO}, me AS MATERIALIZED (${idsOf(whoIs(1))}
), found AS (${side('from', 'to_id')}
  UNION ALL ${side('to', 'from_id')}
), timed AS (
  SELECT f.*, d.possible AS own, d.tail AS own_tail, CASE
      WHEN d.possible IS NULL THEN CASE WHEN f.type = ANY ($9::text[]) THEN ${LAST} ELSE ${FIRST} END
      ELSE coalesce(lower(d.possible), ${FIRST}) END AS begins
  FROM found f LEFT JOIN LATERAL (
    SELECT f.valid_possible AS possible, f.valid_tail AS tail WHERE NOT (${UNDATED})
    UNION ALL
    (SELECT r.valid_possible, r.valid_tail FROM relations r
    WHERE ${believed('r')} AND r.from_id = ANY (ARRAY[f.beyond, ${whoIs(1)}]) AND r.type = 'OCCURRED_ON'
      AND r.status = 'active' AND NOT r.prophetic AND f.type = ANY ($9::text[]) AND ${UNDATED} ORDER BY r.id LIMIT 1)
    LIMIT 1
  ) d ON true
), facts AS MATERIALIZED (
  SELECT t.*, (begins, id) AS ord FROM (
    SELECT DISTINCT ON (begins, id) * FROM timed t
    WHERE ($13::uuid IS NULL OR (t.begins, t.id) > (SELECT a.begins, a.id FROM timed a WHERE a.id = $13 LIMIT 1))
      AND ($11::int8range IS NULL OR t.own IS NULL
        OR time_in_window($11::int8range, $12::boolean, 'empty', t.own, t.own_tail) IS DISTINCT FROM false)
    ORDER BY begins, id LIMIT $14
  ) t
)`;

/** A page of what touches an entity, in the order of time. */
export async function readTimeline(db: Db, input: RecordInput, probe: TimelineProbe): Promise<NamedRecord> {
  const { type, asked, after, limit } = probe;
  const values = [type, ...askedValues(asked), after, limit];
  return readNamed(db, input, { name: 'read_timeline_of', ctes: TIMELINE, values, findsNamed: true });
}
