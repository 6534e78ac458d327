import type { Tenant } from '../core/scope.js';
import { within } from '../store/store.js';
import type { Deps } from './deps.js';
import { ProjectContexts } from './project-contexts.js';

/** Carries what work came to out of the transaction that it takes back. */
class Undone<T> extends Error {
  constructor(readonly result: T) {
    super('undone');
  }
}

/**
 * What work comes to that is then undone: it does all that it would do, in a transaction that is rolled back. Settings that it
 * reads or changes are those of the transaction.
 */
export async function rolledBack<D extends Pick<Deps, 'store' | 'contexts'>, T>(
  deps: D,
  { orgId }: Tenant,
  work: (deps: D) => Promise<T>,
): Promise<T> {
  try {
    return await deps.store.transaction(orgId, async (db) => {
      const store = within(deps.store, db);
      throw new Undone(await work({ ...deps, store, contexts: new ProjectContexts(store) }));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}
