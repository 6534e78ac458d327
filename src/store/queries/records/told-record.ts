import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { believed, type RecordInput, readRecord, readRecordWith } from './record.js';

/** $10 relations, each answered where it was believed then. */
const TOLD = `
WITH facts AS MATERIALIZED (
  SELECT r.*, i.ord FROM unnest($10::uuid[]) WITH ORDINALITY AS i (id, ord) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.id = i.id AND r.status <> 'erased' LIMIT 1
  ) r
)`;

/** Relations with what is said beside them. */
export interface Told {
  record: LoreRecord;
  /** When each was first stored, ISO 8601 with microseconds, by its id; empty where that is not asked. */
  storedAt: ReadonlyMap<string, string>;
}

const NOTHING: LoreRecord = {
  ...{
    facts: [],
    lives: [],
    others: [],
    entities: new Map(),
    sources: new Map(),
    paths: new Map(),
    passages: new Map(),
  },
  open: { ofEntities: {}, unacknowledged: 0, isOfProject: true, bySource: new Map(), questions: [], lastRunAgeS: null },
};
/** Of no relation. */
export const NOTHING_TOLD: Told = { record: NOTHING, storedAt: new Map() };

/** Relations that are known by their ids, in that order, with all that is said beside them. */
export async function readTold(db: Db, input: RecordInput, relationIds: readonly string[]): Promise<Told> {
  const query = { name: 'read_told', ctes: TOLD, values: [[...new Set(relationIds)]] };
  return { record: await readRecord(db, input, query), storedAt: new Map() };
}

/** When the first version of each was stored, by its id. */
const FIRST_STORED = `(
  SELECT json_object_agg(f.id, o.system_from) FROM facts f CROSS JOIN LATERAL (
    SELECT r.system_from FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.id = f.id
    ORDER BY r.system_from LIMIT 1
  ) o
)`;

/** The same, and when each was first stored. */
export async function readToldSince(db: Db, input: RecordInput, relationIds: readonly string[]): Promise<Told> {
  const query = { name: 'read_told_since', ctes: TOLD, values: [[...new Set(relationIds)]], more: FIRST_STORED };
  const { record, more } = await readRecordWith<Record<string, string> | null>(db, input, query);
  return { record, storedAt: new Map(Object.entries(more ?? {}).map(([id, at]) => [id, toInstant(at)])) };
}
