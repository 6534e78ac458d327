import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../core/errors.js';
import {
  claimKey,
  type KeySlot,
  type KnownKey,
  readKey,
  releaseKey,
  renewKey,
  type StoredAnswer,
  storeAnswer,
} from '../store/queries/projects/idempotency.js';
import type { Deps } from './deps.js';

/** A request that may be sent again without being done again. */
export interface KeyedRequest {
  slot: KeySlot;
  /** Equal for equal requests only. */
  fingerprint: string;
  /** Does the request. What it answers is kept; what it throws is not, and frees the key. */
  work(): Promise<StoredAnswer>;
  /** Told of faults that the answer doesn't show. */
  report(error: unknown): void;
}

/** How long a key stays taken when its holder dies. A living one renews it. */
const LEASE_MS = 30_000;
const RENEWALS_PER_LEASE = 3;

/** How long a request waits for an equal one that is being done. */
const WAIT_MS = 10_000;
const PAUSE_MIN_MS = 20;
const PAUSE_MAX_MS = 250;

/**
 * Does a request at most once at a time for its key, and answers every later one with the answer of the first.
 * @throws Problem `idempotency_mismatch` when the key came with another request before, `idempotency_in_progress` when
 * an equal request takes too long, and what `work` throws
 */
export async function once(deps: Deps, request: KeyedRequest): Promise<{ answer: StoredAnswer; isReplayed: boolean }> {
  const holder = deps.ids.next();
  const start = deps.clock.elapsed();
  let known: KnownKey | null = null;
  for (let pause = PAUSE_MIN_MS; deps.clock.elapsed() - start < WAIT_MS; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
    const isFree = known === null || known.isAbandoned;
    if (isFree && (await claim(deps, request, holder))) {
      return { answer: await perform(deps, request, holder), isReplayed: false };
    }
    known = await deps.store.tenant(request.slot.tenant.orgId, (db) => readKey(db, request.slot));
    if (known === null) continue;
    requireSame(known, request);
    if (known.answer !== null) {
      deps.telemetry.replayed();
      return { answer: known.answer, isReplayed: true };
    }
    if (!known.isAbandoned) await sleep(pause);
  }
  throw new Problem('idempotency_in_progress', 'An equal request with this Idempotency-Key is still being done.');
}

function requireSame({ fingerprint }: KnownKey, request: KeyedRequest): void {
  if (fingerprint === request.fingerprint) return;
  throw new Problem('idempotency_mismatch', 'This Idempotency-Key came with another request before.');
}

function claim(deps: Deps, { slot, fingerprint }: KeyedRequest, holder: string): Promise<boolean> {
  const wanted = { fingerprint, holder, leaseMs: LEASE_MS };
  return deps.store.tenant(slot.tenant.orgId, (db) => claimKey(db, slot, wanted));
}

/** Does the request as the holder of its key. What was done is told, even when its answer can't be kept. */
async function perform(deps: Deps, request: KeyedRequest, holder: string): Promise<StoredAnswer> {
  const { slot, work, report } = request;
  const { orgId } = slot.tenant;
  const renew = () => deps.store.tenant(orgId, (db) => renewKey(db, slot, holder, LEASE_MS)).catch(report);
  const renewal = setInterval(renew, LEASE_MS / RENEWALS_PER_LEASE);
  try {
    const answer = await work();
    await deps.store.tenant(orgId, (db) => storeAnswer(db, slot, holder, answer)).catch(report);
    return answer;
  } catch (error) {
    await deps.store.tenant(orgId, (db) => releaseKey(db, slot, holder)).catch(report);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}
