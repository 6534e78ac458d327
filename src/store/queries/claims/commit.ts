import { pairKey } from '../../../core/violation.js';
import { rangeText } from '../../columns.js';
import { retried } from '../../errors.js';
import type { Db, Query } from '../../tenant.js';
import { storedKey, toInstant, toJson } from '../../text.js';
import { revisionRow, violationRow } from '../lore/change-relations.js';
import { saidRow } from '../lore/relation-row.js';
import type { CommitInput, CommitOutcome, CommitRelations, RevisedClaim, UpdatedClaim } from './commit-input.js';
import { itemValues, NO_ITEM } from './commit-item.js';
import { CHANGE, COMMIT, COMMIT_AND_CHANGE, COMMIT_LORE, LORE_CHANGE } from './commit-sql.js';

/** Whether a write changes nothing beside what it stores of itself: those are stored together. */
export function isPlain({ closes, disputes, relations }: CommitInput): boolean {
  return closes.length + disputes.length === 0 && relations === undefined;
}

/** How many writes a statement has room for: few different ones, so that each is planned once a connection. */
const ROOMS = [1, 2, 4, 8, 16];
const COMMITS = new Map(ROOMS.map((room) => [room, { name: `commit_${room}`, text: COMMIT(room) }]));

interface Stored {
  place: number;
  system_from: string;
}

/**
 * Stores plain writes of one organisation, none of which takes a lock key of another, in one statement: each all of it or
 * nothing, as if it were alone. At most 16.
 */
export async function commitWrites(db: Db, orgId: string, inputs: readonly CommitInput[]): Promise<CommitOutcome[]> {
  const room = ROOMS.find((size) => size >= inputs.length) ?? 0;
  const rows = Array.from({ length: room }, (_, at) => (inputs[at] === undefined ? NO_ITEM : itemValues(inputs[at])));
  const query = { name: '', text: '', ...COMMITS.get(room), values: [orgId, ...rows.flat()] };
  const stored = await retried(db, () => db.run<Stored>(query));
  const times = new Map(stored.map(({ place, system_from }) => [place, toInstant(system_from)]));
  return inputs.map((_, place) => {
    const systemFrom = times.get(place);
    return systemFrom === undefined ? { outcome: 'moved' } : { outcome: 'stored', systemFrom };
  });
}

/** Stores claim, keys, decision and job, and closes or disputes others, in one statement: all of it or nothing. */
export async function commitWrite(db: Db, input: CommitInput): Promise<CommitOutcome> {
  const { orgId } = input.tenant;
  if (isPlain(input)) return (await commitWrites(db, orgId, [input]))[0] ?? { outcome: 'moved' };
  const [row] = await retried(db, () => db.run<Stored>(changingQuery(input)));
  if (row !== undefined) return { outcome: 'stored', systemFrom: toInstant(row.system_from) };
  const changes = input.closes.length + input.disputes.length > 0;
  const ids = changes ? await closedMeanwhile(db, input) : [];
  return ids.length > 0 ? { outcome: 'not_active', ids } : { outcome: 'moved' };
}

function changingQuery(input: CommitInput): Query {
  const values = [input.tenant.orgId, ...itemValues(input), ...changeValues(input)];
  if (input.relations === undefined) return { name: 'commit_and_change', text: COMMIT_AND_CHANGE, values };
  return { name: 'commit_lore', text: COMMIT_LORE, values: [...values, ...relationValues(input.relations, input)] };
}

function relationValues({ heads, insert, revise, open, recheck }: CommitRelations, input: CommitInput): unknown[] {
  const lockKeys = new Set(input.lockKeys.map(storedKey));
  const keys = new Map([...heads].map(([key, seen]) => [storedKey(key), input.requireHeads ? seen : null]));
  for (const key of lockKeys) keys.delete(key);
  return LORE_CHANGE.values({
    ...{ headKeys: [...keys.keys()], headVersions: [...keys.values()], recheck },
    ...{ revise: toJson(revise.map(revisionRow)), open: toJson(open.map(violationRow)) },
    insert: toJson(insert.map(({ relation, disputedWith }) => saidRow(relation, disputedWith))),
  });
}

function changeValues({ claim, closes, disputes, freed = [], settle = [] }: CommitInput): unknown[] {
  return CHANGE.values({
    ...{ closes: closes.map(({ id }) => id), closedAt: closes.map(({ systemFrom }) => systemFrom) },
    ...{ disputes: disputes.map(({ id }) => id), disputedAt: disputes.map(({ systemFrom }) => systemFrom) },
    violations: disputes.map(({ violationId }) => violationId),
    pairKeys: disputes.map(({ id }) => pairKey(id, claim.id)),
    ended: toJson(closes.flatMap(endedRow)),
    freed: toJson(freed.map(({ id, seen, disputedWith }) => ({ id, seen, disputed_with: disputedWith }))),
    settled: toJson(settle),
  });
}

/** A row of `ended`. */
function endedRow({ id, next }: RevisedClaim | UpdatedClaim): Record<string, unknown>[] {
  if (next === 'superseded') return [];
  const { validUntil, period, reading } = next;
  const window = { until: validUntil, certain: rangeText(period.certain), possible: rangeText(period.possible) };
  const read = { read_as: reading, read_version: reading.normVersion, read_state: reading.normalizerState };
  return [{ id, ...window, tail: period.tail, ...read }];
}

/** Those of the claims to close that have no open, active version any more. */
async function closedMeanwhile(db: Db, { tenant, closes }: CommitInput): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    text: `SELECT t.id FROM unnest($3::uuid[]) AS t (id) WHERE NOT EXISTS (
      SELECT FROM claims c
      WHERE c.org_id = $1 AND c.project = $2 AND c.id = t.id AND c.system_until IS NULL AND c.status = 'active')`,
    values: [tenant.orgId, tenant.project, closes.map(({ id }) => id)],
  });
  return rows.map(({ id }) => id);
}
