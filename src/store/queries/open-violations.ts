import type { OpenQuestion, OpenViolations } from '../../core/record.js';
import type { ViolationKind } from '../../core/violation.js';

/**
 * The one place that counts what is open against entities and sources, for every answer about the world. Whatever opens
 * violations, of any kind and about claims, relations or entities, is counted by it.
 */

/** Most violations that are counted of one answer. */
const COUNTED_MAX = 1000;

/** Most questions that are told beside an answer. */
const QUESTIONS_MAX = 20;

const DISPUTED = 'r.org_id = $1 AND r.project = $2 AND r.system_until IS NULL AND r.is_disputed';

/**
 * CTEs, `open` of which are the open violations: those of the entities that are named (`source` is null), and those
 * of what each source says. `in_question` are the findings about claims that said what the answer rests on.
 * @param things a query for the ids of the entities that are named
 * @param facts a relation of rows of `relations`: what the answer says
 */
export const openViolationsCtes = (things: string, facts: string) => `sides AS (
  SELECT NULL::uuid AS source, r.id FROM (${things}) t (id) CROSS JOIN LATERAL (
    SELECT r.id FROM relations r WHERE ${DISPUTED} AND r.from_id = t.id LIMIT ${COUNTED_MAX}
  ) r
  UNION
  SELECT NULL::uuid, r.id FROM (${things}) t (id) CROSS JOIN LATERAL (
    SELECT r.id FROM relations r WHERE ${DISPUTED} AND r.to_id = t.id AND r.to_id IS NOT NULL LIMIT ${COUNTED_MAX}
  ) r
  UNION
  SELECT NULL::uuid, t.id FROM (${things}) t (id)
  UNION
  SELECT f.source_id, f.id FROM ${facts} f WHERE f.is_disputed AND f.source_id IS NOT NULL
), open AS MATERIALIZED (
  SELECT side.source, v.id, v.kind, v.acknowledged_at FROM sides side CROSS JOIN LATERAL (
    SELECT violation_id FROM violation_sides s
    WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = side.id LIMIT ${COUNTED_MAX}
  ) vs CROSS JOIN LATERAL (
    SELECT v.id, v.kind, v.status, v.acknowledged_at FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.id = vs.violation_id LIMIT 1
  ) v WHERE v.status = 'open'
), in_question AS (
  SELECT DISTINCT s.finding_id AS id FROM ${facts} f CROSS JOIN LATERAL (
    SELECT s.finding_id FROM finding_claims s
    WHERE s.org_id = $1 AND s.project = $2 AND s.claim_id = f.claim_id LIMIT ${QUESTIONS_MAX}
  ) s WHERE f.claim_id IS NOT NULL
)`;

/** SQL of a json of `OpenCounted`, by those CTEs. */
export const OPEN_VIOLATIONS = `json_build_object('ofEntities', (
  SELECT json_object_agg(kind, n) FROM (
    SELECT o.kind, count(DISTINCT o.id)::int AS n FROM open o WHERE o.source IS NULL GROUP BY o.kind
  ) k
), 'unacknowledged', (
  SELECT count(DISTINCT o.id)::int FROM open o WHERE o.source IS NULL AND o.kind <> 'orphan' AND o.acknowledged_at IS NULL
), 'bySource', (
  SELECT json_object_agg(source, n) FROM (
    SELECT o.source, count(DISTINCT o.id)::int AS n FROM open o
    WHERE o.source IS NOT NULL AND o.kind = 'contradiction' GROUP BY o.source
  ) s
), 'questions', (
  SELECT json_agg(json_build_object('id', q.id, 'question', q.question) ORDER BY q.id) FROM (
    SELECT v.id, v.question FROM in_question i CROSS JOIN LATERAL (
      SELECT v.id, v.question, v.status FROM findings v WHERE v.org_id = $1 AND v.project = $2 AND v.id = i.id LIMIT 1
    ) v WHERE v.status = 'open' ORDER BY v.id LIMIT ${QUESTIONS_MAX}
  ) q
), 'lastRunAgeS', (
  SELECT extract(epoch FROM clock_timestamp() - r.finished_at)::float8 FROM consistency_runs r
  WHERE r.org_id = $1 AND r.project = $2 AND r.status = 'finished' AND r.scope = 'full' ORDER BY r.finished_at DESC LIMIT 1
))`;

/** What the statement answers. */
export interface OpenCounted {
  ofEntities: Partial<Record<ViolationKind, number>> | null;
  unacknowledged: number;
  bySource: Record<string, number> | null;
  questions: OpenQuestion[] | null;
  lastRunAgeS: number | null;
}

/** Where nothing was asked about. */
const NONE: OpenCounted = { ofEntities: null, unacknowledged: 0, bySource: null, questions: null, lastRunAgeS: null };

export function toOpenViolations(counted: OpenCounted | null): OpenViolations {
  const { ofEntities, unacknowledged, bySource, questions, lastRunAgeS } = counted ?? NONE;
  return {
    ofEntities: ofEntities ?? {},
    unacknowledged,
    isOfProject: false,
    bySource: new Map(Object.entries(bySource ?? {})),
    questions: questions ?? [],
    lastRunAgeS,
  };
}
