import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { changeRelations, type RelationChanges } from '../../store/queries/lore/change-relations.js';
import type { Db } from '../../store/store.js';
import { afterGuarded, type LiveDeps } from '../consistency/live.js';
import type { Deps } from '../deps.js';

/** Of so many who change the same at once, each gets its turn. */
const TRIES_MAX = 16;
const PAUSE_MS = 4;

/** A change that was worked out from what was read, and what it comes to. */
export interface Planned<T> {
  changes: Omit<RelationChanges, 'tenant'>;
  result: T;
}

/**
 * Changes relations: reads, works the change out, and stores it, again from the start when another write was in its way;
 * then looks for what is an orphan by it, or is none any more.
 * @throws Problem `unavailable` when other writes kept getting in its way, and whatever `plan` throws
 */
export async function changing<T>(
  deps: LiveDeps & Pick<Deps, 'random'>,
  tenant: Tenant,
  plan: (db: Db) => Promise<Planned<T>>,
): Promise<T> {
  const { changes, result } = await untilStored(deps, tenant, async (db) => {
    const planned = await plan(db);
    const { outcome } = await changeRelations(db, { tenant, ...planned.changes });
    return outcome === 'stored' ? { result: planned } : null;
  });
  const { revise = [], insert = [], record: [author] = [] } = changes;
  const ended = revise.filter(({ status }) => status !== undefined);
  const relationIds = [...ended, ...insert.map(({ relation }) => relation)].map(({ id }) => id);
  if (relationIds.length > 0 && author !== undefined) await afterGuarded(deps, tenant, author, { relationIds });
  return result;
}

/**
 * Does what reads and then stores, again from the start as long as it answers null: when another write was in its way.
 * @throws Problem `unavailable` when other writes kept getting in its way, and whatever `attempt` throws
 */
export async function untilStored<T>(
  deps: Pick<Deps, 'store' | 'random'>,
  tenant: Tenant,
  attempt: (db: Db) => Promise<{ result: T } | null>,
): Promise<T> {
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const stored = await deps.store.tenant(tenant.orgId, attempt);
    if (stored !== null) return stored.result;
    await sleep(PAUSE_MS * turn * deps.random.next());
  }
  throw new Problem('unavailable', 'Other writes kept changing the same; nothing was stored.');
}
