import type { ClaimStatus } from '../../../core/claim.js';
import type { NewRelation, RelationStatus } from '../../../core/lore.js';
import type { Period } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import type { ViolationKind, ViolationResolution, ViolationStatus } from '../../../core/violation.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { storedKey, toInstant, toJson } from '../../text.js';
import { BUMP_HEADS, CARRIED, CLOSE, RETURN_NEXT, TAKE_HEADS, UNLIST } from '../claims/version-sql.js';
import {
  CLOSE_RELATIONS,
  ENDS_STAND,
  HOLD_ENDS,
  INSERT_RELATIONS,
  LEAVE_RECHECKS,
  OPEN_RELATIONS,
  OPEN_VIOLATIONS,
  RECORD_ACTIONS,
  REVISE_RELATIONS,
  SETTLE_VIOLATIONS,
} from './change-sql.js';
import { periodRow, saidRow } from './relation-row.js';

/** A key that a write takes, at the version that it saw; null whatever version it has by now. */
export interface LockKey {
  key: string;
  seen: number | null;
}

/** The next version of a stored relation. What is left out stays as it is. */
export interface RelationRevision {
  id: string;
  /** System time of the version that it takes the place of. */
  seen: string;
  status?: RelationStatus;
  supersededBy?: string;
  fromId?: string;
  toId?: string;
  /** All that it is disputed with from now on. */
  disputedWith?: readonly string[];
  /** When it ends now. */
  ended?: { validUntil: string; period: Period };
  /** Where it is said now. */
  passage?: { chunkId: string; start: number; end: number };
}

/** Relations that can't all stand. */
export interface RelationViolation {
  violationId: string;
  kind: Extract<ViolationKind, 'contradiction' | 'anachronism'>;
  /** What it is unique by among those of its kind; of one that is open already, its own: it takes the sides that it lacks. */
  pairKey: string;
  sides: readonly string[];
  severity: string;
  runId: string | null;
  detail: Readonly<Record<string, unknown>>;
}

/** The next version of a claim. What is left out stays as it is. */
export interface ClaimRevision {
  id: string;
  /** System time of the version that it takes the place of. */
  seen: string;
  status?: Exclude<ClaimStatus, 'active' | 'erased'>;
  supersededBy?: string;
  /** All that it is disputed with from now on. */
  disputedWith: readonly string[];
}

/** A violation that is settled; one that is not open is left alone. */
export interface SettledViolation {
  id: string;
  status: Exclude<ViolationStatus, 'open'>;
  resolution: ViolationResolution;
}

/** What goes on the record. */
export interface RecordedAction {
  id: string;
  action: string;
  who: string;
  /** What it was about. */
  nodeId: string | null;
  /** The same, where it was a claim. */
  claimId?: string;
  reason: string | null;
  detail: Readonly<Record<string, unknown>>;
  keyId: string | null;
}

/** A change of relations, and of claims that say them: all of it is stored at one system time, or nothing. */
export interface RelationChanges {
  tenant: Tenant;
  /** Keys of the relations; those of the claims are taken too. */
  keys: readonly LockKey[];
  claims?: readonly ClaimRevision[];
  insert?: readonly { relation: NewRelation; disputedWith?: readonly string[] }[];
  revise?: readonly RelationRevision[];
  open?: readonly RelationViolation[];
  settle?: readonly SettledViolation[];
  /** Ids of relations that are to be compared in the background, … */
  recheck?: readonly string[];
  /** … unless who asks for this change does so right after it. */
  isSwept?: boolean;
  record?: readonly RecordedAction[];
}

/**
 * moved: a key or a version is no longer the one seen, or an entity was merged, and nothing was stored. `stored` names the new relations that are
 * stored: one that its document says already, by another request at the same moment, is not among them.
 */
export type ChangeOutcome = { outcome: 'stored'; systemFrom: string; stored: string[] } | { outcome: 'moved' };

/**
 * $3 keys at versions $4, revisions $5, new relations $6, violations $7 that open, violations $8 that are settled,
 * actions $9, revisions of claims $10, relations $11 to compare after $12 seconds. Keys are taken first, then claims, then
 * relations, each in sorted order.
 */
