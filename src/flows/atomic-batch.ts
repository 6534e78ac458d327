import type { Candidate, Claim, WriteRequest } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import type { Decision, Resolution } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { lockKeys, recallKeys } from '../guard/pipeline.js';
import { getClaim } from '../store/queries/claims.js';
import { commitWrite } from '../store/queries/commit.js';
import { recordDecision } from '../store/queries/decisions.js';
import { listDependents } from '../store/queries/dependencies.js';
import { lockEnds, lockHeads } from '../store/queries/heads.js';
import { type Db, within } from '../store/store.js';
import { candidatesOf } from './candidates.js';
import { candidateQuery, decideWith, endIdsOf, lockKeysOf } from './decider.js';
import { requireDependencies } from './dependencies.js';
import type { Deps } from './deps.js';
import { type Draft, draftWrite } from './draft.js';
import { requireForceRole, waysOut } from './force.js';
import { afterStored, type WriteOutcome } from './guarded-write.js';
import { afterwards } from './judging/judging.js';
import { prepare, type SettledLore } from './lore/commit-relations.js';
import { draftLore } from './lore/lore-write.js';
import type { NewEnds } from './lore/place.js';
import { requireCurrent, settleCalendar, underSettings } from './project-contexts.js';
import { closedClaims, commitInput, decisionInput, nextOf, storedClaim } from './rows.js';

/** A write of the batch, made when its turn comes; throws a Problem when it can't be made. */
export type Prepare = () => Promise<{ write: WriteRequest; replaced: Claim[] }>;

/** Stored: every item has its outcome. Not stored: the refused items have theirs, the others have none. */
export interface AtomicOutcome {
  isStored: boolean;
  items: (WriteOutcome | Problem | null)[];
}

/** An item as it was decided, before anything is stored. */
interface Planned {
  draft: Draft;
  decision: Decision;
  heads: ReadonlyMap<string, number>;
  lore: SettledLore | null;
}

const TRIES_MAX = 4;

/** Ways out that name the claim that is in the way. */
const NAMES_STORED: ReadonlySet<Resolution['action']> = new Set(['supersede', 'cancel_stored']);

/** Rolls the transaction back: a head moved since the items were decided. */
class Moved extends Error {}

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

function planAll(deps: Deps, tenant: Tenant, items: readonly Prepare[]): Promise<(Planned | Problem)[]> {
  return underSettings(deps, tenant, async (context) => {
    const all = await plan(deps, context, items);
    if (!all.some(isRefused)) await settleCalendar(deps, tenant, context);
    return all;
  });
}

async function plan(deps: Deps, context: ProjectContext, items: readonly Prepare[]): Promise<(Planned | Problem)[]> {
  const planned: (Planned | Problem)[] = [];
  const made: NewEnds = new Map();
  for (const prepare of items) {
    const earlier = planned.filter(isPlanned);
    planned.push(await planOne(deps, context, prepare, earlier, made));
  }
  return planned;
}

async function planOne(
  deps: Deps,
  context: ProjectContext,
  prepare: Prepare,
  earlier: readonly Planned[],
  made: NewEnds,
): Promise<Planned | Problem> {
  try {
    const { write, replaced } = await prepare();
    const closedBefore = earlier.flatMap(({ draft }) => draft.request.targets);
    const twice = write.targets.filter((id) => closedBefore.includes(id));
    if (twice.length > 0) throw new Problem('not_active', `An earlier item replaces ${twice.join(', ')}.`);
    await requireDependencies(deps, write);
    const draft = await draftWrite(deps, context, write, replaced);
    const lore = await draftLore(deps, draft, made);
    const query = { ...candidateQuery(draft, lore), exclude: [...closedBefore, ...write.targets] };
    const { tenant } = write;
    const found = await candidatesOf(deps.store, tenant, draft.reading, query);
    requireCurrent(context, found.contextVersion);
    requireForceRole(context, write);
    const candidates = [...inBatch(deps, draft, earlier), ...found.candidates];
    const relations = earlier.filter((item) => !isRefused(item)).flatMap((item) => item.lore?.placed ?? []);
    const decided = await decideWith(deps, draft, lore, { ...found, candidates }, { earlier: relations });
    return { ...decided, heads: found.heads };
  } catch (error) {
    // A fault is no refusal: whether the item can be stored is not known.
    if (error instanceof Problem && error.code !== 'unavailable') return error;
    throw error;
  }
}

/**
 * What the items before it would leave, as if they were stored now, where it shares a key with it: their claims, and
 * the claims that they end, true of their time up to then. An item that is refused leaves nothing.
 */
