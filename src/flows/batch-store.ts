import type { Claim } from '../core/claim.js';
import type { Decision } from '../core/decision.js';
import type { Tenant } from '../core/scope.js';
import { lockKeys } from '../guard/pipeline.js';
import { getClaim } from '../store/queries/claims/claims.js';
import { commitWrite, commitWrites, isPlain } from '../store/queries/claims/commit.js';
import type { CommitInput } from '../store/queries/claims/commit-input.js';
import { recordDecision } from '../store/queries/claims/decisions.js';
import { listDependents } from '../store/queries/claims/dependencies.js';
import { lockEnds, lockHeads } from '../store/queries/claims/heads.js';
import type { Db } from '../store/store.js';
import { isRefused, type Planned } from './batch-plan.js';
import { endIdsOf, lockKeysOf } from './decider.js';
import type { Deps } from './deps.js';
import type { Draft } from './draft.js';
import { waysOut } from './force.js';
import type { WriteOutcome } from './guarded-write.js';
import { NOTHING_PREPARED, prepare } from './lore/commit-relations.js';
import { closedClaims, commitInput, decisionInput, storedClaim } from './rows.js';
import { withUnkept } from './unkept.js';

/** Rolls the transaction back: a head moved since the items were decided. */
export class Moved extends Error {}

/** Items that one statement stores. */
const STORED_AT_ONCE = 16;

/**
 * Stores what was decided about, item by item; those that change nothing else some at a time. What is refused is put on
 * the record.
 * @throws Moved when a head moved meanwhile
 */
export async function storeAll(
  deps: Deps,
  db: Db,
  tenant: Tenant,
  planned: readonly Planned[],
): Promise<WriteOutcome[]> {
  const stored = planned.filter((item) => !isRefused(item));
  const storing = new Storing(deps, db, tenant, await hold(db, tenant, stored));
  const outcomes: WriteOutcome[] = [];
  for (const item of planned) outcomes.push(await storing.store(item));
  await storing.flush();
  return outcomes;
}

/** Holds all that the items take before the first is stored, in the order of any write, so that none waits for the other. */
export async function hold(db: Db, tenant: Tenant, planned: readonly Planned[]): Promise<string | null> {
  const ends = planned.flatMap(({ lore }) => endIdsOf(lore));
  if (ends.length > 0 && !(await lockEnds(db, tenant, ends))) throw new Moved();
  return lockHeads(db, tenant, planned.flatMap(keysOf));
}

export function keysOf({ draft, lore }: Planned): string[] {
  return lockKeysOf(draft, lore);
}

/** The items of a batch on their way into the store, within its transaction. */
class Storing {
  readonly #deps: Deps;
  readonly #db: Db;
  readonly #tenant: Tenant;
  /** System time of all that changes nothing else, known before it is stored, so that later items can cite it. */
  readonly #storedAt: string | null;
  readonly #heads = new HeadCount();
  readonly #stored = new Map<string, Claim>();
  /** What is stored together next, and the keys that it takes. */
  #waiting: CommitInput[] = [];
  readonly #taken = new Set<string>();

  constructor(deps: Deps, db: Db, tenant: Tenant, storedAt: string | null) {
    this.#deps = deps;
    this.#db = db;
    this.#tenant = tenant;
    this.#storedAt = storedAt;
  }

