import type { Resolution } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { recordDecision } from '../store/queries/claims/decisions.js';
import { within } from '../store/store.js';
import { isPlanned, isRefused, type Planned, type Prepare, planAll } from './batch-plan.js';
import { hold, keysOf, Moved, storeAll } from './batch-store.js';
import type { Deps } from './deps.js';
import { waysOut } from './force.js';
import { afterStored, type WriteOutcome } from './guarded-write.js';
import { afterwards } from './judging/judging.js';
import { decisionInput } from './rows.js';

/** Stored: every item has its outcome. Not stored: the refused items have theirs, the others have none. */
export interface AtomicOutcome {
  isStored: boolean;
  items: (WriteOutcome | Problem | null)[];
}

const TRIES_MAX = 4;

/** Ways out that name the claim that is in the way. */
const NAMES_STORED: ReadonlySet<Resolution['action']> = new Set(['supersede', 'cancel_stored']);

/**
 * Stores all of the items or none. Each is compared with the stored claims and with the items before it; all are
 * decided first and then stored in one transaction, so nothing is locked while anything is compared. Only when others
 * keep getting in the way is it decided while all that it takes is held.
 * @throws Problem `unavailable` when other writes got in the way even so
 */
export async function atomicBatch(deps: Deps, tenant: Tenant, items: readonly Prepare[]): Promise<AtomicOutcome> {
  let planned: readonly (Planned | Problem)[] = [];
  const attempt = async (deps: Deps): Promise<AtomicOutcome> => {
    planned = await planAll(deps, tenant, items);
    if (planned.some(isRefused)) return refuse(deps, tenant, planned);
    const ready = planned.filter(isPlanned);
    const stored = await deps.store.transaction(tenant.orgId, (db) => storeAll(deps, db, tenant, ready));
    return { isStored: true, items: stored };
  };
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    try {
      const isLast = turn === TRIES_MAX;
      const outcome = await (isLast ? holding(deps, tenant, planned.filter(isPlanned), attempt) : attempt(deps));
      report(deps, outcome);
      if (outcome.isStored) await sweepStored(deps, outcome, planned.filter(isPlanned));
      return outcome;
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }
  throw new Problem('unavailable', 'Other writes kept changing what the batch was compared with; nothing was stored.');
}

/**
 * Decides and stores within one transaction, which holds what the batch was found to take before; behind the others of
 * this process that do, lest all connections wait for one that needs another.
 */
async function holding<T>(
  deps: Deps,
  tenant: Tenant,
  planned: readonly Planned[],
  attempt: (deps: Deps) => Promise<T>,
): Promise<T> {
  return deps.queue.run(planned.flatMap(keysOf), () =>
    deps.store.transaction(tenant.orgId, async (db) => {
      await hold(db, tenant, planned);
      return attempt({ ...deps, store: within(deps.store, db), judging: afterwards(deps.judging) });
    }),
  );
}

/** What the items state of the world is looked at together. */
async function sweepStored(deps: Deps, { items }: AtomicOutcome, planned: readonly Planned[]): Promise<void> {
  const [first] = planned;
  const isOfLore = planned.some(({ lore, draft }) => lore !== null || draft.request.targets.length > 0);
  const stored = items.flatMap((item) => (item !== null && 'claim' in item && item.result === 'stored' ? [item] : []));
  if (first !== undefined && isOfLore) await afterStored(deps, first.draft.request, stored);
}

function report({ telemetry }: Deps, { items }: AtomicOutcome): void {
  for (const item of items) if (item !== null && !(item instanceof Problem)) telemetry.decided(item);
}

/** Puts the decisions of the refused items on the record; nothing else. */
async function refuse(deps: Deps, tenant: Tenant, planned: readonly (Planned | Problem)[]): Promise<AtomicOutcome> {
  const unstored = new Set(planned.flatMap((item) => (item instanceof Problem ? [] : [item.draft.claimId])));
  const items: AtomicOutcome['items'] = [];
  for (const item of planned) {
    if (item instanceof Problem) items.push(item);
    else items.push(isRefused(item) ? await refuseOne(deps, tenant, item, unstored) : null);
  }
  return { isStored: false, items };
}

/** What is cited on the record, and named in a way out, is stored: an item of this batch never was. */
async function refuseOne(
  deps: Deps,
  tenant: Tenant,
  { draft, decision }: Planned,
  unstored: ReadonlySet<string>,
): Promise<WriteOutcome> {
  const cited = { ...decision, compared: decision.compared.filter(({ id }) => !unstored.has(id)) };
  const row = { ...decisionInput(deps.ids, draft, cited), tenant, result: 'conflict' as const, claim: null };
  await deps.store.tenant(tenant.orgId, (db) => recordDecision(db, row));
  const isInside = decision.conflicts.some(({ claim }) => claim !== null && unstored.has(claim.id));
  const ways = waysOut(draft.context, draft.request, decision).filter(
    ({ action }) => !isInside || !NAMES_STORED.has(action),
  );
  const timings = draft.watch.timings();
  return { result: 'conflict', decision, decisionId: row.id, resolutions: ways, timings };
}
