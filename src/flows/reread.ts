import type { ProjectContext } from '../core/context.js';
import { asToldBy, type Reading } from '../core/norm.js';
import type { Tenant } from '../core/scope.js';
import { asOfKind, lockKeys, NORM_VERSION, read, recallKeys } from '../guard/pipeline.js';
import { withStoredRelations } from '../guard/stated.js';
import { type Rereadable, readBefore, rereadable, storedKeys, storeReread } from '../store/queries/claims/reread.js';
import { beginRereads, type RereadWalk, takeReread } from '../store/queries/claims/rereads.js';
import { finishJob, type Job } from '../store/queries/projects/jobs.js';
import type { Deps, NormSource } from './deps.js';
import { readingUntil } from './rows.js';
import { readWindow, tickAt } from './window.js';

/** How often a claim is read again because another write changed it meanwhile. */
const TRIES_MAX = 3;

/** Claims that are looked at in one step of a walk. */
const STEP = 500;

/**
 * Reads a claim that nobody could read when it was stored, and leaves a job to compare it. Answers whether that is done;
 * if not, the job stays due.
 * @throws what the norm source throws
 */
export async function renormalise(deps: Deps, job: Job): Promise<boolean> {
  const { tenant, about } = job;
  const isRead = await rereadOne(deps, tenant, about, isUnread);
  if (isRead) await deps.store.tenant(tenant.orgId, (db) => finishJob(db, job));
  return isRead;
}

/** A walk through the claims of a project of this organisation that an older normalizer read, or null when there is none. */
export async function takeWalk({ store }: Deps, orgId: string): Promise<RereadWalk | null> {
  return store.tenant(orgId, async (db) => {
    await beginRereads(db, NORM_VERSION);
    return takeReread(db, NORM_VERSION);
  });
}

/**
 * One step of a walk: reads again those of the next claims that an older normalizer read, and stores what comes out
 * differently. Answers the claim that it got to, or null when there are no more for now.
 * @throws what the norm source throws
 */
export async function rereadStep(deps: Deps, { tenant, normVersion, cursor }: RereadWalk): Promise<string | null> {
  const query = { normVersion, after: cursor, limit: STEP };
  const { items, last } = await deps.store.tenant(tenant.orgId, (db) => readBefore(db, tenant, query));
  for (const { claim } of items) await rereadOne(deps, tenant, claim.id, isOlder);
  return last;
}

function isUnread({ claim }: Rereadable): boolean {
  return claim.reading.normalizerState === 'failed_open';
}

function isOlder({ claim }: Rereadable): boolean {
  return claim.reading.normalizerState === 'read' && claim.reading.normVersion < NORM_VERSION;
}

/**
 * Reads one active claim again while it needs it, and stores what comes out differently. A good reading is never given
 * up for none. Answers whether nothing is left to do.
 */
async function rereadOne(
  deps: Deps,
  tenant: Tenant,
  claimId: string,
  needsIt: (found: Rereadable) => boolean,
): Promise<boolean> {
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const found = await deps.store.tenant(tenant.orgId, (db) => rereadable(db, tenant, claimId));
    if (found === null || !needsIt(found)) return true;
    const read = await readAgain(deps, await deps.contexts.fresh(tenant), found);
    const before = found.claim.reading;
    const claimed = asOfKind(withStoredRelations(read, before), found.claim);
    const reading = asToldBy(claimed, { isProphecy: before.isProphecy === true });
    if (reading.normalizerState === 'failed_open') return false;
    const keys = storedKeys({ lockKeys: lockKeys(reading), recallKeys: recallKeys(reading) });
    if (isAsBefore(found, { reading, ...keys })) return true;
    const input = { tenant, claim: found.claim, reading, ...keys };
    if (await deps.store.tenant(tenant.orgId, (db) => storeReread(db, input))) return true;
  }
  return false;
}

/** Reads a claim by what read it before, as of the moment when it was told; an update may have ended it since. */
async function readAgain(
  { normSource, lexicon }: Deps,
  context: ProjectContext,
  { claim, toldAt }: Rereadable,
): Promise<Reading> {
  const { statement, scope, validFrom, validUntil, reading, supersededBy } = claim;
  const source: NormSource = reading.normalizerState === 'read' && reading.source === undefined ? read : normSource;
  const nowTick = tickAt(context.calendar, Date.parse(toldAt));
  const window = readWindow(validFrom, validUntil, context.calendar, nowTick);
  if (supersededBy === null || window.until === null) {
    return source({ statement, scope, ...window }, context, lexicon, nowTick);
  }
  const { until } = window;
  const whole = await source({ statement, scope, ...window, until: null }, context, lexicon, nowTick);
  return readingUntil(whole, window.from, until);
}

/** Whether reading and keys are those that are stored, but for the version of the normalizer. */
function isAsBefore(
  { claim, ...stored }: Rereadable,
  now: { reading: Reading; lockKeys: readonly string[]; recallKeys: readonly string[] },
): boolean {
  const content = ({ normVersion: _version, ...rest }: Reading) => JSON.stringify(rest);
  const same = (a: readonly string[], b: readonly string[]) => {
    const known = new Set(b);
    return a.length === b.length && a.every((key) => known.has(key));
  };
  return (
    content(claim.reading) === content(now.reading) &&
    same(stored.lockKeys, now.lockKeys) &&
    same(stored.recallKeys, now.recallKeys)
  );
}
