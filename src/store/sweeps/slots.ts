import type { EraBounds, SlotType } from '../../core/consistency.js';
import type { Tenant } from '../../core/scope.js';
import type { Db } from '../tenant.js';
import { BELIEVED, IS_STATED } from './believed.js';

/**
 * Relations that may be in the time of an earlier one that has the same slot for another holder: $3 types, $4 ends, $5
 * whether there is one ever and $6 whether the ends may change places; $7 eras from $8 until $9, which what existed in
 * one takes its time from.
 *
 * One sort a slot, and the furthest end of all that began before: a long span that hides behind a short one is found, as
 * the end of the row before would not find it. Only what that flags is then held against who else has the slot.
 */
const SWEEP_SLOTS = `
WITH types AS (
  SELECT * FROM unnest($3::text[], $4::text[], $5::boolean[], $6::boolean[]) AS t (type, side, is_once, is_symmetric)
), eras AS (
  SELECT * FROM unnest($7::uuid[], $8::int8[], $9::int8[]) AS e (id, starts, ends)
), held AS MATERIALIZED (
  SELECT r.id, r.type, t.is_symmetric OR t.side = 'from' AS is_from,
    CASE t.side WHEN 'from' THEN r.from_id ELSE r.to_id END AS thing,
    CASE t.side WHEN 'from' THEN r.to_id ELSE r.from_id END AS holder, lower(r.value) AS value, r.type = 'EXISTED_DURING' AS is_existence,
    CASE WHEN t.is_once THEN NULL ELSE coalesce(e.starts, lower(r.valid_possible)) END AS starts,
    CASE WHEN t.is_once THEN NULL ELSE coalesce(e.ends, upper(r.valid_possible)) END AS ends
  FROM relations r JOIN types t ON t.type = r.type
  LEFT JOIN eras e ON r.type = 'EXISTED_DURING' AND e.id = r.to_id AND NOT ${IS_STATED}
  WHERE ${BELIEVED} AND (NOT isempty(r.valid_possible) OR t.is_once)
), swept AS (
  SELECT *, max(coalesce(ends, 9223372036854775807)) OVER (
    PARTITION BY type, is_from, thing ORDER BY coalesce(starts, -9223372036854775808), id
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  ) AS reached FROM held WHERE thing IS NOT NULL
), flagged AS MATERIALIZED (
  SELECT * FROM swept WHERE reached IS NOT NULL AND coalesce(starts, -9223372036854775808) < reached
)
SELECT DISTINCT f.id FROM flagged f JOIN held h
  ON h.type = f.type AND h.is_from = f.is_from AND h.thing = f.thing AND h.id <> f.id
WHERE (f.is_existence OR h.holder IS DISTINCT FROM f.holder OR h.value IS DISTINCT FROM f.value)
  AND (h.starts IS NULL OR f.ends IS NULL OR h.starts < f.ends)
  AND (f.starts IS NULL OR h.ends IS NULL OR f.starts < h.ends)`;

/** Ids of the relations that may claim a slot that another holds. Which of them do is for the rules to say. */
export async function sweepSlots(
  db: Db,
  tenant: Tenant,
  types: readonly SlotType[],
  eras: readonly EraBounds[],
): Promise<string[]> {
  const values = [
    ...[tenant.orgId, tenant.project, types.map(({ type }) => type), types.map(({ end }) => end)],
    ...[types.map(({ isOnce }) => isOnce), types.map(({ isSymmetric }) => isSymmetric)],
    ...[eras.map(({ id }) => id), eras.map(({ from }) => from), eras.map(({ until }) => until)],
  ];
  const rows = await db.run<{ id: string }>({ text: SWEEP_SLOTS, values });
  return rows.map(({ id }) => id);
}
