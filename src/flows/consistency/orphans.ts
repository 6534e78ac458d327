import { orphanRules } from '../../consistency/orphan-rules.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { closeGone, knownOrphans, openOrphans, orphanKey } from '../../store/queries/consistency/orphans.js';
import type { Db } from '../../store/store.js';
import { type OrphansAmong, type OrphansSought, orphansAmong, sweepOrphans } from '../../store/sweeps/orphans.js';
import type { Deps } from '../deps.js';
import { chunksOf } from '../in-turns.js';

export type OrphanDeps = Pick<Deps, 'store' | 'ids'>;

export interface OrphanSweep {
  tenant: Tenant;
  types: RelationTypes;
  /** Reasons that are not looked for, and of which those on record are over. */
  disabled: ReadonlySet<string>;
  runId: string | null;
}

/** Orphans that one statement opens or closes, and entities that it looks for them among; a relation is between two. */
const CHUNK = 1000;
const ENDS = 2;

/** Finds the orphans among what is sought and its parts, opens those that are new, and closes what is none any more. */
export async function sweepOrphansAmong(
  deps: OrphanDeps,
  sweep: OrphanSweep,
  { entityIds, relationIds }: OrphansSought,
): Promise<{ opened: string[] }> {
  const opened: string[] = [];
  const { tenant, types } = sweep;
  const entities = Array.from(chunksOf([...new Set(entityIds)], CHUNK), (ids) => ({ entityIds: ids, relationIds: [] }));
  const relations = Array.from(chunksOf([...new Set(relationIds)], CHUNK / ENDS), (ids) => ({
    entityIds: [],
    relationIds: ids,
  }));
  for (const sought of [...entities, ...relations]) {
    opened.push(
      ...(await deps.store.tenant(tenant.orgId, async (db) => {
        return reconcile(deps, db, sweep, await orphansAmong(db, tenant, orphanRules(types), sought));
      })),
    );
  }
  return { opened };
}

/** The same of the whole project. */
export async function sweepAllOrphans(deps: OrphanDeps, sweep: OrphanSweep): Promise<{ opened: string[] }> {
  const { tenant, types } = sweep;
  const opened = await deps.store.tenant(tenant.orgId, async (db) => {
    const found = await sweepOrphans(db, tenant, orphanRules(types));
    return reconcile(deps, db, sweep, { found, known: await knownOrphans(db, tenant) });
  });
  return { opened };
}

async function reconcile(
  { ids }: OrphanDeps,
  db: Db,
  { tenant, disabled, runId }: OrphanSweep,
  { found: all, known }: OrphansAmong,
): Promise<string[]> {
  const found = all.filter(({ reason }) => !disabled.has(reason));
  const knownKeys = new Set(known.map(({ pairKey }) => pairKey));
  const foundKeys = new Set(found.map(orphanKey));
  const fresh = found.filter((one) => !knownKeys.has(orphanKey(one)));
  const gone = known.filter(({ pairKey }) => !foundKeys.has(pairKey)).map(({ id }) => id);
  const opened: string[] = [];
  for (const some of chunksOf(fresh, CHUNK)) {
    const rows = some.map((one) => ({ ...one, id: ids.next() }));
    opened.push(...(await openOrphans(db, tenant, rows, runId)));
  }
  for (const some of chunksOf(gone, CHUNK)) await closeGone(db, tenant, some);
  return opened;
}
