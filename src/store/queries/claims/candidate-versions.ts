import type { Candidate, ClaimKind } from '../../../core/claim.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';

/** A version of a claim `c` as the guard compares it. Its reading stays text until it is known to be needed. */
export const CANDIDATE = `c.id, c.system_from::text, c.statement, c.who, c.kind, c.reason, c.reading::text,
  c.unguarded IS NOT DISTINCT FROM 'advisory' AS is_advisory`;

export interface CandidateRow {
  id: string;
  system_from: string;
  statement: string;
  who: string;
  kind: ClaimKind;
  reason: string | null;
  reading: string;
  is_advisory: boolean;
}

export function toCandidate(row: CandidateRow): Candidate {
  const { id, system_from, statement, who, kind, reason, reading, is_advisory } = row;
  const advisory = is_advisory ? { isAdvisory: true as const } : {};
  const systemFrom = toInstant(system_from);
  return { id, systemFrom, statement, who, kind, reason, reading: JSON.parse(reading), ...advisory };
}

/** A claim of a project. */
export interface WantedClaim {
  project: string;
  id: string;
}

/** The versions in force: of those that are known as $4 only that they are. */
export const GET_ACTIVE = `
SELECT asked.at::int AS at, known.is_known, v.* FROM unnest($2::text[], $3::uuid[], $4::timestamptz[])
  WITH ORDINALITY AS asked (project, id, seen, at) CROSS JOIN LATERAL (
  SELECT * FROM claims c
  WHERE c.org_id = $1 AND c.project = asked.project COLLATE "C" AND c.id = asked.id
    AND c.system_until IS NULL AND c.status = 'active'
  LIMIT 1
) c CROSS JOIN LATERAL (SELECT c.system_from IS NOT DISTINCT FROM asked.seen AS is_known) known
LEFT JOIN LATERAL (SELECT ${CANDIDATE}) v ON NOT known.is_known`;

type Row = { at: number; is_known: boolean } & CandidateRow;

/**
 * The active ones of these claims as the guard compares them, by project and id. What is read of a version is kept, so
 * that it is read and parsed once; which version is in force is asked each time.
 */
export async function activeCandidates(
  db: Db,
  { orgId }: Pick<Tenant, 'orgId'>,
  wanted: readonly WantedClaim[],
): Promise<Map<string, Candidate>> {
  const asked = [...new Map(wanted.map((claim) => [`${claim.project}/${claim.id}`, claim]))];
  if (asked.length === 0) return new Map();
  const known = asked.map(([, { project, id }]) => db.candidates.get({ orgId, project }, id));
  const values = [
    ...[orgId, asked.map(([, { project }]) => project), asked.map(([, { id }]) => id)],
    known.map((candidate) => candidate?.systemFrom ?? null),
  ];
  const rows = await db.run<Row>({ name: 'get_candidates', text: GET_ACTIVE, values });
  const found = new Map<string, Candidate>();
  for (const row of rows) {
    const [name = '', claim] = asked[row.at - 1] ?? [];
    const candidate = row.is_known ? known[row.at - 1] : toCandidate(row);
    if (candidate === undefined || claim === undefined) continue;
    if (!row.is_known) db.candidates.keep({ orgId, project: claim.project }, candidate, row.reading.length);
    found.set(name, candidate);
  }
  return found;
}
