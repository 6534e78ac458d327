import type { LoreRecord } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import type { Db } from '../../tenant.js';
import type { Rank } from '../cursor.js';
import {
  AT_ONE,
  believed,
  idsAt,
  type RecordInput,
  readNamedWith,
  readRecordWith,
  turnedOut,
  type WiderQuery,
} from './record.js';
import { type Seeds, seedsOf } from './steps-seeds.js';

/**
 * Walks over relations in one statement: from some things along some types, step by step. What was come to once at a
 * depth is not gone on from again at that depth, and no walk goes deeper than it is told, so that a circle ends.
 */

/** Steps of a walk that are looked at; what lies beyond is cut, and the answer says so. */
export const WALK_MAX = 10_000;
/** Relations that are shown of one thing that was come to, and of each type of its own. */
export const SHOWN_MAX = 20;

/** Which way a walk goes: against its relations (to causes, to parents) or along them. */
export const UP = -1;
export const DOWN = 1;
/** What a walk begins with; and what belongs to it without being come to. */
export const START = 0;
export const BESIDE = 2;
export type Side = typeof UP | typeof DOWN | typeof START | typeof BESIDE;

export interface StepsProbe {
  seeds: Seeds;
  types: readonly string[];
  ways: readonly (typeof UP | typeof DOWN)[];
  depth: number;
  /** Types of relations that are shown of whatever was come to, as their `from`. */
  own: readonly string[];
  after: Rank | null;
  limit: number;
}

/** Something that a walk came to. */
export interface StepsNode {
  side: Side;
  id: string;
  /** The fewest steps to it; 0 of what the walk begins with. */
  depth: number;
  /** Relations by which it is come to, the first of them. */
  steps: readonly string[];
  /** How many there are. */
  total: number;
  /** Of what the walk begins with: the relation by which it belongs to what was asked about. */
  link: string | null;
}

export interface Walked {
  record: LoreRecord;
  /** A page, nearest first. */
  nodes: readonly StepsNode[];
  /** How many there are on all pages. */
  count: number;
  /** Whether there was more than is looked at. */
  isCut: boolean;
  /** Ids of lineages that the question is about, where it is about some. */
  lines: readonly string[];
}

/** Relations at an id that a walk may go over; an attribute leads to nothing. */
const stepsAt = (end: 'from' | 'to', id: string, when: string) => `
      (SELECT r.id, r.system_from, r.${end === 'from' ? 'to' : 'from'}_id AS far FROM relations r
      WHERE ${when} AND ${believed('r')} AND r.${end}_id = ${id} AND r.type = t.type COLLATE "C" AND r.status = 'active'
        AND NOT r.prophetic ${AT_ONE})`;

/**
 * $10 types, $11 ways, $12 depth, $13 types of their own, $14 and $15 ranks and $16 the id after which, $17 limit; those
 * of the seeds from $18 on. Membership is asked inside of an OR, so that it is looked up in a hash.
 */
