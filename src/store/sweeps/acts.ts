import type { EraBounds, LifeTypes } from '../../core/consistency.js';
import type { Tenant } from '../../core/scope.js';
import type { Db } from '../tenant.js';
import { BELIEVED, IS_STATED } from './believed.js';

/**
 * Acts whose time may miss the existence of who acts. $3 births, $4 deaths, $5 makings, $6 datings, $7 types of acts with
 * $8 the end that has to exist, $9 how, $10 whether it happens at its date and $14 on which end the event stands that it is
 * about; $11 eras from $12 until $13.
 *
 * Who has windows of existence has those, else what is told of birth and death: with the earliest birth and the latest
 * death, as sources may disagree. An act has the bounds that it states, else the time of the event that it is about. A
 * bound is held against a life as widely as it may be meant, so that nothing is left out that the rules find; who
 * existed more than once is left to the rules.
 */
const SWEEP_ACTS = `
WITH eras AS (
  SELECT * FROM unnest($11::uuid[], $12::int8[], $13::int8[]) AS e (id, starts, ends)
), told AS MATERIALIZED (
  SELECT r.type, r.from_id, r.to_id, coalesce(lower(r.valid_possible), e.starts) AS starts,
    coalesce(upper(r.valid_possible) + r.valid_tail, e.ends) AS ends
  FROM relations r LEFT JOIN eras e ON e.id = r.to_id AND NOT ${IS_STATED}
  WHERE ${BELIEVED} AND r.type = ANY ($3::text[] || $4::text[] || $5::text[] || $6::text[] || ARRAY['EXISTED_DURING'])
), windows AS MATERIALIZED (
  SELECT from_id AS thing, CASE WHEN bool_and(starts IS NOT NULL) THEN min(starts) END AS born,
    CASE WHEN bool_and(ends IS NOT NULL) THEN max(ends) END AS died, count(*) > 1 AS is_many
  FROM told WHERE type = 'EXISTED_DURING' AND (starts IS NOT NULL OR ends IS NOT NULL) GROUP BY from_id
), lives AS MATERIALIZED (
  SELECT thing, min(born) AS born, max(died) AS died, false AS is_many FROM (
    SELECT from_id AS thing, starts AS born, NULL::int8 AS died FROM told WHERE type = ANY ($3::text[])
    UNION ALL SELECT to_id, starts, NULL FROM told WHERE type = ANY ($5::text[])
    UNION ALL SELECT from_id, NULL, ends FROM told WHERE type = ANY ($4::text[])
  ) l WHERE (born IS NOT NULL OR died IS NOT NULL) AND thing NOT IN (SELECT thing FROM windows) GROUP BY thing
  UNION ALL SELECT * FROM windows
), dated AS MATERIALIZED (
  SELECT DISTINCT ON (event) event, starts, ends FROM (
    SELECT from_id AS event, array_position($6::text[], type) AS place, min(starts) AS starts, max(ends) AS ends FROM told
    WHERE type = ANY ($6::text[]) AND (starts IS NOT NULL OR ends IS NOT NULL) GROUP BY from_id, type
  ) d ORDER BY event, place
), acts AS (
  SELECT r.id, CASE a.side WHEN 'from' THEN r.from_id ELSE r.to_id END AS thing, a.rule, a.is_event,
    ${IS_STATED} OR r.to_id IS NULL AS is_stated, CASE a.event_side WHEN 'from' THEN r.from_id ELSE r.to_id END AS event,
    lower(r.valid_possible) AS starts, upper(r.valid_possible) AS last, upper(r.valid_possible) + r.valid_tail AS ends
  FROM relations r JOIN unnest($7::text[], $8::text[], $9::text[], $10::boolean[], $14::text[])
    AS a (type, side, rule, is_event, event_side)
    ON a.type = r.type
  WHERE ${BELIEVED}
), timed AS (
  SELECT a.id, a.thing, a.rule, a.is_event OR NOT a.is_stated AS is_event, CASE WHEN a.is_stated THEN a.starts ELSE d.starts END AS starts,
    CASE WHEN a.is_stated THEN a.last ELSE d.ends END AS last, CASE WHEN a.is_stated THEN a.ends ELSE d.ends END AS ends
  FROM acts a LEFT JOIN dated d ON NOT a.is_stated AND d.event = a.event
)
SELECT DISTINCT t.id FROM timed t JOIN lives l USING (thing)
WHERE l.is_many
  OR CASE WHEN t.rule = 'overlap' THEN t.ends <= l.born OR (t.is_event AND t.starts < l.born)
    ELSE t.starts < l.born OR t.ends <= l.born END
  OR (t.rule <> 'begun' AND (t.starts >= l.died OR (t.rule = 'contain' AND t.last >= l.died AND t.ends > l.died)))`;

/** Ids of the acts that may miss the existence of an end. Which of them do is for the rules to say. */
export async function sweepActs(
  db: Db,
  tenant: Tenant,
  { births, deaths, makings, datings, acts }: LifeTypes,
  eras: readonly EraBounds[],
): Promise<string[]> {
  const values = [
    ...[tenant.orgId, tenant.project, births, deaths, makings, datings],
    ...[acts.map(({ type }) => type), acts.map(({ end }) => end), acts.map(({ rule }) => rule)],
    ...[acts.map(({ isEvent }) => isEvent), eras.map(({ id }) => id), eras.map(({ from }) => from)],
    ...[eras.map(({ until }) => until), acts.map((act) => act.eventEnd)],
  ];
  const rows = await db.run<{ id: string }>({ text: SWEEP_ACTS, values });
  return rows.map(({ id }) => id);
}
