import type { OpenViolations } from '../../core/record.js';
import type { ViolationKind } from '../../core/violation.js';

/**
 * The one place that counts what is open against entities and sources, for every answer about the world. Whatever opens
 * violations, of any kind and about claims, relations or entities, is counted by it.
 */

/** Most violations that are counted of one answer. */
const COUNTED_MAX = 1000;

/** Open violations that have one of `sides` (a query for ids) as a side. */
const OPEN_AT = (side: string) => `
    SELECT v.id, v.kind FROM (
      SELECT violation_id FROM violation_sides s
      WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = ${side} LIMIT ${COUNTED_MAX}
    ) vs CROSS JOIN LATERAL (
      SELECT v.id, v.kind, v.status FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.id = vs.violation_id LIMIT 1
    ) v
    WHERE v.status = 'open'`;

const DISPUTED = 'r.org_id = $1 AND r.project = $2 AND r.system_until IS NULL AND r.is_disputed';

/**
 * SQL of a json of `OpenCounted`.
 * @param things a query for the ids of the entities that are named
 * @param facts a relation of rows of `relations`: what the answer says
 */
export const openViolationsSql = (things: string, facts: string) => `json_build_object('ofEntities', (
  SELECT json_object_agg(kind, n) FROM (
    SELECT o.kind, count(DISTINCT o.id)::int AS n FROM (
      SELECT r.id FROM (${things}) t (id) CROSS JOIN LATERAL (
        SELECT r.id FROM relations r WHERE ${DISPUTED} AND r.from_id = t.id LIMIT ${COUNTED_MAX}
      ) r
      UNION
      SELECT r.id FROM (${things}) t (id) CROSS JOIN LATERAL (
        SELECT r.id FROM relations r WHERE ${DISPUTED} AND r.to_id = t.id AND r.to_id IS NOT NULL LIMIT ${COUNTED_MAX}
      ) r
      UNION
      SELECT t.id FROM (${things}) t (id)
    ) side CROSS JOIN LATERAL (${OPEN_AT('side.id')}
    ) o GROUP BY o.kind
  ) k
), 'bySource', (
  SELECT json_object_agg(source_id, n) FROM (
    SELECT f.source_id, count(DISTINCT o.id)::int AS n FROM (
      SELECT DISTINCT id, source_id FROM ${facts} f WHERE is_disputed AND source_id IS NOT NULL
    ) f CROSS JOIN LATERAL (${OPEN_AT('f.id')}
    ) o WHERE o.kind = 'contradiction' GROUP BY f.source_id
  ) s
), 'lastRunAgeS', (
  SELECT extract(epoch FROM clock_timestamp() - r.finished_at)::float8 FROM consistency_runs r
  WHERE r.org_id = $1 AND r.project = $2 AND r.status = 'finished' AND r.scope = 'full' ORDER BY r.finished_at DESC LIMIT 1
))`;

/** What the statement answers. */
export interface OpenCounted {
  ofEntities: Partial<Record<ViolationKind, number>> | null;
  bySource: Record<string, number> | null;
  lastRunAgeS: number | null;
}

export function toOpenViolations({ ofEntities, bySource, lastRunAgeS }: OpenCounted): OpenViolations {
  return {
    ofEntities: ofEntities ?? {},
    bySource: new Map(Object.entries(bySource ?? {})),
    lastRunAgeS,
  };
}
