import type { Unit } from '../../../core/period.js';
import { eventsOf, eventsOfEras } from './event-record.js';
import { placesIn } from './place-record.js';
import { AT_ONE, askedValues, believed, idsAt, idsOf, turnedOut, WHO, whoIs } from './record.js';

/** What a walk begins with. */
export type Seeds =
  /** One thing. */
  | { kind: 'node'; thing: string }
  /** Whoever the question names, where it is of one of these types; of another one the walk has no beginning. */
  | { kind: 'named'; types: readonly string[] }
  /** The things that relations of some types lead to from one, and those that relations lead from to it or what is in it. */
  | { kind: 'around'; thing: string; from: readonly string[]; to: readonly string[]; placeTypes: readonly string[] }
  /** An era and its events: of those eras, or of that time. */
  | { kind: 'era'; thing: string; eras: readonly string[]; within: Unit | null }
  /** Those of a lineage whose parents are not of it, and who founded it; all its members belong to it. */
  | { kind: 'lineage'; lineage: string }
  /** A person; all members of the lineages of that person and its ancestors belong to it. */
  | { kind: 'person'; thing: string };

/** How they are read: parameters begin at `$18`. */
interface SeedsRead {
  /** Names the statement. */
  name: string;
  /** CTEs, the last of which is `seeds (id, link, link_from)`. */
  ctes: string;
  values: readonly unknown[];
  /** A query for ids of what belongs to the walk without being come to. */
  beside: string;
  /** A query for ids of lineages. */
  lines: string;
}

const NOTHING = 'SELECT NULL::uuid AS id WHERE false';

const linked = (end: 'from' | 'to', things: string, types: string) => `
  SELECT r.* FROM ${things} h CROSS JOIN unnest(${types}::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT r.${end === 'from' ? 'to' : 'from'}_id, r.id, r.system_from FROM relations r
    WHERE ${believed('r')} AND r.${end}_id = h.id AND r.type = t.type COLLATE "C" AND r.status = 'active'
      AND NOT r.prophetic ${AT_ONE}
  ) r`;

/** $18 the thing. */
const NODE = `seeds (id, link, link_from) AS (
  SELECT $18::uuid, NULL::uuid, NULL::timestamptz
)`;

/** $18 types. */
const NAMED = `${WHO}, seeds (id, link, link_from) AS (
  SELECT e.id, NULL::uuid, NULL::timestamptz FROM (
    SELECT * FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = ${whoIs(1)} LIMIT 1
  ) e WHERE e.type = ANY ($18::text[])
)`;

/** $18 the thing, $19 types from it, $20 types to it, $21 types of places. */
const AROUND = `${placesIn('$18', 'NULL', 'false', '$21')}, me AS MATERIALIZED (${idsOf('$18')}
), seeds (id, link, link_from) AS (${linked('from', 'me', '$19')}
  UNION ALL ${linked('to', 'inside', '$20')}
)`;

/** $18 the era, $19 eras whose events are its events, $20 ticks, $21 is a moment. */
const ofEra = (events: string) => `dated AS (${events}
), seeds (id, link, link_from) AS (
  SELECT $18::uuid, NULL::uuid, NULL::timestamptz
  UNION ALL
  SELECT d.id, o.id, o.system_from FROM dated d LEFT JOIN LATERAL (
    SELECT r.id, r.system_from FROM relations r WHERE ${believed('r')} AND r.from_id = d.id
      AND r.type = 'OCCURRED_DURING' AND r.status = 'active' AND NOT r.prophetic AND r.to_id = ANY ($19::uuid[])
    ORDER BY r.id LIMIT 1
  ) o ON true
)`;

/** Members of lineages: those that are said to descend from them. */
const membersOf = (lines: string) => `
  SELECT n.id, r.id AS link, r.system_from AS link_from FROM (${lines}) l CROSS JOIN LATERAL (${idsAt('l.id')}
  ) m CROSS JOIN LATERAL (
    SELECT r.id, r.from_id, r.system_from FROM relations r
    WHERE ${believed('r')} AND r.to_id = m.id AND r.type = 'DESCENDED_FROM' AND r.status = 'active'
      AND NOT r.prophetic ${AT_ONE}
  ) r CROSS JOIN LATERAL (${turnedOut('r.from_id')}
  ) n`;

/** $18 the lineage. A member is no root where one of its parents is a member. */
const LINEAGE = `members AS MATERIALIZED (${membersOf('SELECT $18::uuid AS id')}
), roots AS (
  SELECT x.* FROM members x WHERE NOT EXISTS (
    SELECT FROM (${idsAt('x.id')}) m CROSS JOIN LATERAL (
      SELECT r.from_id FROM relations r WHERE ${believed('r')} AND r.to_id = m.id AND r.type = 'PARENT_OF'
        AND r.status = 'active' AND NOT r.prophetic LIMIT 100
    ) r CROSS JOIN LATERAL (${turnedOut('r.from_id')}
    ) n WHERE $18::uuid IS NULL OR n.id IN (SELECT id FROM members)
  )
), me AS MATERIALIZED (${idsOf('$18')}
), seeds (id, link, link_from) AS (
  SELECT * FROM roots
  UNION ALL ${linked('to', 'me', `ARRAY['FOUNDED']`)}
)`;

/** Lineages that a person and its ancestors are said to descend from. */
const LINES = `
  SELECT DISTINCT n.id FROM known k CROSS JOIN LATERAL (${idsAt('k.thing')}
  ) m CROSS JOIN LATERAL (
    SELECT r.to_id FROM relations r WHERE ${believed('r')} AND r.from_id = m.id AND r.type = 'DESCENDED_FROM'
      AND r.status = 'active' AND NOT r.prophetic LIMIT 100
  ) r CROSS JOIN LATERAL (${turnedOut('r.to_id')}
  ) n WHERE k.side = -1`;

/** How the seeds of a walk are read. */
export function seedsOf(seeds: Seeds): SeedsRead {
  const plain = { name: seeds.kind, beside: NOTHING, lines: NOTHING };
  switch (seeds.kind) {
    case 'node':
      return { ...plain, ctes: NODE, values: [seeds.thing] };
    case 'named':
      return { ...plain, ctes: NAMED, values: [seeds.types] };
    case 'around':
      return { ...plain, ctes: AROUND, values: [seeds.thing, seeds.from, seeds.to, seeds.placeTypes] };
    case 'era':
      return { ...plain, ...eraSeeds(seeds.thing, seeds.eras, seeds.within) };
    case 'lineage':
      return {
        ...{ name: 'lineage', ctes: LINEAGE, values: [seeds.lineage] },
        ...{ beside: 'SELECT id FROM members', lines: 'SELECT $18::uuid AS id' },
      };
    case 'person': {
      const beside = `SELECT x.id FROM (${membersOf(LINES)}) x`;
      return { name: 'person', ctes: NODE, values: [seeds.thing], beside, lines: LINES };
    }
  }
}

function eraSeeds(era: string, eras: readonly string[], within: Unit | null) {
  if (within === null) return { name: 'era', ctes: ofEra(eventsOfEras('$19')), values: [era, eras] };
  const ctes = ofEra(eventsOf('$20', '$21', '$19'));
  return { name: 'era_dated', ctes, values: [era, eras, ...askedValues(within)] };
}
