import type { NewRelation, RelationStatus } from '../../core/lore.js';
import type { Period } from '../../core/period.js';
import type { Tenant } from '../../core/scope.js';
import { pairKey, type ViolationKind, type ViolationResolution, type ViolationStatus } from '../../core/violation.js';
import { retried } from '../errors.js';
import type { Db } from '../tenant.js';
import { storedKey, toInstant, toJson } from '../text.js';
import {
  CLOSE_RELATIONS,
  INSERT_RELATIONS,
  OPEN_RELATIONS,
  RECORD_ACTIONS,
  RELATION_TIME,
  REVISE_RELATIONS,
  SETTLE_VIOLATIONS,
} from './change-sql.js';
import { BUMP_HEADS, TAKE_HEADS } from './commit-sql.js';
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
  /** Default: contradiction. */
  kind?: Extract<ViolationKind, 'contradiction' | 'anachronism'>;
  sides: readonly string[];
  severity: string;
  runId: string | null;
  detail: Readonly<Record<string, unknown>>;
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
  reason: string | null;
  detail: Readonly<Record<string, unknown>>;
  keyId: string | null;
}

/** A change of the lore store: all of it is stored at one system time, or nothing. */
export interface RelationChanges {
  tenant: Tenant;
  keys: readonly LockKey[];
  insert?: readonly { relation: NewRelation; disputedWith?: readonly string[] }[];
  revise?: readonly RelationRevision[];
  open?: readonly RelationViolation[];
  settle?: readonly SettledViolation[];
  record?: readonly RecordedAction[];
}

/**
 * moved: a key or a version is no longer the one seen, and nothing was stored. `stored` names the new relations that are
 * stored: one that its document says already, by another request at the same moment, is not among them.
 */
export type ChangeOutcome = { outcome: 'stored'; systemFrom: string; stored: string[] } | { outcome: 'moved' };

/**
 * $3 keys at versions $4, revisions $5, new relations $6, violations $7 that open, violations $8 that are settled,
 * actions $9. As for claims: keys are taken first, then rows, each in sorted order.
 */
const statement = (takeHeads: string) => `
WITH wanted AS MATERIALIZED (
  SELECT key COLLATE "C" AS key, seen FROM unnest($3::text[], $4::int8[]) AS w (key, seen)
), ${takeHeads}, ${OPEN_RELATIONS('$5::json')}, go AS MATERIALIZED (
  SELECT ${RELATION_TIME} AS at FROM open
  HAVING count(*) = (SELECT count(*) FROM change) AND (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted)
), org AS (
  INSERT INTO orgs (org_id) SELECT $1 FROM go ON CONFLICT DO NOTHING
), tenant AS (
  INSERT INTO projects (org_id, project) SELECT $1, $2 FROM go ON CONFLICT DO NOTHING
), ${CLOSE_RELATIONS()}, ${REVISE_RELATIONS()}, ${INSERT_RELATIONS('$6::json')}, opened AS (
  INSERT INTO violations (org_id, project, id, kind, pair_key, severity, run_id, detected_at, sides, detail, about)
  SELECT $1, $2, v.id, v.kind, v.pair_key, v.severity, v.run_id, go.at, v.sides, v.detail, 'relation'
  FROM go, json_to_recordset($7::json)
    AS v (id uuid, kind text, pair_key text, severity text, run_id uuid, sides uuid[], detail json)
  ON CONFLICT DO NOTHING
), ${SETTLE_VIOLATIONS('$8::json')}, ${RECORD_ACTIONS('$9::json')}
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

function changeValues({
  tenant,
  keys,
  insert = [],
  revise = [],
  open = [],
  settle = [],
  record = [],
}: RelationChanges) {
  const seen = new Map(keys.map((lock) => [storedKey(lock.key), lock.seen]));
  return [
    ...[tenant.orgId, tenant.project, [...seen.keys()], [...seen.values()]],
    toJson(revise.map(revisionRow)),
    toJson(insert.map(({ relation, disputedWith = [] }) => saidRow(relation, disputedWith))),
    toJson(
      open.map(({ violationId, kind = 'contradiction', sides, severity, runId, detail }) => {
        return { id: violationId, kind, pair_key: pairKey(...sides), severity, run_id: runId, sides, detail };
      }),
    ),
    toJson(settle),
    toJson(record.map(actionRow)),
  ];
}

/** A row of what goes on the record. */
export function actionRow({ id, who, action, nodeId, reason, detail, keyId }: RecordedAction): object {
  return { id, who, action, node_id: nodeId, reason, detail, key_id: keyId };
}

/** A row of `change`. */
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