const walk = ({ ctes, beside }: { ctes: string; beside: string }) => `
WITH RECURSIVE ${ctes}, starts AS MATERIALIZED (
  SELECT DISTINCT ON (n.id) n.id, s.link, s.link_from FROM (SELECT * FROM seeds LIMIT ${WALK_MAX}) s
  CROSS JOIN LATERAL (${turnedOut('s.id')}
  ) n ORDER BY n.id, s.link
), walk (side, thing, depth) AS (
  SELECT d.side, s.id, 0 FROM starts s CROSS JOIN unnest($11::int[]) AS d (side)
  UNION
  SELECT w.side, n.id, w.depth + 1 FROM walk w CROSS JOIN LATERAL (${idsAt('w.thing')}
  ) m CROSS JOIN unnest($10::text[]) AS t (type) CROSS JOIN LATERAL (${stepsAt('from', 'm.id', `w.side = ${DOWN}`)}
      UNION ALL ${stepsAt('to', 'm.id', `w.side = ${UP}`)}
  ) r CROSS JOIN LATERAL (${turnedOut('r.far')}
  ) n WHERE w.depth < $12::int
), reached AS MATERIALIZED (
  SELECT * FROM walk LIMIT ${WALK_MAX + 1}
), known AS MATERIALIZED (
  SELECT side, thing, min(depth) AS depth FROM reached GROUP BY side, thing
), nodes AS MATERIALIZED (
  SELECT DISTINCT CASE WHEN depth = 0 THEN ${START} ELSE side END AS side, thing, depth FROM known
  UNION ALL
  SELECT DISTINCT ${BESIDE}, b.id, 999 FROM (${beside}
  ) b WHERE $12::int IS NULL OR b.id NOT IN (SELECT thing FROM known)
), page AS MATERIALIZED (
  SELECT n.*, s.link, s.link_from FROM nodes n LEFT JOIN starts s ON n.side = ${START} AND s.id = n.thing
  WHERE $14::int IS NULL OR (n.depth, n.side, n.thing) > ($14::int, $15::int, $16::uuid)
  ORDER BY n.depth, n.side, n.thing LIMIT $17
), steps AS MATERIALIZED (
  SELECT a.*, row_number() OVER (PARTITION BY a.side, a.thing ORDER BY a.id) AS n,
    count(*) OVER (PARTITION BY a.side, a.thing) AS total
  FROM (
    SELECT DISTINCT p.side, p.thing, r.id, r.system_from FROM page p CROSS JOIN LATERAL (${idsAt('p.thing')}
    ) m CROSS JOIN unnest($11::int[]) AS d (side) CROSS JOIN unnest($10::text[]) AS t (type)
    CROSS JOIN LATERAL (${stepsAt('to', 'm.id', `d.side = ${DOWN}`)}
      UNION ALL ${stepsAt('from', 'm.id', `d.side = ${UP}`)}
    ) r CROSS JOIN LATERAL (${turnedOut('r.far')}
    ) n WHERE p.side IN (${START}, d.side) AND ($12::int IS NULL OR (d.side, n.id) IN (SELECT side, thing FROM known))
  ) a
), cited AS (
  SELECT id, system_from FROM steps WHERE n <= ${SHOWN_MAX}
  UNION
  SELECT link, link_from FROM page WHERE link IS NOT NULL
  UNION
  SELECT o.id, o.system_from FROM page p CROSS JOIN LATERAL (${idsAt('p.thing')}
  ) m CROSS JOIN unnest($13::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT r.id, r.system_from FROM relations r WHERE ${believed('r')} AND r.from_id = m.id
      AND r.type = t.type COLLATE "C" AND r.status = 'active' AND NOT r.prophetic ORDER BY r.id LIMIT ${SHOWN_MAX}
  ) o
), facts AS MATERIALIZED (
  SELECT f.*, f.id AS ord FROM cited c CROSS JOIN LATERAL (
    SELECT * FROM relations r
    WHERE r.org_id = $1 AND r.project = $2 AND r.id = c.id AND r.system_from = c.system_from LIMIT 1
  ) f
)`;

const moreOf = (lines: string) => `json_build_object('nodes', (
  SELECT json_agg(json_build_object('side', p.side, 'id', p.thing, 'depth', p.depth, 'link', p.link, 'steps', (
    SELECT json_agg(s.id ORDER BY s.id) FROM steps s WHERE s.side = p.side AND s.thing = p.thing AND s.n <= ${SHOWN_MAX}
  ), 'total', (
    SELECT max(s.total) FROM steps s WHERE s.side = p.side AND s.thing = p.thing
  )) ORDER BY p.depth, p.side, p.thing) FROM page p
), 'count', (SELECT count(*) FROM nodes), 'isCut', (SELECT count(*) > ${WALK_MAX} FROM reached),
  'lines', (SELECT json_agg(l.id ORDER BY l.id) FROM (${lines}) l))`;

interface More {
  nodes: (Omit<StepsNode, 'steps' | 'total'> & { steps: string[] | null; total: number | null })[] | null;
  count: number;
  isCut: boolean;
  lines: string[] | null;
}

/** Walks, and answers a page of what was come to, with the relations by which it was. */
export async function readSteps(db: Db, input: RecordInput, probe: StepsProbe): Promise<Walked> {
  const { record, more } = await readRecordWith<More>(db, input, queryOf(probe));
  return { record, ...walkedBy(more) };
}

/** The same from whoever the question names, where it is of one of these types. */
export async function readNamedSteps(
  db: Db,
  input: RecordInput,
  { ofTypes, ...probe }: Omit<StepsProbe, 'seeds'> & { ofTypes: readonly string[] },
): Promise<Walked & { called: Candidate[][] }> {
  const query = queryOf({ ...probe, seeds: { kind: 'named', types: ofTypes } });
  const { record, called, more } = await readNamedWith<More>(db, input, { ...query, findsNamed: true });
  return { record, called, ...walkedBy(more) };
}

function queryOf(probe: StepsProbe): WiderQuery {
  const { seeds, types, ways, depth, own, after, limit } = probe;
  const { name, ctes, values, beside, lines } = seedsOf(seeds);
  const [rank, sideRank] = after?.ranks ?? [null, null];
  return {
    ...{ name: `steps_${name}`, ctes: walk({ ctes, beside }), more: moreOf(lines) },
    values: [types, ways, depth, own, rank, sideRank, after?.id ?? null, limit, ...values],
    mortal: `SELECT thing FROM page UNION SELECT l.id FROM (${lines}) l`,
  };
}

function walkedBy(more: More): Omit<Walked, 'record'> {
  const nodes = (more.nodes ?? []).map((node) => ({ ...node, steps: node.steps ?? [], total: node.total ?? 0 }));
  return { nodes, count: more.count ?? 0, isCut: more.isCut ?? false, lines: more.lines ?? [] };
}
