import type { Period } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import type { SourceKind } from '../../../core/source.js';
import type { StoredRange } from '../../columns.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { periodOf } from '../period-row.js';

/** Which relations are wanted: those at an end of an entity, those of what they lead to, and chains. */
export interface Probes {
  /** Relations of a type that have the entity on that end. */
  at: readonly { thing: string; end: 'from' | 'to'; type: string }[];
  /** Relation types, on either end, that are wanted of all entities that those lead to. */
  beyond: { from: readonly string[]; to: readonly string[] };
  /** Relation types that are wanted of those who have a relation of `beyond.to` to them: of a co-parent. */
  further: readonly string[];
  /** Chains of one type: forward from `from` to `to`, or backward. Of one with a goal only what leads there is wanted. */
  chains: readonly { start: string; type: string; isForward: boolean; goal?: string }[];
  /** Relations of a type between two entities. */
  same: readonly { from: string; to: string; type: string }[];
  /** What holders are parts of, by chains of these types: these, and all who have one of the slots. */
  wholes: {
    holders: readonly string[];
    slots: readonly { thing: string; end: 'from' | 'to'; type: string }[];
    types: readonly string[];
  };
  /** Most entities that are met on the way to the goal of a chain, and as many on the way back from it. */
  wayMost: number;
  /** Claims all of whose relations are wanted too. */
  claims: readonly string[];
}

/** A stored relation as the rules compare it and a conflict shows it. */
export interface NeighbourRelation {
  id: string;
  systemFrom: string;
  type: string;
  fromId: string;
  toId: string | null;
  value: string | null;
  validFrom: string | null;
  validUntil: string | null;
  period: Period;
  prophetic: boolean;
  /** How surely it was read. */
  extraction: number;
  claimId: string | null;
  disputedWith: string[];
  who: string;
  source: { id: string; uri: string; title: string; kind: SourceKind } | null;
}

export interface NeighbourEntity {
  id: string;
  type: string;
  name: string;
  loreVerified: boolean;
  /** Keys of all its names. */
  keys: string[];
}

export interface Neighbourhood {
  relations: NeighbourRelation[];
  /** Those of them that the claims of `claims` say. */
  replaced: NeighbourRelation[];
  entities: NeighbourEntity[];
}

/** Most relations of one type at one end of an entity, and of the chains without a goal. */
const AT_BOUND = 300;
const BEYOND_BOUND = 40;
const CHAIN_BOUND = 5000;
const SAME_BOUND = 5;

const BELIEVED = "r.org_id = $1 AND r.project = $2 AND r.system_until IS NULL AND r.status = 'active'";

/** Ids of open relations at one end of entities, by the index of that end. */
const idsAt = (end: 'from' | 'to', entity: string, type: string, bound: number) => `
    SELECT r.id, r.from_id, r.to_id FROM relations r
    WHERE ${BELIEVED} AND r.${end}_id = ${entity} AND r.type = ${type} COLLATE "C" LIMIT ${bound}`;

/** Entities on the way from `start` along a chain `c`, nearest first, or on the way back. */
const way = (start: string, isBack: boolean) => `
      SELECT ${start} UNION SELECT s.node FROM %way% w CROSS JOIN LATERAL (
        SELECT f.to_id AS node FROM (${idsAt('from', 'w.node', 'c.type', AT_BOUND)}) f WHERE ${isBack ? 'NOT ' : ''}c.is_forward
        UNION ALL
        SELECT t.from_id FROM (${idsAt('to', 'w.node', 'c.type', AT_BOUND)}) t WHERE ${isBack ? '' : 'NOT '}c.is_forward
      ) s`;

/**
 * The relations by which the start of a chain leads to its goal. One goes from both: all that is before the goal is seldom
 * much, and where it is, the two ways meet after half as many steps as it takes to go all the way.
 */
