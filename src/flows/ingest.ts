import type { ProjectContext } from '../core/context.js';
import type { Warning } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import { type Fact, type FactContent, sameContent } from '../core/fact.js';
import type { Tenant } from '../core/scope.js';
import { type LoreSource, type NamedSource, NO_SOURCE } from '../core/source.js';
import { lockKeys, notFullyRead, recallKeys } from '../guard/pipeline.js';
import type { FactToStore } from '../store/queries/claims/fact-rows.js';
import { findFacts, type StoredFact } from '../store/queries/claims/facts.js';
import { type FactRun, storeFacts } from '../store/queries/claims/store-facts.js';
import { findSources } from '../store/queries/lore/source-names.js';
import type { Deps } from './deps.js';
import { chunksOf, chunksWithin } from './in-turns.js';
import { settleCalendar, underSettings } from './project-contexts.js';
import { type DatedFact, dateFact, readingFact } from './read-fact.js';
import { wordsOfClaim } from './search-text.js';
import { type FoundContradiction, sweep } from './sweep.js';
import { Turns } from './turns.js';

export interface IngestRequest {
  tenant: Tenant;
  /** The API key that is used; null for the bootstrap key. */
  keyId: string | null;
  facts: readonly { index: number; fact: Fact }[];
  /** The run that they are a part of; left out: one of their own. */
  runId?: string;
  /** How long, in milliseconds, what was stored is compared before the answer; the rest is left to jobs. With 0 all of it. */
  sweepMs: number;
}

/** What became of one fact. A Problem: it was not stored, and the others do not care. */
export type FactOutcome =
  | { result: 'stored' | 'updated' | 'unchanged'; claimId: string; warnings?: readonly Warning[] }
  | Problem;

export interface Ingested {
  runId: string;
  /** By the index of the fact. */
  outcomes: ReadonlyMap<number, FactOutcome>;
  /** How many of the stored and updated claims were compared, and how many are left to jobs. */
  compared: number;
  toCompare: number;
  contradictions: FoundContradiction[];
}

/** Facts that one statement stores, all or none, and characters in them: what is read of long ones takes long to be sent. */
const CHUNK = { size: 250, weight: 12_000 };
const TRIES_MAX = 5;

/**
 * Stores facts under their natural keys, in chunks of which each is stored whole: a new claim, a new version of the
 * claim that is there, or nothing where nothing changed. Then compares what was stored, and opens contradictions.
 * May be sent again after any failure: what was stored is then unchanged.
 * @param report told of a fault that keeps claims from being compared now; they are compared later
 */
export async function ingest(
  deps: Deps,
  { tenant, keyId, facts, sweepMs, runId = deps.ids.next() }: IngestRequest,
  report: (error: unknown) => void,
): Promise<Ingested> {
  const sources = await sourcesOf(deps, tenant, facts);
  const { context, dated, outcomes } = await dateAll(deps, tenant, facts, sources);
  const beganAt = new Date(deps.clock.now()).toISOString();
  const run = new IngestRun(deps, tenant, context, { runId, beganAt, keyId, isLeftToJobs: sweepMs === 0 });
  const { first, repeats } = byKey(dated);
  for (const some of chunksWithin(first, CHUNK, ({ fact }) => fact.statement.length)) {
    for (const [index, outcome] of await run.store(some)) outcomes.set(index, outcome);
  }
  for (const { index, fact, of } of repeats) outcomes.set(index, repeated(fact, of, outcomes.get(of.index)));
  const { notices, ...compared } = await run.compare(changedClaims(outcomes), sweepMs, report);
  return { outcomes: withNotices(outcomes, notices), ...compared };
}

/** With what could be said only when the claims were compared. */
function withNotices(
  outcomes: ReadonlyMap<number, FactOutcome>,
  notices: ReadonlyMap<string, readonly Warning[]>,
): ReadonlyMap<number, FactOutcome> {
  if (notices.size === 0) return outcomes;
  const told = (outcome: FactOutcome): FactOutcome => {
    const said = outcome instanceof Problem ? undefined : notices.get(outcome.claimId);
    return outcome instanceof Problem || said === undefined
      ? outcome
      : { ...outcome, warnings: [...(outcome.warnings ?? []), ...said] };
  };
  return new Map([...outcomes].map(([index, outcome]) => [index, told(outcome)]));
}

