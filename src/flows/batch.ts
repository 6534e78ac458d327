import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { type Planned, type Prepare, planPlain } from './batch-plan.js';
import { Moved, storeAll } from './batch-store.js';
import type { Deps } from './deps.js';
import { guardedWrite, keepSaid, type WriteOutcome } from './guarded-write.js';

type ItemOutcome = WriteOutcome | Problem;

/** How often items that are written together are decided again when others got in their way, before each is written alone. */
const TRIES_MAX = 3;

/**
 * Writes the items in their order, each compared with those before it. Those that change nothing but what they store of
 * themselves are read, decided and stored some at a time; each of the others is written alone. What an item throws becomes
 * its result and ends nothing else, unless the database does not answer: then the items after it are not tried, as each
 * would wait as long. A fault that is no problem of the catalogue is told to `report`.
 */
export async function batch(
  deps: Deps,
  tenant: Tenant,
  items: readonly Prepare[],
  report: (error: unknown) => void,
): Promise<ItemOutcome[]> {
  const outcomes: ItemOutcome[] = [];
  while (outcomes.length < items.length) {
    const last = outcomes.at(-1);
    const left = items.slice(outcomes.length);
    if (last instanceof Problem && last.code === 'unavailable') outcomes.push(...left.map(() => last));
    else outcomes.push(...(await first(deps, tenant, left, report)));
  }
  return outcomes;
}

/** Writes the first of the items: as many as can be written together, or one. */
async function first(
  deps: Deps,
  tenant: Tenant,
  items: readonly Prepare[],
  report: (error: unknown) => void,
): Promise<ItemOutcome[]> {
  const [prepare] = items;
  if (prepare === undefined) return [];
  const written = await together(deps, tenant, items);
  return written.length > 0 ? written : [await one(deps, prepare, report)];
}

/** Nothing where the items have to be written one by one; what is wrong with one of them is found out there. */
async function together(deps: Deps, tenant: Tenant, items: readonly Prepare[]): Promise<ItemOutcome[]> {
  // A judge that is asked before a claim is stored sees stored ones only.
  if (deps.judging?.mode === 'write' || items.length === 1) return [];
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const planned = await planPlain(deps, tenant, items).catch(() => []);
    if (planned.length === 0) return [];
    const outcomes = await stored(deps, tenant, planned);
    if (outcomes !== 'moved') return outcomes;
  }
  return [];
}

/** Nothing where the database refused them together: then nothing of them was stored. */
async function stored(deps: Deps, tenant: Tenant, planned: readonly Planned[]): Promise<ItemOutcome[] | 'moved'> {
  try {
    const outcomes = await deps.store.transaction(tenant.orgId, (db) => storeAll(deps, db, tenant, planned));
    for (const [at, outcome] of outcomes.entries()) await settle(deps, planned[at], outcome);
    return outcomes;
  } catch (error) {
    if (error instanceof Moved) return 'moved';
    // Whether they were stored nobody knows: none of them is tried again.
    return error instanceof Problem && error.code === 'unavailable' ? planned.map(() => error) : [];
  }
}

async function settle(deps: Deps, planned: Planned | undefined, outcome: WriteOutcome): Promise<void> {
  if (outcome.result === 'stored') await keepSaid(planned?.draft.judge ?? null, outcome.claim.id);
  deps.telemetry.decided(outcome);
}

async function one(deps: Deps, prepare: Prepare, report: (error: unknown) => void): Promise<ItemOutcome> {
  try {
    const { write, replaced } = await prepare();
    return await guardedWrite(deps, write, replaced);
  } catch (error) {
    if (error instanceof Problem) return error;
    report(error);
    return new Problem('internal', 'An unexpected fault; this item was not acknowledged.', [], error);
  }
}
