import type { LoreRecord } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import { believed, type RecordInput, readRecord } from './record.js';

/** $10 relations, each answered where it was believed then. */
const TOLD = `
WITH facts AS MATERIALIZED (
  SELECT r.*, i.ord FROM unnest($10::uuid[]) WITH ORDINALITY AS i (id, ord) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.id = i.id AND r.status <> 'erased' LIMIT 1
  ) r
)`;

/** Relations that are known by their ids, in that order, with all that is said beside them. */
export async function readTold(db: Db, input: RecordInput, relationIds: readonly string[]): Promise<LoreRecord> {
  return readRecord(db, input, { name: 'read_told', ctes: TOLD, values: [[...new Set(relationIds)]] });
}