const statement = (takeHeads: string) => `
WITH change AS MATERIALIZED (
  SELECT * FROM json_to_recordset($10::json)
    AS n (id uuid, seen timestamptz, next text, superseded_by uuid, disputed_with uuid[])
), ${HOLD_ENDS('$6::json')}, wanted AS MATERIALIZED (
  SELECT key COLLATE "C" AS key, seen FROM unnest($3::text[], $4::int8[]) AS w (key, seen) WHERE ${ENDS_STAND}
  UNION ALL
  SELECT DISTINCT key COLLATE "C", NULL::int8 FROM change n, LATERAL (
    SELECT lock_keys FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.seen LIMIT 1
  ) c, unnest(c.lock_keys) AS key
  WHERE key <> ALL ($3::text[])
), ${takeHeads}, open AS MATERIALIZED (
  SELECT c.* FROM (
    SELECT id, seen FROM change WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted) ORDER BY id
  ) n CROSS JOIN LATERAL (
    SELECT c.org_id, c.project, c.id, c.system_from FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.seen AND c.system_until IS NULL
      AND c.status <> 'erased'
    LIMIT 1 FOR UPDATE
  ) c
), ${OPEN_RELATIONS('$5::json', 'relation_')}, go AS MATERIALIZED (
  SELECT greatest((SELECT max(changed_at) FROM heads), (SELECT max(system_from) FROM open) + interval '1 microsecond',
    (SELECT max(system_from) FROM relation_open) + interval '1 microsecond', clock_timestamp()) AS at
  WHERE (SELECT count(*) FROM open) = (SELECT count(*) FROM change)
    AND (SELECT count(*) FROM relation_open) = (SELECT count(*) FROM relation_change)
    AND (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted) AND ${ENDS_STAND}
), org AS (
  INSERT INTO orgs (org_id) SELECT $1 FROM go ON CONFLICT DO NOTHING
), tenant AS (
  INSERT INTO projects (org_id, project) SELECT $1, $2 FROM go ON CONFLICT DO NOTHING
), closed AS (
  ${CLOSE()}
), next AS (
  INSERT INTO claims (${CARRIED}, system_from, status, is_disputed, disputed_with, superseded_by, decision_id)
  SELECT ${CARRIED.replaceAll(/\w+/g, 'c.$&')}, c.system_until, coalesce(n.next, c.status), cardinality(n.disputed_with) > 0,
    n.disputed_with, coalesce(n.superseded_by, c.superseded_by), c.decision_id
  FROM closed c JOIN change n USING (id)
  ${RETURN_NEXT}
), ${UNLIST}, ${CLOSE_RELATIONS('relation_')}, ${REVISE_RELATIONS('relation_')}, ${INSERT_RELATIONS('$6::json')},
${OPEN_VIOLATIONS('$7::json')}, ${SETTLE_VIOLATIONS('$8::json')}, ${LEAVE_RECHECKS('$11::uuid[]', '$12::int')},
${RECORD_ACTIONS('$9::json')}
SELECT go.at::text AS system_from, ARRAY(SELECT id FROM said_now) AS stored FROM go`;

const CHANGE = statement(BUMP_HEADS);
/** Looks at each key among all: for few keys. */
const CHANGE_IF_SEEN = statement(TAKE_HEADS);

/** Stores a change of the lore store in one statement. */
export async function changeRelations(db: Db, changes: RelationChanges): Promise<ChangeOutcome> {
  const values = changeValues(changes);
  const text = changes.keys.some(({ seen }) => seen !== null) ? CHANGE_IF_SEEN : CHANGE;
  const rows = await retried(db, () => db.run<{ system_from: string; stored: string[] }>({ text, values }));
  const [row] = rows;
  if (row === undefined) return { outcome: 'moved' };
  return { outcome: 'stored', systemFrom: toInstant(row.system_from), stored: row.stored };
}

function changeValues(changes: RelationChanges): unknown[] {
  const { tenant, keys, claims = [], insert = [], revise = [], open = [], settle = [], recheck = [] } = changes;
  const seen = new Map(keys.map((lock) => [storedKey(lock.key), lock.seen]));
  return [
    ...[tenant.orgId, tenant.project, [...seen.keys()], [...seen.values()]],
    toJson(revise.map(revisionRow)),
    toJson(insert.map(({ relation, disputedWith = [] }) => saidRow(relation, disputedWith))),
    ...[toJson(open.map(violationRow)), toJson(settle), toJson((changes.record ?? []).map(actionRow))],
    toJson(
      claims.map(({ id, seen: version, status, supersededBy, disputedWith }) => {
        return { id, seen: version, next: status, superseded_by: supersededBy, disputed_with: disputedWith };
      }),
    ),
    ...[recheck, changes.isSwept === true ? SWEEP_LEASE_S : 0],
  ];
}

/** How long whoever compares relations right after a change has for it before a job does. */
const SWEEP_LEASE_S = 60;

/** A row of OPEN_VIOLATIONS. */
export function violationRow({ violationId, pairKey, runId, ...rest }: RelationViolation): object {
  return { ...rest, id: violationId, pair_key: storedKey(pairKey), run_id: runId };
}

function actionRow({ id, who, action, nodeId, claimId, reason, detail, keyId }: RecordedAction): object {
  return { id, who, action, claim_id: claimId, node_id: nodeId, reason, detail, key_id: keyId };
}

/** A row of OPEN_RELATIONS. */
export function revisionRow({
  id,
  seen,
  status,
  supersededBy,
  fromId,
  toId,
  disputedWith,
  ended,
  passage,
}: RelationRevision): object {
  return {
    ...{ id, seen, next: status, superseded_by: supersededBy, from_id: fromId, to_id: toId },
    ...{ disputed_with: disputedWith, chunk_id: passage?.chunkId, span_start: passage?.start, span_end: passage?.end },
    ...(ended === undefined ? {} : { valid_until: ended.validUntil, ...periodRow(ended.period) }),
  };
}
