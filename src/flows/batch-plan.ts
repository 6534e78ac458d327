import type { Candidate, Claim, WriteRequest } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import type { Decision } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { LOCK_KEY_BOUND } from '../store/queries/claims/candidates.js';
import { candidatesOf, type Found } from './candidates.js';
import { candidateQuery, decideWith } from './decider.js';
import { supportsOf } from './dependencies.js';
import type { Deps } from './deps.js';
import { type Draft, draftWrite } from './draft.js';
import { requireForceRole } from './force.js';
import { chunksOf } from './in-turns.js';
import type { SettledLore } from './lore/commit-relations.js';
import { draftLore } from './lore/lore-write.js';
import type { NewEnds } from './lore/place.js';
import { requireCurrent, settleCalendar, underSettings } from './project-contexts.js';
import { RecallIndex } from './recall-index.js';
import { nextOf } from './rows.js';
import { Turns } from './turns.js';

/** A write of the batch, made when its turn comes; throws a Problem when it can't be made. */
export type Prepare = () => Promise<{ write: WriteRequest; replaced: Claim[] }>;

/** An item as it was decided, before anything is stored. */
export interface Planned {
  draft: Draft;
  decision: Decision;
  heads: ReadonlyMap<string, number>;
  lore: SettledLore | null;
}

/** An item as it was read, what it is to be compared with on its way. */
interface Drafted {
  draft: Draft;
  /** Claims that earlier items replace. */
  closedBefore: readonly string[];
  /** Null where that depends on what earlier items state of the world. */
  finding: Promise<Found> | null;
}

/** Items that are read before the first of them is decided, so that what is stored about all is looked for at once. */
const READ_AT_ONCE = 16;

/** Decides about all items, each beside what is stored and what the items before it would leave. Nothing is stored. */
export function planAll(deps: Deps, tenant: Tenant, items: readonly Prepare[]): Promise<(Planned | Problem)[]> {
  return underSettings(deps, tenant, async (context) => {
    const planning = new Planning(deps, context);
    const all: (Planned | Problem)[] = [];
    for (const some of chunksOf(items, READ_AT_ONCE)) {
      const drafts: (Drafted | Problem)[] = [];
      for (const prepare of some) drafts.push(await planning.read(prepare));
      for (const drafted of drafts) all.push(drafted instanceof Problem ? drafted : await planning.decide(drafted));
    }
    if (!all.some(isRefused)) await settleCalendar(deps, tenant, context);
    return all;
  });
}

/**
 * Decides about the first of these items, each beside what is stored and the items before it that are not refused, up to
 * one that changes more than it stores of itself, or can't be read: what becomes of that one is to be found out alone.
 */
export function planPlain(deps: Deps, tenant: Tenant, items: readonly Prepare[]): Promise<Planned[]> {
  return underSettings(deps, tenant, async (context) => {
    const planning = new Planning(deps, context);
    const drafts: Drafted[] = [];
    for (const prepare of items.slice(0, READ_AT_ONCE)) {
      const drafted = await planning.read(prepare);
      if (drafted instanceof Problem || !isAlone(drafted)) break;
      drafts.push(drafted);
    }
    const all: Planned[] = [];
    for (const drafted of drafts) {
      const planned = await planning.decide(drafted);
      if (planned instanceof Problem) break;
      all.push(planned);
    }
    if (!all.every(isRefused)) await settleCalendar(deps, tenant, context);
    return all;
  });
}

/** Whether an item changes nothing but what it stores of itself, whatever is decided about it. */
function isAlone({ finding, draft }: Drafted): boolean {
  return finding !== null && !draft.request.forceException;
}

export function isPlanned(item: Planned | Problem): item is Planned {
  return !(item instanceof Problem);
}

export function isRefused(item: Planned | Problem): boolean {
  return item instanceof Problem || item.decision.tier === 'block';
}

/** What the items of a batch know of those before them. */
class Planning {
  readonly #deps: Deps;
  readonly #context: ProjectContext;
  readonly #closed = new Set<string>();
  readonly #made: NewEnds = new Map();
  /** Items that are not refused: what they state of the world, and what would be there if they were stored now. */
  readonly #placed: SettledLore['placed'][number][] = [];
  readonly #index = new RecallIndex();
  readonly #turns: Turns;

  constructor(deps: Deps, context: ProjectContext) {
    this.#deps = deps;
    this.#context = context;
    this.#turns = new Turns(deps.clock);
  }

  read(prepare: Prepare): Promise<Drafted | Problem> {
    return orProblem(async () => {
      await this.#turns.pause();
      const { write, replaced } = await prepare();
      const twice = write.targets.filter((id) => this.#closed.has(id));
      if (twice.length > 0) throw new Problem('not_active', `An earlier item replaces ${twice.join(', ')}.`);
      const supports = await supportsOf(this.#deps, write);
      const draft = await draftWrite(this.#deps, this.#context, write, replaced, supports);
      const closedBefore = [...this.#closed];
      for (const id of write.targets) this.#closed.add(id);
      const isPlain = draft.stated.length === 0 && write.targets.length === 0;
      const finding = isPlain ? this.#find(draft, null, closedBefore) : null;
      // Whoever waits for it is told; until then it is no fault that nobody heard of.
      finding?.catch(() => undefined);
      return { draft, closedBefore, finding };
    });
  }

  decide({ draft, closedBefore, finding }: Drafted): Promise<Planned | Problem> {
    return orProblem(async () => {
      await this.#turns.pause();
      const lore = await draftLore(this.#deps, draft, this.#made);
      const found = await (finding ?? this.#find(draft, lore, closedBefore));
      requireCurrent(this.#context, found.contextVersion);
      requireForceRole(this.#context, draft.request);
      const earlier = this.#index.candidatesFor({ id: draft.claimId, reading: draft.reading });
      const isCut = found.isCut || earlier.length >= LOCK_KEY_BOUND;
      const all = { ...found, isCut, candidates: [...earlier, ...found.candidates] };
      const decided = await decideWith(this.#deps, draft, lore, all, { earlier: this.#placed });
      const planned = { ...decided, heads: found.heads };
      if (!isRefused(planned)) this.#leave(planned);
      return planned;
    });
  }

  #find(draft: Draft, lore: Awaited<ReturnType<typeof draftLore>>, closedBefore: readonly string[]): Promise<Found> {
    const { tenant, targets } = draft.request;
    const query = { ...candidateQuery(draft, lore), exclude: [...closedBefore, ...targets] };
    return candidatesOf(this.#deps.store, tenant, draft.reading, query);
  }

  /** What the item would leave if it were stored now: its claim, and those that it ends, true of their time up to then. */
  #leave(planned: Planned): void {
    const systemFrom = new Date(this.#deps.clock.now()).toISOString();
    this.#placed.push(...(planned.lore?.placed ?? []));
    for (const one of [...newClaim(planned), ...endedClaims(planned.draft)]) this.#index.add({ ...one, systemFrom });
  }
}

/** A fault is no refusal: whether the item can be stored is not known. */
async function orProblem<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.code !== 'unavailable') return error;
    throw error;
  }
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
