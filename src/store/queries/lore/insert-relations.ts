import { Problem } from '../../../core/errors.js';
import type { NewRelation } from '../../../core/lore.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { changeRelations, type RecordedAction } from './change-relations.js';

/** Relations that one statement stores, all or none: more make it no quicker, and hold its locks for longer. */
const CHUNK = 2000;

/**
 * Stores relations without asking the guard, in chunks of which each is stored whole, and answers the ids of those that
 * are stored: what its document says already is left out. Guarded writes that saw one of the keys are decided again.
 * @throws Problem `unavailable` when an entity that they name was merged meanwhile
 * @param said relations, each with the keys of its slot and of the lives that it touches
 * @param record goes on the record with the first chunk
 */
export async function insertRelations(
  db: Db,
  tenant: Tenant,
  said: readonly { relation: NewRelation; keys: readonly string[] }[],
  record: readonly RecordedAction[] = [],
): Promise<Set<string>> {
  const stored = new Set<string>();
  for (let at = 0; at < said.length; at += CHUNK) {
    const chunk = said.slice(at, at + CHUNK);
    const keys = chunk.flatMap((one) => one.keys.map((key) => ({ key, seen: null })));
    const outcome = await changeRelations(db, { tenant, keys, insert: chunk, record: at === 0 ? record : [] });
    if (outcome.outcome === 'moved')
      throw new Problem('unavailable', 'What it names was merged at this moment; send it again.');
    for (const id of outcome.stored) stored.add(id);
  }
  return stored;
}
