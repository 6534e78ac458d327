import { ORPHAN_REASONS } from '../../consistency/orphan-rules.js';
import type { RunError } from '../../core/consistency.js';
import type { Tenant } from '../../core/scope.js';
import { countFound, sidesOfOpen, toldOfEra } from '../../store/queries/consistency/run-violations.js';
import { finishRun, giveBackRun, type Run, renewRun, type TakenRun } from '../../store/queries/consistency/runs.js';
import type { Deps } from '../deps.js';
import { compareRelations } from '../documents/sweep-lore.js';
import { chunksOf } from '../in-turns.js';
import { typesOf } from '../lore/types.js';
import { compareClaims } from './claims.js';
import { runOntologyRules } from './ontology-run.js';
import { sweepAllOrphans, sweepOrphansAmong } from './orphans.js';
import { runRulesAround } from './rules-around.js';
import { erasOf, suspectRelations, type WholeSweep } from './sweep-all.js';

/** Relations that are compared between two signs of life. */
const CHUNK = 100;

/** Steps beside comparing: sweeping for relations, and for orphans. */
const SWEEPS = 2;

/** Relations of an era that rules are run around at once, and longest that this may take. */
const AROUND = 500;
const AROUND_MS = 10_000;

/** The run is no longer this process's to do: it was closed as dead, or the process stops. */
class RunLost extends Error {}

/**
 * Does a batch run that was taken: finds the relations that may break a rule by sweeps over the whole project, has the
 * rules decide, opens what is new and closes what is over. What it opened stays, whenever it ends. Null where another
 * took it over meanwhile.
 * @param stop ends it between two steps; then it waits again
 */
export async function doRun(deps: Deps, run: TakenRun, stop?: AbortSignal): Promise<Run | null> {
  const { tenant, id } = run;
  const errors: RunError[] = [];
  try {
    const whole = await wholeOf(deps, tenant);
    const { rulesRun, errors: failed } = await doSteps(deps, run, whole, stop);
    const found = await deps.store.tenant(tenant.orgId, (db) => countFound(db, tenant, id));
    errors.push(...failed);
    return await deps.store.tenant(tenant.orgId, (db) => finishRun(db, tenant, id, { rulesRun, ...found, errors }));
  } catch (error) {
    if (!(error instanceof RunLost)) throw error;
    if (stop?.aborted === true) await deps.store.tenant(tenant.orgId, (db) => giveBackRun(db, run));
    return null;
  }
}

async function wholeOf(deps: Deps, tenant: Tenant): Promise<WholeSweep> {
  const context = await deps.contexts.fresh(tenant);
  const { relations: types } = await typesOf(deps, tenant);
  return { tenant, context, types };
}

async function doSteps(
  deps: Deps,
  run: TakenRun,
  whole: WholeSweep,
  stop: AbortSignal | undefined,
): Promise<{ rulesRun: number; errors: RunError[] }> {
  const { tenant, id: runId } = run;
  const suspects = await suspectRelations(deps, whole);
  const open = await deps.store.tenant(tenant.orgId, (db) => sidesOfOpen(db, tenant));
  const era = run.scope === 'era' ? await eraOf(deps, run, whole) : null;
  const all = [...new Set([...suspects.ids, ...open])];
  const ids = era === null ? all : all.filter((one) => era.relationIds.has(one));
  const progress = new Progress(deps, run, Math.ceil(ids.length / CHUNK) + SWEEPS, stop);
  await progress.step();
  const errors = [...suspects.errors];
  const done = new Set<string>();
  let left = 0;
  for (const some of chunksOf(ids, CHUNK)) {
    if ((await compareRelations(deps, tenant, some, runId, { reach: 'batch', done })) === null) left += some.length;
    await progress.step();
  }
  if (era === null) errors.push(...(await compareClaims(deps, tenant, runId, () => progress.step())));
  if (left > 0)
    errors.push({ rule: 'run', message: `Other writes kept changing ${left} relations, which the next run looks at.` });
  const disabled = new Set(whole.context.consistency.disabledRules);
  const sweep = { tenant, types: whole.types, disabled, runId };
  try {
    await (era === null
      ? sweepAllOrphans(deps, sweep)
      : sweepOrphansAmong(deps, sweep, { entityIds: era.entityIds, relationIds: [] }));
  } catch (error) {
    errors.push({ rule: 'orphans', message: error instanceof Error ? error.message : String(error) });
  }
  const orphanRules = ORPHAN_REASONS.filter((reason) => !disabled.has(reason));
  const written = await (era === null
    ? runOntologyRules(deps, whole, runId, () => progress.step())
    : rulesOfEra(deps, whole, runId, [...era.relationIds]));
  errors.push(...written.errors);
  return { rulesRun: suspects.rulesRun.length + orphanRules.length + written.rulesRun, errors };
}

/** The rules that somebody wrote, around what is told of an era. */
async function rulesOfEra(
  deps: Deps,
  whole: WholeSweep,
  runId: string,
  relationIds: readonly string[],
): Promise<{ rulesRun: number; errors: RunError[] }> {
  const all: { rulesRun: number; errors: RunError[] } = { rulesRun: 0, errors: [] };
  for (const some of chunksOf(relationIds, AROUND)) {
    const { rulesRun, errors } = await runRulesAround(deps, whole, some, { runId, limitMs: AROUND_MS });
    all.rulesRun = Math.max(all.rulesRun, rulesRun);
    all.errors.push(...errors);
  }
  return { ...all, errors: [...new Map(all.errors.map((one) => [one.rule, one])).values()] };
}

/** What is told of the era that a run looks at; of one that the calendar does not know, what names it. */
async function eraOf(deps: Deps, { tenant, scopeId }: TakenRun, whole: WholeSweep) {
  const known = (await erasOf(deps, whole)).find(({ id }) => id === scopeId);
  const nowhere = { id: scopeId ?? '', from: 0, until: 0 };
  return deps.store.tenant(tenant.orgId, (db) => toldOfEra(db, tenant, known ?? nowhere));
}

/** How far a run is, which is its sign of life too. */
class Progress {
  readonly #deps: Deps;
  readonly #run: TakenRun;
  readonly #total: number;
  readonly #stop: AbortSignal | undefined;
  #done = 0;

  constructor(deps: Deps, run: TakenRun, total: number, stop: AbortSignal | undefined) {
    this.#deps = deps;
    this.#run = run;
    this.#total = total;
    this.#stop = stop;
  }

  /** @throws RunLost */
  async step(): Promise<void> {
    this.#done += 1;
    const { tenant } = this.#run;
    const progress = { stepsDone: this.#done, stepsTotal: this.#total };
    const isMine = await this.#deps.store.tenant(tenant.orgId, (db) => renewRun(db, this.#run, progress));
    if (!isMine || this.#stop?.aborted === true) throw new RunLost();
  }
}