  async store(item: Planned): Promise<WriteOutcome> {
    const decision = withVersions(item.decision, this.#stored);
    if (decision.tier === 'unchanged') return this.#keep(item.draft, decision);
    if (decision.tier === 'block') return this.#refuse(item.draft, decision);
    return this.#storeNew({ ...item, decision });
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    const inputs = this.#waiting;
    this.#waiting = [];
    this.#taken.clear();
    if (inputs.length === 0) return;
    const results = await commitWrites(this.#db, this.#tenant.orgId, inputs);
    if (results.some(({ outcome }) => outcome !== 'stored')) throw new Moved();
  }

  async #storeNew(item: Planned): Promise<WriteOutcome> {
    const { draft, decision, heads: seen, lore } = item;
    const keys = keysOf(item);
    const isAlone = lore === null && draft.request.targets.length === 0;
    if (!isAlone) await this.flush();
    const prepared = isAlone ? NOTHING_PREPARED : await prepare(this.#deps, this.#db, draft, lore);
    if (prepared === null) throw new Moved();
    const input = commitInput(this.#deps.ids, draft, this.#heads.expected(keys, seen), decision, true, prepared);
    const systemFrom = await this.#commit(draft, input, keys);
    const touched = [...input.closes, ...input.disputes].flatMap(({ id }) => {
      const claim = this.#stored.get(id) ?? draft.replaced.find((replaced) => replaced.id === id);
      return claim === undefined ? [] : lockKeys(claim.reading);
    });
    this.#heads.bump(new Set([...keys, ...touched]));
    const claim = storedClaim(input, systemFrom);
    const closed = closedClaims(draft, input, systemFrom);
    for (const one of [claim, ...closed]) this.#stored.set(one.id, one);
    const { targets } = draft.request;
    const unsupported = targets.length === 0 ? [] : await listDependents(this.#db, this.#tenant, targets);
    const timings = draft.watch.timings();
    return { result: 'stored', claim, closed, unsupported, decision, decisionId: input.decision.id, timings };
  }

  /** Now, or with others: then its system time is known already. */
  async #commit(draft: Draft, input: CommitInput, keys: readonly string[]): Promise<string> {
    if (!isPlain(input) || this.#storedAt === null) {
      await this.flush();
      const result = await draft.watch.timeAsync('commit', () => commitWrite(this.#db, input));
      if (result.outcome !== 'stored') throw new Moved();
      return result.systemFrom;
    }
    if (this.#waiting.length === STORED_AT_ONCE || keys.some((key) => this.#taken.has(key))) await this.flush();
    this.#waiting.push({ ...input, storedAt: this.#storedAt });
    for (const key of keys) this.#taken.add(key);
    return this.#storedAt;
  }

  async #refuse(draft: Draft, decision: Decision): Promise<WriteOutcome> {
    const input = decisionInput(this.#deps.ids, draft, decision);
    await recordDecision(this.#db, { ...input, tenant: this.#tenant, result: 'conflict', claim: null });
    const resolutions = waysOut(draft.context, draft.request, decision);
    return { result: 'conflict', decision, decisionId: input.id, resolutions, timings: draft.watch.timings() };
  }

  /** What an exact duplicate repeats may be an item before it, or a claim that is gone by now. */
  async #keep(draft: Draft, decided: Decision): Promise<WriteOutcome> {
    const id = decided.duplicateOf ?? '';
    const claim = this.#stored.get(id) ?? (await getClaim(this.#db, this.#tenant, id));
    if (claim === null || claim.status !== 'active') throw new Moved();
    const decision = withUnkept(decided, draft.request, claim);
    const input = decisionInput(this.#deps.ids, draft, decision);
    await recordDecision(this.#db, { ...input, tenant: this.#tenant, result: 'unchanged', claim });
    const timings = draft.watch.timings();
    return { result: 'unchanged', claim, closed: [], unsupported: [], decision, decisionId: input.id, timings };
  }
}

/** Claims of the batch get the system time with which they were stored a moment ago. */
function withVersions(decision: Decision, stored: ReadonlyMap<string, Claim>): Decision {
  const timed = <C extends { id: string; systemFrom: string }>(cited: C): C => {
    const systemFrom = stored.get(cited.id)?.systemFrom;
    return systemFrom === undefined ? cited : { ...cited, systemFrom };
  };
  return {
    ...decision,
    conflicts: decision.conflicts.map((conflict) => ({ ...conflict, claim: conflict.claim && timed(conflict.claim) })),
    compared: decision.compared.map(timed),
  };
}

/** The versions that heads must have by now: as first seen, and one more for every item that took the key since. */
class HeadCount {
  readonly #first = new Map<string, number>();
  readonly #bumps = new Map<string, number>();

  expected(keys: readonly string[], seen: ReadonlyMap<string, number>): Map<string, number> {
    return new Map(
      keys.map((key) => {
        const first = this.#first.get(key) ?? seen.get(key) ?? 0;
        this.#first.set(key, first);
        return [key, first + (this.#bumps.get(key) ?? 0)];
      }),
    );
  }

  bump(keys: ReadonlySet<string>): void {
    for (const key of keys) this.#bumps.set(key, (this.#bumps.get(key) ?? 0) + 1);
  }
}
