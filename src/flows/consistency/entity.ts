import { BUILT_IN_RULES } from '../../consistency/plan.js';
import type { RunError } from '../../core/consistency.js';
import type { Caller } from '../../core/role.js';
import type { Tenant } from '../../core/scope.js';
import { countFound } from '../../store/queries/consistency/run-violations.js';
import { type Run, recordRun } from '../../store/queries/consistency/runs.js';
import { idsOfEntity } from '../../store/queries/lore/entities.js';
import { listRelationsOf } from '../../store/queries/lore/relations.js';
import type { Deps } from '../deps.js';
import { compareRelations } from '../documents/sweep-lore.js';
import { liveOrphans, liveRules } from './live.js';

/** Most relations of an entity that are compared at once; of more the batch run takes care. */
const RELATIONS_MAX = 500;

/** Compares all that is told of an entity with all that is stored, and looks for what is missing of it; at once. */
export async function checkEntity(
  deps: Deps,
  tenant: Tenant,
  { name: who, keyId }: Pick<Caller, 'name' | 'keyId'>,
  entityId: string,
): Promise<Run> {
  const start = deps.clock.elapsed();
  const id = deps.ids.next();
  const errors: RunError[] = [];
  const relations = await deps.store.tenant(tenant.orgId, async (db) =>
    listRelationsOf(db, tenant, await idsOfEntity(db, tenant, entityId), { limit: RELATIONS_MAX + 1 }),
  );
  const compared = relations.slice(0, RELATIONS_MAX).map((one) => one.id);
  if (relations.length > RELATIONS_MAX) {
    const message = `More than ${RELATIONS_MAX} relations: the others are left to the next full run.`;
    errors.push({ rule: 'run', message });
  }
  if ((await compareRelations(deps, tenant, compared, id)) === null) {
    errors.push({ rule: 'run', message: 'Other writes kept changing its relations; ask again.' });
  }
  const written = await liveRules(deps, tenant, { relationIds: compared }, id);
  errors.push(...written.errors);
  await liveOrphans(deps, tenant, { entityIds: [entityId] }, id);
  const { disabledRules } = (await deps.contexts.of(tenant)).consistency;
  const builtIn = BUILT_IN_RULES.filter((rule) => !disabledRules.includes(rule)).length;
  const rulesRun = builtIn + written.rulesRun;
  const durationMs = deps.clock.elapsed() - start;
  const run = await deps.store.tenant(tenant.orgId, async (db) => {
    const found = await countFound(db, tenant, id);
    const done = { id, mode: 'batch', scope: 'entity', scopeId: entityId, who, keyId, durationMs } as const;
    return recordRun(db, tenant, { ...done, ...found, rulesRun, errors });
  });
  if (run === null) throw new Error(`run ${id} is there already`);
  return run;
}