const RINGS = `
  SELECT DISTINCT r.* FROM chains c CROSS JOIN LATERAL (
    WITH RECURSIVE back (node) AS (${way('c.goal', true).replace('%way%', 'back')}
    ), behind AS MATERIALIZED (
      SELECT node FROM back LIMIT $18
    ), forth (node) AS (${way('c.start', false).replace('%way%', 'forth')}
    ), ahead AS MATERIALIZED (
      SELECT node FROM forth
      WHERE (SELECT count(*) >= $18 OR bool_or(node = c.start) FROM behind) LIMIT $18
    ), between AS MATERIALIZED (
      SELECT node FROM (SELECT node FROM ahead UNION SELECT node FROM behind) b
      WHERE EXISTS (SELECT FROM ahead JOIN behind USING (node))
    )
    SELECT f.* FROM between b CROSS JOIN LATERAL (${idsAt('from', 'b.node', 'c.type', AT_BOUND)}
    ) f WHERE f.to_id IN (SELECT node FROM between)
  ) r WHERE c.goal IS NOT NULL`;

/** A json of these relations, as `r`, and of `things`, what they are between. */
const shown = (relations: string) => `SELECT json_build_object('relations', (
  SELECT json_agg(json_build_object('id', r.id, 'systemFrom', r.system_from::text, 'type', r.type, 'fromId', r.from_id,
    'toId', r.to_id, 'value', r.value, 'validFrom', r.valid_from, 'validUntil', r.valid_until,
    'certain', CASE WHEN isempty(r.valid_certain) THEN NULL ELSE json_build_array(lower(r.valid_certain), upper(r.valid_certain)) END,
    'possible', CASE WHEN isempty(r.valid_possible) THEN NULL ELSE json_build_array(lower(r.valid_possible), upper(r.valid_possible)) END,
    'tail', r.valid_tail, 'prophetic', r.prophetic, 'extraction', r.extraction, 'claimId', r.claim_id, 'disputedWith', r.disputed_with, 'who', r.who,
    'source', (
      SELECT json_build_object('id', s.id, 'uri', s.uri, 'title', s.title, 'kind', s.kind) FROM lore_sources s
      WHERE s.org_id = $1 AND s.project = $2 AND s.id = r.source_id LIMIT 1
    )) ORDER BY r.id)
  FROM ${relations}
), 'entities', (
  SELECT json_agg(json_build_object('id', e.id, 'type', e.type, 'name', e.name, 'loreVerified', e.lore_verified,
    'keys', (
      SELECT json_agg(n.key) FROM entity_names n
      WHERE n.org_id = $1 AND n.project = $2 AND n.entity_id = e.id AND n.kind <> 'ref'
    )) ORDER BY e.id)
  FROM things t CROSS JOIN LATERAL (
    SELECT * FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = t.id LIMIT 1
  ) e
))::text`;

/**
 * $7 entities, $8 ends and $9 types of `at`; $10 and $11 types `beyond`; $12 starts, $13 types and $14 directions of
 * chains, $15 claims, $16 types `further`, $17 goals of chains, $18 entities on the way to one; $19 and $20 ends and $21 types
 * of `same`; $22 holders, and $23 entities, $24 ends and $25 types of slots, of which the wholes by $26 types are wanted. As with candidates, each step is a bounded look-up in an index.
 */