/** Reads the dates of all, by a calendar that goes on to read them like that; an outcome for each that has a wrong one. */
function dateAll(deps: Deps, tenant: Tenant, facts: IngestRequest['facts'], sources: Sources) {
  const work = async (context: ProjectContext) => {
    const { dated, outcomes } = datesOf(deps, context, facts, sources);
    if (dated.length > 0) await settleCalendar(deps, tenant, context);
    return { context, dated, outcomes };
  };
  return underSettings(deps, tenant, work, { isHeld: false });
}

/** What the sources of facts name, by their texts. */
type Sources = ReadonlyMap<string, NamedSource>;

/** Sources that are looked up at once. */
const SOURCES_AT_ONCE = 500;

/** Each text once, however many facts have it. */
async function sourcesOf(deps: Deps, tenant: Tenant, facts: IngestRequest['facts']): Promise<Sources> {
  const names = [...new Set(facts.flatMap(({ fact: { source } }) => source ?? []))];
  const found = new Map<string, NamedSource>();
  for (const some of chunksOf(names, SOURCES_AT_ONCE)) {
    const named = await deps.store.tenant(tenant.orgId, (db) => findSources(db, tenant, some));
    for (const [at, one] of named.entries()) found.set(some[at] ?? '', one);
  }
  return found;
}

function datesOf(
  deps: Deps,
  context: ProjectContext,
  facts: IngestRequest['facts'],
  sources: Sources,
): { dated: DatedFact[]; outcomes: Map<number, FactOutcome> } {
  const dated: DatedFact[] = [];
  const outcomes = new Map<number, FactOutcome>();
  for (const { index, fact } of facts) {
    try {
      const { source } = sources.get(fact.source ?? '') ?? NO_SOURCE;
      dated.push(dateFact(deps, context, index, fact, source));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.set(index, error);
    }
  }
  return { dated, outcomes };
}

/** The first fact of each key, and those that come again under one. */
function byKey(facts: readonly DatedFact[]): { first: DatedFact[]; repeats: (DatedFact & { of: DatedFact })[] } {
  const first = new Map<string, DatedFact>();
  const repeats: (DatedFact & { of: DatedFact })[] = [];
  for (const fact of facts) {
    const of = first.get(fact.naturalKey);
    if (of === undefined) first.set(fact.naturalKey, fact);
    else repeats.push({ ...fact, of });
  }
  return { first: [...first.values()], repeats };
}

/** One request tells one version of a fact: which of two came last nobody could say. */
function repeated(
  fact: Fact,
  { index, fact: first, source }: DatedFact,
  outcome: FactOutcome | undefined,
): FactOutcome {
  if (outcome === undefined || outcome instanceof Problem || !sameContent(of(first, source), of(fact, source))) {
    const message = `names the same fact as facts.${index}, and says something else`;
    return outcome instanceof Problem
      ? outcome
      : new Problem('invalid_request', 'The request tells one fact twice.', [{ path: 'key', message }]);
  }
  return { ...outcome, result: 'unchanged' };
}

function changedClaims(outcomes: ReadonlyMap<number, FactOutcome>): string[] {
  return [...outcomes.values()].flatMap((outcome) =>
    outcome instanceof Problem || outcome.result === 'unchanged' ? [] : [outcome.claimId],
  );
}

/** One request, as the record names it. */
class IngestRun {
  readonly #deps: Deps;
  readonly #tenant: Tenant;
  readonly #context: ProjectContext;
  readonly #run: FactRun;

  constructor(deps: Deps, tenant: Tenant, context: ProjectContext, run: FactRun) {
    this.#deps = deps;
    this.#tenant = tenant;
    this.#context = context;
    this.#run = run;
  }

