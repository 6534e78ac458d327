import type { Db } from '../../tenant.js';
import { believed, idsOf, type NamedRecord, type RecordInput, readNamedWith, WHO, whoIs } from './record.js';

/** Relations on one end of an entity that are counted. */
export const DEGREE_MAX = 10_000;
/** Entities of a type that one is compared with, and relations of theirs that are counted in all. */
export const PEERS_MAX = 1000;
const COUNTED_MAX = 200_000;
/** Relations of a kind that are shown. */
const SHOWN_MAX = 50;
/** Steps and events that are followed from what somebody caused. */
export const STEPS_MAX = 8;
const EVENTS_MAX = 5000;

const TOLD = "r.status = 'active' AND NOT r.prophetic AND r.to_id IS NOT NULL";
const at = (end: 'from' | 'to', thing: string, max: string) => `(
    SELECT r.type, '${end}' AS side FROM relations r WHERE ${believed('r')} AND r.${end}_id = ${thing} AND ${TOLD} LIMIT ${max}
  )`;

const shown = (type: string) => `(
    SELECT p.* FROM me CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = me.id AND r.type = '${type}' AND ${TOLD}
      LIMIT ${SHOWN_MAX}
    ) p LIMIT ${SHOWN_MAX}
  )`;

const events = (end: 'from' | 'to', other: 'from' | 'to', type: string) => `
    SELECT p.id FROM me CROSS JOIN LATERAL (
      SELECT r.${other}_id AS id FROM relations r WHERE ${believed('r')} AND r.${end}_id = me.id AND r.type = '${type}'
        AND ${TOLD} LIMIT ${EVENTS_MAX}
    ) p`;

/** `walk` has in each row what so many causes lead to first. */
const CTES = `
WITH RECURSIVE ${WHO}, me AS MATERIALIZED (${idsOf(whoIs(1))}
), itself AS MATERIALIZED (
  SELECT e.id, e.type FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = ${whoIs(1)} LIMIT 1
), counted AS MATERIALIZED (
  SELECT d.* FROM me CROSS JOIN LATERAL (
    ${at('from', 'me.id', `${DEGREE_MAX} + 1`)} UNION ALL ${at('to', 'me.id', `${DEGREE_MAX} + 1`)}
  ) d
), peers AS MATERIALIZED (
  SELECT e.id FROM entities e
  WHERE e.org_id = $1 AND e.project = $2 AND e.type = (SELECT type FROM itself) AND e.merged_into IS NULL
    AND e.id <> (SELECT id FROM itself)
  ORDER BY e.id LIMIT ${PEERS_MAX} + 1
), ranked AS MATERIALIZED (
  SELECT p.id FROM peers p CROSS JOIN LATERAL (${idsOf('p.id')}) i CROSS JOIN LATERAL (
    ${at('from', 'i.id', '(SELECT count(*) + 1 FROM counted)')} UNION ALL
    ${at('to', 'i.id', '(SELECT count(*) + 1 FROM counted)')}
  ) d LIMIT ${COUNTED_MAX} + 1
), begun AS MATERIALIZED (
  SELECT id FROM me
  UNION ${events('from', 'to', 'PARTICIPATED_IN')} UNION ${events('to', 'from', 'OCCURRED_AT')}
), walk (depth, reached, seen) AS (
  SELECT 0, b.ids, b.ids FROM (SELECT array_agg(id) AS ids FROM begun) b
  UNION ALL
  SELECT w.depth + 1, n.ids, w.seen || n.ids FROM walk w CROSS JOIN LATERAL (
    SELECT array_agg(c.id) AS ids FROM (
      SELECT s.to_id AS id FROM unnest(w.reached) AS x (id) CROSS JOIN LATERAL (
        SELECT r.to_id FROM relations r WHERE ${believed('r')} AND r.from_id = x.id AND r.type = 'CAUSED' AND ${TOLD}
        LIMIT ${EVENTS_MAX}
      ) s
      EXCEPT SELECT unnest(w.seen)
    ) c
  ) n WHERE w.depth < ${STEPS_MAX} AND n.ids IS NOT NULL AND cardinality(w.seen) < ${EVENTS_MAX}
), facts AS MATERIALIZED (
  SELECT DISTINCT ON (id) f.*, id AS ord FROM (${shown('CAUSED')} UNION ALL ${shown('PARTICIPATED_IN')}) f ORDER BY id
)`;

const MORE = `(SELECT json_build_object(
  'degree', (SELECT json_agg(json_build_object('type', type, 'end', side, 'count', n) ORDER BY n DESC, type, side) FROM (
    SELECT type, side, count(*)::int AS n FROM counted GROUP BY type, side
  ) t),
  'caused', (SELECT count(*)::int FROM (${events('from', 'to', 'CAUSED')} GROUP BY p.id) c),
  'consequences', (SELECT coalesce(sum(cardinality(reached)), 0)::int FROM walk WHERE depth > 0),
  'steps', (SELECT max(depth)::int FROM walk),
  'above', (SELECT count(*)::int FROM (
    SELECT id FROM ranked GROUP BY id HAVING count(*) > (SELECT count(*) FROM counted)
  ) a),
  'peers', (SELECT count(*)::int FROM peers),
  'rows', (SELECT count(*)::int FROM ranked)
))`;

interface Counted {
  degree: { type: string; end: 'from' | 'to'; count: number }[] | null;
  caused: number;
  consequences: number;
  steps: number;
  above: number;
  peers: number;
  rows: number;
}

/** How much an entity has to do with others. */
export interface Significance {
  /** By type of relation and end, most first. */
  degree: { type: string; end: 'from' | 'to'; count: number }[];
  degreeIsCut: boolean;
  /** Events that it caused itself. */
  caused: number;
  /** What it caused, and what follows from that, from what it took part in and from what occurred there. */
  consequences: { events: number; steps: number; isCut: boolean };
  /** Its place among those of its type by how many relations they have; those that have as many share it. */
  rank: { place: number; among: number; isCut: boolean };
}

/** What the entity that is named caused and took part in, and how much it has to do with others. */
export async function readSignificance(
  db: Db,
  input: RecordInput,
): Promise<NamedRecord & { significance: Significance }> {
  const query = { name: 'read_significance_of', ctes: CTES, values: [], more: MORE, findsNamed: true } as const;
  const { record, called, more } = await readNamedWith<Counted>(db, input, query);
  const degree = more.degree ?? [];
  const onEnd = (end: 'from' | 'to') =>
    degree.filter((one) => one.end === end).reduce((sum, { count }) => sum + count, 0);
  return {
    record,
    called,
    significance: {
      ...{ degree, degreeIsCut: onEnd('from') > DEGREE_MAX || onEnd('to') > DEGREE_MAX, caused: more.caused },
      consequences: {
        ...{ events: more.consequences, steps: more.steps },
        isCut: more.steps === STEPS_MAX || more.consequences >= EVENTS_MAX,
      },
      rank: {
        place: more.above + 1,
        among: Math.min(more.peers, PEERS_MAX) + 1,
        isCut: more.peers > PEERS_MAX || more.rows > COUNTED_MAX,
      },
    },
  };
}