export const NEIGHBOURHOOD = `
WITH RECURSIVE probes AS (
  SELECT * FROM unnest($7::uuid[], $8::text[], $9::text[]) AS p (thing, side, type)
), near AS MATERIALIZED (
  SELECT n.* FROM probes p CROSS JOIN LATERAL (${idsAt('from', 'p.thing', 'p.type', AT_BOUND)}
  ) n WHERE p.side = 'from'
  UNION
  SELECT n.* FROM probes p CROSS JOIN LATERAL (${idsAt('to', 'p.thing', 'p.type', AT_BOUND)}
  ) n WHERE p.side = 'to'
), reached AS MATERIALIZED (
  SELECT from_id AS thing FROM near UNION SELECT to_id FROM near WHERE to_id IS NOT NULL
), chains AS (
  SELECT c.* FROM unnest($12::uuid[], $13::text[], $14::boolean[], $17::uuid[]) AS c (start, type, is_forward, goal)
), rings AS (${RINGS}
), steps (id, from_id, to_id, type, is_forward) AS (
  SELECT s.id, s.from_id, s.to_id, c.type, c.is_forward FROM chains c CROSS JOIN LATERAL (
    SELECT * FROM (${idsAt('from', 'c.start', 'c.type', AT_BOUND)}) f WHERE c.is_forward
    UNION ALL
    SELECT * FROM (${idsAt('to', 'c.start', 'c.type', AT_BOUND)}) t WHERE NOT c.is_forward
  ) s WHERE c.goal IS NULL
  UNION
  SELECT s.id, s.from_id, s.to_id, c.type, c.is_forward FROM steps c CROSS JOIN LATERAL (
    SELECT * FROM (${idsAt('from', 'c.to_id', 'c.type', AT_BOUND)}) f WHERE c.is_forward
    UNION ALL
    SELECT * FROM (${idsAt('to', 'c.from_id', 'c.type', AT_BOUND)}) t WHERE NOT c.is_forward
  ) s
), chained AS MATERIALIZED (
  SELECT id, from_id, to_id FROM steps LIMIT ${CHAIN_BOUND}
), holders AS (
  SELECT h.id FROM unnest($22::uuid[]) AS h (id)
  UNION
  SELECT r.to_id FROM unnest($23::uuid[], $24::text[], $25::text[]) AS p (thing, side, type)
  CROSS JOIN LATERAL (${idsAt('from', 'p.thing', 'p.type', AT_BOUND)}
  ) r WHERE p.side = 'from'
  UNION
  SELECT r.from_id FROM unnest($23::uuid[], $24::text[], $25::text[]) AS p (thing, side, type)
  CROSS JOIN LATERAL (${idsAt('to', 'p.thing', 'p.type', AT_BOUND)}
  ) r WHERE p.side = 'to'
), upward (id, from_id, to_id) AS (
  SELECT r.* FROM holders h CROSS JOIN unnest($26::text[]) AS t (type) CROSS JOIN LATERAL (${idsAt('from', 'h.id', 't.type', BEYOND_BOUND)}
  ) r
  UNION
  SELECT r.* FROM upward u CROSS JOIN unnest($26::text[]) AS t (type) CROSS JOIN LATERAL (${idsAt('from', 'u.to_id', 't.type', BEYOND_BOUND)}
  ) r
), wholes AS MATERIALIZED (
  SELECT id, from_id, to_id FROM upward LIMIT ${CHAIN_BOUND}
), far AS (
  SELECT f.* FROM reached e CROSS JOIN unnest($10::text[]) AS t (type) CROSS JOIN LATERAL (${idsAt('from', 'e.thing', 't.type', BEYOND_BOUND)}
  ) f
  UNION
  SELECT f.* FROM reached e CROSS JOIN unnest($11::text[]) AS t (type) CROSS JOIN LATERAL (${idsAt('to', 'e.thing', 't.type', BEYOND_BOUND)}
  ) f
), further AS (
  SELECT f.* FROM (
    SELECT from_id AS thing FROM far WHERE cardinality($16::text[]) > 0 EXCEPT SELECT thing FROM reached
  ) e CROSS JOIN unnest($16::text[]) AS t (type) CROSS JOIN LATERAL (${idsAt('from', 'e.thing', 't.type', BEYOND_BOUND)}
  ) f
), wanted_ids AS MATERIALIZED (
  SELECT * FROM near UNION SELECT * FROM far UNION SELECT * FROM further UNION SELECT * FROM chained UNION SELECT * FROM rings
  UNION SELECT * FROM wholes
  UNION
  SELECT r.* FROM unnest($19::uuid[], $20::uuid[], $21::text[]) AS s (from_id, to_id, type) CROSS JOIN LATERAL (
    SELECT r.id, r.from_id, r.to_id FROM relations r
    WHERE ${BELIEVED} AND r.from_id = s.from_id AND r.to_id = s.to_id AND r.type = s.type COLLATE "C" LIMIT ${SAME_BOUND}
  ) r
  UNION
  SELECT r.* FROM unnest($15::uuid[]) AS c (claim_id) CROSS JOIN LATERAL (
    SELECT r.id, r.from_id, r.to_id FROM relations r WHERE ${BELIEVED} AND r.claim_id = c.claim_id
  ) r
), things AS (
  SELECT from_id AS id FROM wanted_ids UNION SELECT to_id FROM wanted_ids WHERE to_id IS NOT NULL
)
${shown(`wanted_ids w CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${BELIEVED} AND r.id = w.id LIMIT 1
  ) r`)}`;

