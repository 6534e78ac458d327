import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';

/** A walk through the claims of a project that an older normalizer read. */
export interface RereadWalk {
  tenant: Tenant;
  normVersion: number;
  /** The last claim that was passed. */
  cursor: string;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** For a step of many claims, each of which may ask a model. */
const LEASE = "interval '10 minutes'";
const PAUSE = "interval '1 minute'";

/** For how long after its beginning a walk goes on, as a server of an older release may still write meanwhile. */
const SETTLED = "interval '10 minutes'";

const BEGIN = `
INSERT INTO rereads (org_id, project, norm_version, started_at, leased_until, cursor)
SELECT p.org_id, p.project, $1, clock_timestamp(), clock_timestamp(), '${FIRST}' FROM projects p
WHERE p.org_id = current_setting('loreguard.org_id', true)
ON CONFLICT DO NOTHING`;

/** Sees to it that every project of the organisation of the connection has a walk for this version. */
export async function beginRereads(db: Db, normVersion: number): Promise<void> {
  await db.run({ name: 'begin_rereads', text: BEGIN, values: [normVersion] });
}

const TAKE = `
WITH due AS MATERIALIZED (
  SELECT w.org_id, w.project, w.norm_version FROM rereads w
  WHERE w.org_id = current_setting('loreguard.org_id', true) AND w.norm_version = $1 AND w.ended_at IS NULL
    AND w.leased_until <= clock_timestamp()
  ORDER BY w.leased_until LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE rereads w SET leased_until = clock_timestamp() + ${LEASE} FROM due
WHERE w.org_id = due.org_id AND w.project = due.project AND w.norm_version = due.norm_version
RETURNING w.org_id, w.project, w.cursor`;

/** Takes a walk that nobody is on, of any project of the organisation of the connection, for the time of a lease; or null. */
export async function takeReread(db: Db, normVersion: number): Promise<RereadWalk | null> {
  const [row] = await retried(db, () =>
    db.run<{ org_id: string; project: string; cursor: string }>({
      name: 'take_reread',
      text: TAKE,
      values: [normVersion],
    }),
  );
  if (row === undefined) return null;
  return { tenant: { orgId: row.org_id, project: row.project }, normVersion, cursor: row.cursor };
}

const ADVANCE = `
UPDATE rereads SET cursor = greatest(cursor, $4::uuid),
  leased_until = clock_timestamp()
    + CASE $5::text WHEN 'go_on' THEN ${LEASE} WHEN 'pause' THEN ${PAUSE} ELSE interval '0' END,
  ended_at = CASE WHEN $5 = 'pause' AND started_at < clock_timestamp() - ${SETTLED} THEN clock_timestamp() END
WHERE org_id = $1 AND project = $2 AND norm_version = $3`;

/**
 * Notes that the claims up to the cursor are passed. `go_on`: the next step begins. `leave`: somebody else may go on.
 * `pause`: there are no more for now; a walk that began long enough ago has ended.
 */
export async function advanceReread(db: Db, walk: RereadWalk, next: 'go_on' | 'leave' | 'pause'): Promise<void> {
  const { tenant, normVersion, cursor } = walk;
  await db.run({
    name: 'advance_reread',
    text: ADVANCE,
    values: [tenant.orgId, tenant.project, normVersion, cursor, next],
  });
}
