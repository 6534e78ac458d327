import { BUILT_IN_RULES } from '../../consistency/plan.js';
import type { Tenant } from '../../core/scope.js';
import { relationsOfClaims } from '../../store/queries/consistency/orphans.js';
import { recordRun } from '../../store/queries/consistency/runs.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { getRelations, listRelationsOf } from '../../store/queries/lore/relations.js';
import type { Deps } from '../deps.js';
import { compareRelations, type FoundViolation } from '../documents/sweep-lore.js';
import { typesOf, typesUnder } from '../lore/types.js';
import { dependentsOf } from './dependents.js';
import { sweepOrphansAmong } from './orphans.js';
import { type AroundFound, runRulesAround } from './rules-around.js';

export type LiveDeps = Pick<Deps, 'store' | 'ids' | 'clock' | 'lexicon' | 'contexts' | 'rulesLimitMs'>;

/** What a write touched. */
export interface Touched {
  entityIds?: readonly string[];
  /** Relations that are new or stand no longer: what they are or were between is touched. */
  relationIds?: readonly string[];
}

/** The same as a write tells it. */
interface TouchedByWrite extends Touched {
  /** Claims that are new or stand no longer: the relations that they say are touched. */
  claimIds?: readonly string[];
}

/** Looks for orphans among what was touched; answers how many are new, or null where nothing was. */
export async function liveOrphans(
  deps: LiveDeps,
  tenant: Tenant,
  { entityIds = [], relationIds = [] }: Touched,
  runId: string,
): Promise<number | null> {
  if (entityIds.length + relationIds.length === 0) return null;
  const context = await deps.contexts.of(tenant);
  const { relations: types } = await typesUnder(deps, tenant, context);
  const { consistency } = context;
  const sweep = { tenant, types, disabled: new Set(consistency.disabledRules), runId };
  return (await sweepOrphansAmong(deps, sweep, { entityIds, relationIds })).opened.length;
}

/** Compares what rests on what these relations told or tell now; answers what that opened. */
async function liveDependents(
  deps: LiveDeps,
  tenant: Tenant,
  { relationIds = [] }: Touched,
  runId: string,
): Promise<FoundViolation[]> {
  const { relations: types } = await typesOf(deps, tenant);
  const ids = await deps.store.tenant(tenant.orgId, async (db) =>
    dependentsOf(db, tenant, types, await getRelations(db, tenant, relationIds)),
  );
  return (await compareRelations(deps, tenant, ids, runId)) ?? [];
}

/** How many times as long as before a write the rules that somebody wrote may take after it, when nobody can be refused any more. */
const LONGER = 10;

/** Relations of an entity that changed which rules are run around. */
const NEAR_MAX = 200;

/** Runs the rules that somebody wrote around what was touched. */
export async function liveRules(
  deps: LiveDeps,
  tenant: Tenant,
  { entityIds = [], relationIds = [] }: Touched,
  runId: string,
): Promise<AroundFound> {
  const context = await deps.contexts.of(tenant);
  const { relations: types } = await typesUnder(deps, tenant, context);
  const near = await deps.store.tenant(tenant.orgId, (db) =>
    listRelationsOf(db, tenant, entityIds, { limit: NEAR_MAX }),
  );
  const ids = new Set([...relationIds, ...near.map(({ id }) => id)]);
  return runRulesAround(deps, { tenant, context, types }, [...ids], {
    ...{ runId, limitMs: deps.rulesLimitMs * LONGER },
  });
}

/** What a live run came to. */
export interface LiveFound {
  violations: number;
  anachronisms: number;
  orphans: number;
  /** The rules that somebody wrote. */
  written: Pick<AroundFound, 'rulesRun' | 'errors'>;
}

/** Puts a live run on the record. */
export async function recordLive(
  deps: LiveDeps,
  tenant: Tenant,
  { who, keyId }: Author,
  run: { id: string; durationMs: number },
  found: LiveFound,
): Promise<void> {
  const { consistency } = await deps.contexts.of(tenant);
  const builtIn = BUILT_IN_RULES.filter((rule) => !consistency.disabledRules.includes(rule)).length;
  const { rulesRun, errors } = found.written;
  const ran = { rulesRun: builtIn + rulesRun, errors };
  const done = {
    ...({ ...run, mode: 'live', scope: 'write', scopeId: null, who, keyId, ...ran } as const),
    ...{ violationsFound: found.violations, anachronismsFound: found.anachronisms, orphansFound: found.orphans },
  };
  await deps.store.tenant(tenant.orgId, (db) => recordRun(db, tenant, done));
}

/**
 * The live run after a write that the guard compared already, so that orphans are left to be looked for, and what else
 * may be so or be over because of what the write tells or takes back. Never throws: the write is stored, and what this does not come to, the next batch run does.
 */
export async function afterGuarded(
  deps: LiveDeps,
  tenant: Tenant,
  author: Author,
  { entityIds = [], relationIds = [], claimIds = [] }: TouchedByWrite,
): Promise<void> {
  const start = deps.clock.elapsed();
  const id = deps.ids.next();
  try {
    const said = await deps.store.tenant(tenant.orgId, (db) => relationsOfClaims(db, tenant, claimIds));
    const touched = { entityIds, relationIds: [...relationIds, ...said] };
    const found = await liveDependents(deps, tenant, touched, id);
    const written = await liveRules(deps, tenant, touched, id);
    const orphans = await liveOrphans(deps, tenant, touched, id);
    if (orphans === null) return;
    const anachronisms = found.filter(({ kind }) => kind === 'anachronism').length;
    const durationMs = deps.clock.elapsed() - start;
    const violations = found.length - anachronisms + written.opened;
    await recordLive(deps, tenant, author, { id, durationMs }, { violations, anachronisms, orphans, written });
  } catch {
    return;
  }
}