function inBatch(deps: Deps, draft: Draft, earlier: readonly Planned[]): Candidate[] {
  const systemFrom = new Date(deps.clock.now()).toISOString();
  const keys = new Set([...draft.lockKeys, ...draft.recallKeys]);
  return earlier
    .filter((item) => !isRefused(item))
    .flatMap((item) => [...newClaim(item), ...endedClaims(item.draft)])
    .filter(({ reading }) => [...lockKeys(reading), ...recallKeys(reading)].some((key) => keys.has(key)))
    .map((candidate) => ({ ...candidate, systemFrom }));
}

function newClaim({ draft, decision, lore }: Planned): Omit<Candidate, 'systemFrom'>[] {
  const { claimId, request } = draft;
  const reading = lore?.reading ?? draft.reading;
  const { statement, who, kind, reason } = request;
  return decision.tier === 'unchanged' ? [] : [{ id: claimId, statement, who, kind, reason, reading }];
}

function endedClaims(draft: Draft): Omit<Candidate, 'systemFrom'>[] {
  return draft.replaced.flatMap((claim) => {
    const { id, statement, who, kind, reason } = claim;
    const next = nextOf(claim, draft);
    return next === 'superseded' ? [] : [{ id, statement, who, kind, reason, reading: next.reading }];
  });
}

function isPlanned(item: Planned | Problem): item is Planned {
  return !(item instanceof Problem);
}

function isRefused(item: Planned | Problem): boolean {
  return item instanceof Problem || item.decision.tier === 'block';
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

async function storeAll(deps: Deps, db: Db, tenant: Tenant, planned: readonly Planned[]): Promise<WriteOutcome[]> {
  await hold(db, tenant, planned);
  const heads = new HeadCount();
  const stored = new Map<string, Claim>();
  const outcomes: WriteOutcome[] = [];
  for (const item of planned) {
    const decision = withVersions(item.decision, stored);
    outcomes.push(
      decision.tier === 'unchanged'
        ? await keepOne(deps, db, item.draft, decision, stored)
        : await storeOne(deps, db, { ...item, decision }, heads, stored),
    );
  }
  return outcomes;
}

/** Holds all that the items take before the first is stored, in the order of any write, so that none waits for the other. */
async function hold(db: Db, tenant: Tenant, planned: readonly Planned[]): Promise<void> {
  const ends = planned.flatMap(({ lore }) => endIdsOf(lore));
  if (!(await lockEnds(db, tenant, ends))) throw new Moved();
  await lockHeads(db, tenant, planned.flatMap(keysOf));
}

function keysOf({ draft, lore }: Planned): string[] {
  return lockKeysOf(draft, lore);
}

async function keepOne(
  deps: Deps,
  db: Db,
  draft: Draft,
  decision: Decision,
  stored: ReadonlyMap<string, Claim>,
): Promise<WriteOutcome> {
  const { tenant } = draft.request;
  const id = decision.duplicateOf ?? '';
  const claim = stored.get(id) ?? (await getClaim(db, tenant, id));
  if (claim === null || claim.status !== 'active') throw new Moved();
  const row = { ...decisionInput(deps.ids, draft, decision), tenant, result: 'unchanged' as const, claim };
  await recordDecision(db, row);
  const timings = draft.watch.timings();
  return { result: 'unchanged', claim, closed: [], unsupported: [], decision, decisionId: row.id, timings };
}

async function storeOne(
  deps: Deps,
  db: Db,
  item: Planned,
  heads: HeadCount,
  stored: Map<string, Claim>,
): Promise<WriteOutcome> {
  const { draft, decision, heads: seen, lore } = item;
  const prepared = await prepare(deps, db, draft, lore);
  if (prepared === null) throw new Moved();
  const keys = keysOf(item);
  const input = commitInput(deps.ids, draft, heads.expected(keys, seen), decision, true, prepared);
  const result = await draft.watch.timeAsync('commit', () => commitWrite(db, input));
  if (result.outcome !== 'stored') throw new Moved();
  const touched = [...input.closes, ...input.disputes].flatMap(({ id }) => {
    const claim = stored.get(id) ?? draft.replaced.find((replaced) => replaced.id === id);
    return claim === undefined ? [] : lockKeys(claim.reading);
  });
  heads.bump(new Set([...keys, ...touched]));
  const claim = storedClaim(input, result.systemFrom);
  stored.set(claim.id, claim);
  const closed = closedClaims(draft, input, result.systemFrom);
  for (const old of closed) stored.set(old.id, old);
  const unsupported = await listDependents(db, draft.request.tenant, draft.request.targets);
  const timings = draft.watch.timings();
  return { result: 'stored', claim, closed, unsupported, decision, decisionId: input.decision.id, timings };
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