/** $7 to $26 of the statement. */
export function probeValues({ at, beyond, further, chains, wayMost, claims, same, wholes }: Probes): unknown[] {
  return [
    ...[at.map(({ thing }) => thing), at.map(({ end }) => end), at.map(({ type }) => type)],
    ...[beyond.from, beyond.to],
    ...[
      chains.map(({ start }) => start),
      chains.map(({ type }) => type),
      chains.map(({ isForward }) => isForward),
      claims,
      further,
      chains.map(({ goal }) => goal ?? null),
      wayMost,
    ],
    ...[same.map(({ from }) => from), same.map(({ to }) => to), same.map(({ type }) => type)],
    ...[wholes.holders, wholes.slots.map(({ thing }) => thing), wholes.slots.map(({ end }) => end)],
    ...[wholes.slots.map(({ type }) => type), wholes.types],
  ];
}

/** The same by itself, where it comes with no candidates: its parameters follow the tenant. */
const ALONE = `${NEIGHBOURHOOD} AS json`.replaceAll(
  /\$(\d+)/g,
  (_, n: string) => `$${Number(n) < 7 ? n : Number(n) - 4}`,
);

/** What the rules have to see of what is stored. */
export async function findNeighbourhood(db: Db, tenant: Tenant, probes: Probes): Promise<Neighbourhood> {
  const values = [tenant.orgId, tenant.project, ...probeValues(probes)];
  const [row] = await db.run<{ json: string }>({ name: 'find_neighbourhood', text: ALONE, values });
  return toNeighbourhood(row?.json ?? null, probes.claims);
}

const VERSIONS = `
WITH cited AS MATERIALIZED (
  SELECT r.* FROM unnest($3::uuid[], $4::timestamptz[]) AS c (id, system_from) CROSS JOIN LATERAL (
    SELECT * FROM relations r
    WHERE r.org_id = $1 AND r.project = $2 AND r.id = c.id AND r.system_from = c.system_from LIMIT 1
  ) r
), things AS (
  SELECT from_id AS id FROM cited UNION SELECT to_id FROM cited WHERE to_id IS NOT NULL
)
${shown('cited r')} AS json`;

/** Versions of relations that a decision cites, as the rules compared them; what they are between is as it is now. */
export async function getNeighbourhoodVersions(
  db: Db,
  tenant: Tenant,
  cited: readonly Pick<NeighbourRelation, 'id' | 'systemFrom'>[],
): Promise<Neighbourhood> {
  const versions = [cited.map(({ id }) => id), cited.map(({ systemFrom }) => systemFrom)];
  const values = [tenant.orgId, tenant.project, ...versions];
  const [row] = await db.run<{ json: string }>({ name: 'get_neighbourhood_versions', text: VERSIONS, values });
  return toNeighbourhood(row?.json ?? null, []);
}

type Bounds = [number | null, number | null] | null;

interface Answer {
  relations: (Omit<NeighbourRelation, 'period'> & { certain: Bounds; possible: Bounds; tail: number })[] | null;
  entities: (Omit<NeighbourEntity, 'keys'> & { keys: string[] | null })[] | null;
}

/** The answer of the statement; nothing without one. */
export function toNeighbourhood(json: string | null, claims: readonly string[]): Neighbourhood {
  const { relations, entities }: Answer = json === null ? { relations: [], entities: [] } : JSON.parse(json);
  const read = (relations ?? []).map(({ certain, possible, tail, systemFrom, ...relation }) => {
    const stored = { validCertain: rangeOf(certain), validPossible: rangeOf(possible), validTail: tail };
    return { ...relation, systemFrom: toInstant(systemFrom), period: periodOf(stored) };
  });
  return {
    relations: read,
    replaced: read.filter(({ claimId }) => claimId !== null && claims.includes(claimId)),
    entities: (entities ?? []).map(({ keys, ...entity }) => ({ ...entity, keys: keys ?? [] })),
  };
}

function rangeOf(bounds: Bounds): StoredRange {
  return bounds === null ? 'empty' : { from: bounds[0], until: bounds[1] };
}
