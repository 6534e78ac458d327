import type { Unit } from '../../../core/period.js';
import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { AT_ONE, askedValues, believed, idsOf, mayHold, type RecordInput, readRecord } from './record.js';

/** Places that are looked into. */
const PLACES_MAX = 2000;
/** Events at those places that are looked at. */
const EVENTS_MAX = 1000;

/** What lies in a place, over any number of steps: places that are parts of it, or located in it, at the time. */
export const placesIn = (place: string, asked: string, isPoint: string, types = '$11') => `
places (id) AS (
  (${idsOf(place)})
  UNION
  SELECT s.from_id FROM places p CROSS JOIN unnest(ARRAY['PART_OF', 'LOCATED_IN']) AS t (type) CROSS JOIN LATERAL (
    SELECT r.from_id FROM relations r WHERE ${believed('r')} AND r.to_id = p.id AND r.type = t.type COLLATE "C" AND r.status = 'active' AND NOT r.prophetic
      AND ${mayHold('r', asked, isPoint)} ${AT_ONE}
  ) s CROSS JOIN LATERAL (
    SELECT e.type FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = s.from_id LIMIT 1
  ) e WHERE e.type = ANY (${types}::text[])
), inside AS MATERIALIZED (
  SELECT id FROM places LIMIT ${PLACES_MAX}
)`;

/** Of an event, whether it may have taken place at the time: by its date, or where it has none, by not having one. */
const eventMayHold = (event: string) => `(
    SELECT coalesce(bool_or(${mayHold('r', '$12', '$13')}), true) FROM relations r
    WHERE ${believed('r')} AND r.from_id = ${event} AND r.type = 'OCCURRED_ON' AND r.status = 'active' AND NOT r.prophetic
  )`;

/** $10 place, $11 types of places, $12 ticks, $13 is a moment, $14 after, $15 limit. */
const PRESENT = `
WITH RECURSIVE ${placesIn('$10', '$12', '$13')}, held AS MATERIALIZED (
  SELECT o.* FROM inside i CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = i.id AND r.type = 'OCCURRED_AT' AND r.status = 'active'
      AND NOT r.prophetic AND ${mayHold('r', '$12', '$13')} ${AT_ONE}
  ) o WHERE ${eventMayHold('o.from_id')} LIMIT ${EVENTS_MAX}
), found AS (
  SELECT l.* FROM inside i CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = i.id AND r.type = 'LOCATED_IN' AND r.status = 'active'
      AND NOT r.prophetic AND ($14::uuid IS NULL OR r.id > $14) AND ${mayHold('r', '$12', '$13')} ${AT_ONE}
  ) l
  UNION ALL
  SELECT t.* FROM (SELECT DISTINCT from_id FROM held) h
  CROSS JOIN unnest(ARRAY['PARTICIPATED_IN', 'WITNESSED']) AS n (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.to_id = h.from_id AND r.type = n.type COLLATE "C" AND r.status = 'active' AND NOT r.prophetic
      AND ($14::uuid IS NULL OR r.id > $14) AND ${mayHold('r', '$12', '$13')} ${AT_ONE}
  ) t
), page AS (
  SELECT * FROM (SELECT DISTINCT ON (id) f.* FROM found f ORDER BY id) f ORDER BY id LIMIT $15
), facts AS MATERIALIZED (
  SELECT p.*, p.id AS ord FROM page p
  UNION ALL
  SELECT h.*, h.id FROM held h WHERE h.from_id IN (SELECT to_id FROM page)
)`;

export interface PlaceProbe {
  place: string;
  /** Types of entities that are places. */
  placeTypes: readonly string[];
  asked: Unit | null;
  after: string | null;
  limit: number;
}

/** Who and what may have been in a place, or took part in an event there, with where those events were. */
export async function readPresent(db: Db, input: RecordInput, probe: PlaceProbe): Promise<LoreRecord> {
  const { place, placeTypes, asked, after, limit } = probe;
  const values = [place, placeTypes, ...askedValues(asked), after, limit];
  return readRecord(db, input, { name: 'read_present', ctes: PRESENT, values });
}

/** How far places are followed upwards. */
const STEPS_MAX = 200;

/** $10 entity, $11 types that lead outwards, $12 ticks, $13 is a moment. */
const OUTWARDS = `
WITH RECURSIVE up (thing, id, system_from) AS (
  SELECT m.id, NULL::uuid, NULL::timestamptz FROM (${idsOf('$10')}) m
  UNION
  SELECT r.to_id, r.id, r.system_from FROM up u CROSS JOIN unnest($11::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT r.to_id, r.id, r.system_from FROM relations r WHERE ${believed('r')} AND r.from_id = u.thing
      AND r.type = t.type COLLATE "C" AND r.to_id IS NOT NULL AND r.status = 'active' AND NOT r.prophetic
      AND ${mayHold('r', '$12', '$13')} ${AT_ONE}
  ) r
), facts AS MATERIALIZED (
  SELECT r.*, r.id AS ord FROM (SELECT * FROM up WHERE id IS NOT NULL LIMIT ${STEPS_MAX}) u CROSS JOIN LATERAL (
    SELECT * FROM relations r
    WHERE r.org_id = $1 AND r.project = $2 AND r.id = u.id AND r.system_from = u.system_from LIMIT 1
  ) r
)`;

/** All that leads from an entity outwards: where it was, what that is a part of, and so on. */
export async function readOutwards(
  db: Db,
  input: RecordInput,
  { entity, types, asked }: { entity: string; types: readonly string[]; asked: Unit },
): Promise<LoreRecord> {
  const values = [entity, types, ...askedValues(asked)];
  return readRecord(db, input, { name: 'read_outwards', ctes: OUTWARDS, values });
}
