import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { believed, type RecordInput, readRecord } from './record.js';

/** $10 relations, each answered where it was believed then, in no order. */
const TOLD = `
WITH facts AS MATERIALIZED (
  SELECT r.*, 0 AS ord FROM unnest($10::uuid[]) AS i (id) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.id = i.id AND r.status <> 'erased' LIMIT 1
  ) r
)`;

/** Whoever asks shows the dates that they name. */
const tellsNoTimes = true;

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
  const query = { name: 'read_told', ctes: TOLD, values: [[...new Set(relationIds)]], tellsNoTimes } as const;
  return { record: inOrder(await readRecord(db, input, query), relationIds), storedAt: new Map() };
}

/** When the first version of each was stored, by its id. */
export const firstStored = (ids: string) => `(
  SELECT json_object_agg(f.id, f.system_from) FROM (${ids}) AS i (id) CROSS JOIN LATERAL (
    SELECT r.id, r.system_from FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.id = i.id
    ORDER BY r.system_from LIMIT 1
  ) f
)`;

/** What `firstStored` answers. */
export type FirstStored = Record<string, string> | null;

export function toStoredAt(first: FirstStored): ReadonlyMap<string, string> {
  return new Map(Object.entries(first ?? {}).map(([id, at]) => [id, toInstant(at)]));
}

/** The facts in the order of these ids. */
export function inOrder(record: LoreRecord, ids: readonly string[]): LoreRecord {
  const byId = new Map(record.facts.map((fact) => [fact.id, fact]));
  return { ...record, facts: [...new Set(ids)].flatMap((id) => byId.get(id) ?? []) };
}
