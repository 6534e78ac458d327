import type { Unit } from '../../../core/period.js';
import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { placesIn } from './place-record.js';
import { AT_ONE, askedValues, believed, mayHold, type RecordInput, readRecord } from './record.js';

/** Events that are looked at. */
const EVENTS_MAX = 50_000;

const DATING = (event: string) => `
    SELECT r.valid_possible FROM relations r
    WHERE ${believed('r')} AND r.from_id = ${event} AND r.type = 'OCCURRED_ON' AND r.status = 'active' AND NOT r.prophetic
    ORDER BY r.id LIMIT 1`;

/** Of all events: those that are said to be of one of the eras. */
export const eventsOfEras = (eras: string) => `
  SELECT r.from_id AS id FROM relations r
  WHERE ${believed('r')} AND r.type = 'OCCURRED_DURING' AND r.status = 'active' AND NOT r.prophetic
    AND r.to_id = ANY (${eras}::uuid[])`;

/** The same, and those that a date puts into the time. */
export const eventsOf = (asked: string, isPoint: string, eras: string) => `
  SELECT r.from_id AS id FROM relations r
  WHERE ${believed('r')} AND r.type = 'OCCURRED_ON' AND r.status = 'active' AND NOT r.prophetic AND ${mayHold('r', asked, isPoint)}
  UNION ${eventsOfEras(eras)}`;

const OF_ALL = eventsOf('$12', '$13', '$14');

/** Of what took place in a place or inside it. */
const OF_PLACE = `
  SELECT o.from_id AS id FROM inside i CROSS JOIN LATERAL (
    SELECT r.from_id FROM relations r WHERE ${believed('r')} AND r.to_id = i.id AND r.type = 'OCCURRED_AT'
      AND r.status = 'active' AND NOT r.prophetic ${AT_ONE}
  ) o WHERE $14::uuid[] IS NOT NULL`;

/** $10 place, $11 types of places, $12 ticks, $13 is a moment, $14 eras, $15 the event after which, $16 limit. */
const statement = (events: string) => `
WITH RECURSIVE ${placesIn('$10', '$12', '$13')}, events AS (${events}
), dated AS MATERIALIZED (
  SELECT e.id, coalesce(lower(d.valid_possible), 9223372036854775807) AS begins, e.id AS thing
  FROM (SELECT * FROM events LIMIT ${EVENTS_MAX}) e LEFT JOIN LATERAL (${DATING('e.id')}
  ) d ON true
), page AS MATERIALIZED (
  SELECT d.id, d.begins FROM dated d
  WHERE $15::uuid IS NULL OR (d.begins, d.id) > (SELECT a.begins, a.id FROM dated a WHERE a.id = $15)
  ORDER BY d.begins, d.id LIMIT $16
), facts AS MATERIALIZED (
  SELECT t.*, (p.begins, p.id, t.id) AS ord FROM page p
  CROSS JOIN unnest(ARRAY['OCCURRED_ON', 'OCCURRED_DURING', 'OCCURRED_AT', 'EXISTED_DURING']) AS n (type)
  CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.from_id = p.id AND r.type = n.type COLLATE "C"
      AND r.status = 'active' AND NOT r.prophetic LIMIT 20
  ) t
)`;

export interface EventsProbe {
  /** Null for everywhere. */
  place: string | null;
  placeTypes: readonly string[];
  asked: Unit | null;
  /** Ids of eras whose events count as of that time. */
  eras: readonly string[];
  after: string | null;
  limit: number;
}

const MORTAL = 'SELECT from_id FROM facts';

/** What is told of when and where events were that may have been in a time and a place, events in the order of time. */
export async function readEvents(db: Db, input: RecordInput, probe: EventsProbe): Promise<LoreRecord> {
  const { place, placeTypes, asked, eras, after, limit } = probe;
  const values = [place, placeTypes, ...askedValues(asked), eras, after, limit];
  const [name, events] = place === null ? ['read_events', OF_ALL] : ['read_events_at', OF_PLACE];
  return readRecord(db, input, { name, ctes: statement(events), values, mortal: MORTAL });
}
