import type { Unit } from '../../../core/period.js';
import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { askedValues, believed, idsOf, mayHoldSince, type RecordInput, readRecordWith } from './record.js';

/** Which relations lead on: all, or those of some types. */
export type Leading = 'all' | readonly string[];

export interface WalkProbe {
  start: string;
  /** Those that lead from their `from` to their `to`, and those that lead back. */
  forward: Leading;
  backward: Leading;
  hops: number;
  asked: Unit;
  /** Only what was read at least so surely. */
  extraction: number;
  /** Most relations that are followed from one thing, and in all. */
  fan: number;
  limit: number;
}

/** What was left out of a walk. */
export interface WalkCut {
  /** Ids of things of which not all relations were followed. */
  hubs: string[];
  isCut: boolean;
}

const LEADS = `r.to_id IS NOT NULL AND r.status = 'active' AND NOT r.prophetic AND r.extraction >= $16::real
      AND ${mayHoldSince('r', '$14', '$15', '$9')} LIMIT $17::int + 1`;

const side = (end: 'from' | 'to', leading: Leading, types: string) => `
    SELECT p.*, p.${end === 'from' ? 'to' : 'from'}_id AS beyond FROM me
    CROSS JOIN ${leading === 'all' ? `(SELECT ${types}::text[]) AS t` : `unnest(${types}::text[]) AS t (type)`}
    CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = me.id
      ${leading === 'all' ? '' : 'AND r.type = t.type COLLATE "C"'} AND ${LEADS}
    ) p`;

const steps = (thing: string, { forward, backward }: Pick<WalkProbe, 'forward' | 'backward'>) => `
    WITH me AS (${idsOf(thing)}
    )${side('from', forward, '$11')}
    UNION ALL${side('to', backward, '$12')}
    LIMIT $17::int + 1`;

/**
 * $10 start, $11 types that lead forward, $12 back, $13 hops, $14 ticks, $15 is a moment, $16 extraction, $17 fan,
 * $18 limit. Each row of `walk` is all that so many steps lead to first: what was seen before is never gone to again.
 */
const statement = (leading: Pick<WalkProbe, 'forward' | 'backward'>) => `
WITH RECURSIVE walk (depth, reached, seen) AS (
  SELECT 0, ARRAY[$10::uuid], ARRAY[$10::uuid]
  UNION ALL
  SELECT w.depth + 1, n.ids, w.seen || n.ids FROM walk w CROSS JOIN LATERAL (
    SELECT array_agg(c.id ORDER BY c.id) AS ids FROM (
      SELECT coalesce(e.merged_into, e.id) AS id FROM (
        SELECT s.beyond FROM unnest(w.reached) AS x (id) CROSS JOIN LATERAL (${steps('x.id', leading)}
        ) s LIMIT $18::int + 1
      ) b CROSS JOIN LATERAL (
        SELECT * FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = b.beyond LIMIT 1
      ) e
      EXCEPT SELECT unnest(w.seen)
    ) c
  ) n WHERE w.depth + 1 < $13::int AND n.ids IS NOT NULL
), found AS MATERIALIZED (
  SELECT s.*, x.id AS origin FROM walk w CROSS JOIN LATERAL unnest(w.reached) AS x (id)
  CROSS JOIN LATERAL (${steps('x.id', leading)}
  ) s LIMIT $18::int + 1
), facts AS MATERIALIZED (
  SELECT DISTINCT ON (id) f.*, id AS ord FROM found f ORDER BY id
)`;

const CUT = `(SELECT json_build_object('isCut', count(*) > $18::int, 'hubs', (
  SELECT json_agg(h.origin ORDER BY h.origin) FROM (
    SELECT origin FROM found GROUP BY origin HAVING count(*) > $17::int
  ) h
)) FROM found)`;

/** The relations that lead from a thing to others, over several steps, nearest first. */
export async function readWalk(
  db: Db,
  input: RecordInput,
  probe: WalkProbe,
): Promise<{ record: LoreRecord; cut: WalkCut }> {
  const { start, forward, backward, hops, asked, extraction, fan, limit } = probe;
  const types = (leading: Leading) => (leading === 'all' ? [] : leading);
  const which = (leading: Leading) => (leading === 'all' ? 'all' : 'some');
  const { record, more } = await readRecordWith<{ hubs: string[] | null; isCut: boolean }>(db, input, {
    name: `read_walk_${which(forward)}_${which(backward)}`,
    ctes: statement({ forward, backward }),
    values: [start, types(forward), types(backward), hops, ...askedValues(asked), extraction, fan, limit],
    more: CUT,
  });
  return { record, cut: { hubs: more.hubs ?? [], isCut: more.isCut } };
}
