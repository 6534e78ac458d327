import type { Unit } from '../../../core/period.js';
import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { AT_ONE, askedValues, believed, idsOf, type RecordInput, readRecordWith } from './record.js';

/** What a person may know, and where that person was. */
export interface NpcProbe {
  npc: string;
  /** Entities that it is asked about. */
  about: readonly string[];
  asked: Unit;
  after: string | null;
  limit: number;
}

/** Places and events of a person that are read, of each kind. */
const OWN_MAX = 300;
const PLACES_MAX = 20;
const OWN = "unnest(ARRAY['LOCATED_IN', 'WITNESSED', 'PARTICIPATED_IN']) AS t (type)";
const TOLD = "r.status = 'active' AND NOT r.prophetic";

/** What may have begun by the end of the time asked about. */
const BEGUN = 'coalesce(lower(r.valid_possible) < upper($12::int8range), true)';

const side = (end: 'from' | 'to') => `
  SELECT p.* FROM about a CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = a.id AND ${TOLD}
      AND ($13::uuid IS NULL OR r.id > $13) AND ${BEGUN} ${AT_ONE}
  ) p`;

/** $10 who, $11 about whom, $12 ticks, $13 after, $14 limit. */
const KNOWN = `
WITH npc AS MATERIALIZED (${idsOf('$10')}
), about AS MATERIALIZED (
  SELECT DISTINCT i.id FROM unnest($11::uuid[]) AS n (id) CROSS JOIN LATERAL (${idsOf('n.id')}) i
), page AS MATERIALIZED (
  SELECT * FROM (
    SELECT DISTINCT ON (id) f.* FROM (${side('from')} UNION ALL ${side('to')}) f ORDER BY id
  ) f ORDER BY id LIMIT $14
), own AS (
  SELECT p.* FROM npc n CROSS JOIN ${OWN} CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = n.id AND r.type = t.type COLLATE "C" AND ${TOLD}
      AND ${BEGUN} LIMIT ${OWN_MAX}
  ) p
), placed AS (
  SELECT p.* FROM (
    SELECT from_id AS id FROM page UNION SELECT to_id FROM page WHERE to_id IS NOT NULL
  ) e CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = e.id AND r.type = 'OCCURRED_AT' AND ${TOLD}
    LIMIT ${PLACES_MAX}
  ) p
), facts AS MATERIALIZED (
  SELECT DISTINCT ON (id) f.*, id AS ord FROM (
    SELECT * FROM page UNION ALL SELECT * FROM own UNION ALL SELECT * FROM placed
  ) f ORDER BY id
)`;

const MORTAL =
  'SELECT e.id FROM facts f CROSS JOIN LATERAL unnest(ARRAY[f.from_id, f.to_id]) AS e (id) WHERE e.id IS NOT NULL';

/** What is told of some entities by a time, with where a person was, and saw, until then; `page` are the ids of the former. */
export async function readKnown(
  db: Db,
  input: RecordInput,
  probe: NpcProbe,
): Promise<{ record: LoreRecord; page: ReadonlySet<string> }> {
  const { npc, about, asked, after, limit } = probe;
  const [ticks] = askedValues(asked);
  const { record, more } = await readRecordWith<{ page: string[] | null }>(db, input, {
    ...{ name: 'read_known', ctes: KNOWN, values: [npc, about, ticks, after, limit] },
    ...{ mortal: MORTAL, more: "json_build_object('page', (SELECT json_agg(id) FROM page))" },
  });
  return { record, page: new Set(more.page ?? []) };
}