  /** Stores one chunk; what other writes changed meanwhile is looked at again. */
  async store(facts: readonly DatedFact[]): Promise<[number, FactOutcome][]> {
    const outcomes: [number, FactOutcome][] = [];
    let left = facts;
    for (let turn = 1; turn <= TRIES_MAX && left.length > 0; turn++) {
      const tried = await this.#storeOnce(left);
      outcomes.push(...tried);
      const done = new Set(tried.map(([index]) => index));
      left = left.filter(({ index }) => !done.has(index));
    }
    return [...outcomes, ...left.map(({ index }): [number, FactOutcome] => [index, overtaken()])];
  }

  async #storeOnce(facts: readonly DatedFact[]): Promise<[number, FactOutcome][]> {
    const keys = facts.map(({ naturalKey }) => naturalKey);
    const { orgId } = this.#tenant;
    const known = await this.#deps.store.tenant(orgId, (db) => findFacts(db, this.#tenant, keys));
    const outcomes: [number, FactOutcome][] = [];
    const toStore = new Map<number, FactToStore>();
    const turns = new Turns(this.#deps.clock);
    for (const fact of facts) {
      const stored = known.get(fact.naturalKey);
      const settled = stored === undefined ? undefined : settle(fact, stored);
      if (settled !== undefined) outcomes.push([fact.index, settled]);
      else toStore.set(fact.index, await turns.run(this.#drafting(fact, stored)));
      await turns.pause();
    }
    const rows = [...toStore.values()];
    const done = await this.#deps.store.tenant(orgId, (db) => storeFacts(db, this.#tenant, this.#run, rows));
    for (const [index, { id, reading }] of toStore) {
      const row = done.get(id);
      if (row === undefined) continue;
      const warnings = notFullyRead(reading);
      const said = warnings.length === 0 ? {} : { warnings };
      outcomes.push([index, { result: row.isNew ? 'stored' : 'updated', claimId: id, ...said }]);
    }
    return outcomes;
  }

  *#drafting(dated: DatedFact, stored: StoredFact | undefined): Generator<void, FactToStore> {
    const { reading, period } = yield* readingFact(this.#deps, this.#context, dated);
    return {
      ...{ id: stored?.id ?? this.#deps.ids.next(), seen: stored?.systemFrom ?? null, actionId: this.#deps.ids.next() },
      ...{ naturalKey: dated.naturalKey, fact: dated.fact, sourceId: dated.source?.id ?? null, reading, period },
      ...{ lockKeys: lockKeys(reading), recallKeys: recallKeys(reading) },
      words: wordsOfClaim(dated.fact, this.#deps.lexicon),
    };
  }

  /** What is stored is acknowledged, even when it can't be compared now: the jobs are on the list. */
  async compare(
    claimIds: readonly string[],
    sweepMs: number,
    report: (error: unknown) => void,
  ): Promise<Omit<Ingested, 'outcomes'> & { notices: ReadonlyMap<string, readonly Warning[]> }> {
    const until = this.#deps.clock.elapsed() + sweepMs;
    const { runId } = this.#run;
    const plan = { tenant: this.#tenant, runId, until, report };
    const { compared, contradictions, notices } = await sweep(this.#deps, plan, claimIds);
    return { runId, compared, toCompare: claimIds.length - compared, contradictions, notices };
  }
}

/** Nothing to be stored: the same words, or a claim whose words may not come back. */
function settle({ fact, source }: DatedFact, stored: StoredFact): FactOutcome | undefined {
  if (stored.status === 'erased') {
    return new Problem('erased', 'The claim of this fact was erased; it is not stored again.', [
      { path: 'key', message: `names claim ${stored.id}, which was erased` },
    ]);
  }
  return sameContent(stored, of(fact, source)) ? { result: 'unchanged', claimId: stored.id } : undefined;
}

/** What a fact says, as what its source says. */
function of(fact: Fact, source: LoreSource | null): FactContent {
  return { ...fact, sourceId: source?.id ?? null };
}

function overtaken(): Problem {
  return new Problem('unavailable', 'Other writes kept changing this fact; send it again.');
}
