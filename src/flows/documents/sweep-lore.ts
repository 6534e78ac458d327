import type { ProjectContext } from '../../core/context.js';
import type { StoredRelation } from '../../core/lore.js';
import { nameKey } from '../../core/name.js';
import type { Range, Unit } from '../../core/period.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { confidence } from '../../core/source.js';
import type { ReasonCode } from '../../core/verdict.js';
import { reasonOf } from '../../guard/4-judge/reasons.js';
import { codeOf } from '../../guard/clash.js';
import { checkStored } from '../../lore/rules/check.js';
import type { Finding } from '../../lore/rules/finding.js';
import { probesOf } from '../../lore/rules/probes.js';
import type { World } from '../../lore/rules/world.js';
import { violationsOf } from '../../store/queries/consistency/violations.js';
import { changeRelations } from '../../store/queries/lore/change-relations.js';
import { getEntities } from '../../store/queries/lore/entities.js';
import {
  findNeighbourhood,
  type Neighbourhood,
  type NeighbourRelation,
} from '../../store/queries/lore/neighbourhood.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import { getSources } from '../../store/queries/lore/sources.js';
import { finishJobs } from '../../store/queries/projects/jobs.js';
import { getSettings } from '../../store/queries/projects/projects.js';
import type { Db } from '../../store/tenant.js';
import { dependentsOf } from '../consistency/dependents.js';
import { inTurns } from '../in-turns.js';
import { worldAround } from '../lore/around.js';
import { sentence } from '../lore/contradictions.js';
import { type DescribedRelation, describe } from '../lore/describe.js';
import { endingOf } from '../lore/ending.js';
import { type FoundClash, openingFor, type Raised, redisputed } from '../lore/opening.js';
import { keysOf } from '../lore/relation-locks.js';
import { typesUnder } from '../lore/types.js';
import { Turns } from '../turns.js';
import type { ComparingDeps } from './lore-deps.js';
import { Pace } from './pace.js';
import { type FoundIn, gone, unrecorded } from './recorded-clashes.js';
import { type Repetition, repetitionsAmong } from './repetitions.js';

/** A violation between stored relations: just opened, or open and just found again by another source. */
export interface FoundViolation {
  id: string;
  kind: FoundClash['kind'];
  sides: { id: string; statement: string }[];
  code: ReasonCode;
  reason: string;
  /** ISO 8601. */
  detectedAt: string;
}

/** What comparing some relations came to: violations, and those that say what an older one says. */
interface PartFound {
  violations: FoundViolation[];
  repetitions: Repetition[];
}

/** The same of one part, with the relations that were compared. */
interface PartCompared extends PartFound {
  compared: string[];
}

export interface LoreSweep {
  tenant: Tenant;
  runId: string | null;
  /** On the clock's `elapsed`. */
  until: number;
  /** Told of a fault, which ends the sweep. */
  report(error: unknown): void;
}

const TRIES_MAX = 3;

/**
 * Entities among which a circle is looked for, on either side of a relation, and of all that are compared at once: right
 * after a write as many as there is time for. A run over everything knows already that there is a circle.
 */
const REACH = { live: { each: 150, all: 2500 }, batch: { each: 10_000, all: 20_000 } };
export type Reach = keyof typeof REACH;

/**
 * Compares relations that were stored without being compared with all that is stored, and opens what certainly clashes.
 * What is done is taken off the list of jobs; what the time does not suffice for stays there. Never throws.
 */
export async function sweepLore(
  deps: ComparingDeps,
  plan: LoreSweep,
  relationIds: readonly string[],
): Promise<PartFound & { compared: number }> {
  const violations: FoundViolation[] = [];
  const repetitions: Repetition[] = [];
  let compared = 0;
  const pace = new Pace(deps.clock);
  const comparison = { tenant: plan.tenant, runId: plan.runId, reach: 'live', done: new Set<string>() } as const;
  try {
    for (const ids of pace.partsOf(relationIds)) {
      if (deps.clock.elapsed() >= plan.until) break;
      const found = await comparePart(deps, comparison, ids);
      if (found === null) continue;
      for (const one of found.violations) violations.push(one);
      for (const one of found.repetitions) repetitions.push(one);
      compared += ids.length;
      await deps.store.tenant(plan.tenant.orgId, (db) => finishJobs(db, plan.tenant, 'recheck_relation', ids));
    }
  } catch (error) {
    plan.report(error);
  }
  return { compared, violations, repetitions };
}

/**
 * Compares stored relations with all that is stored, opens what certainly clashes, and closes what no longer does, of
 * those that rest on what they tell too. Null where other writes kept changing what they clash with.
 * @param done relations that were compared already, and need not be again; those that are compared are added
 */
export async function compareRelations(
  deps: ComparingDeps,
  tenant: Tenant,
  ids: readonly string[],
  runId: string | null,
  { reach = 'live', done = new Set() }: { reach?: Reach; done?: Set<string> } = {},
): Promise<FoundViolation[] | null> {
  const violations: FoundViolation[] = [];
  for (const part of new Pace(deps.clock).partsOf(ids)) {
    const some = part.filter((id) => !done.has(id));
    if (some.length === 0) continue;
    const found = await comparePart(deps, { tenant, runId, reach, done }, some);
    if (found === null) return null;
    for (const one of found.violations) violations.push(one);
  }
  return violations;
}

interface Comparison {
  tenant: Tenant;
  /** The run that it is of, if it is of one. */
  runId: string | null;
  reach: Reach;
  /**
   * What was compared already. A violation is compared by all its sides, so of a circle with hundreds of them all are by
   * the second; without this each part would compare them all again.
   */
  done: Set<string>;
}

/** A comparison, and what the project has set. */
interface InForce extends Comparison {
  context: ProjectContext;
  types: RelationTypes;
}

async function comparePart(
  deps: ComparingDeps,
  comparison: Comparison,
  ids: readonly string[],
): Promise<PartCompared | null> {
  const { tenant } = comparison;
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    // Before a connection is held: that waited for another would hold up all of a small pool.
    const context = await deps.contexts.of(tenant);
    const { relations: types } = await typesUnder(deps, tenant, context);
    const found = await deps.store.tenant(tenant.orgId, (db) =>
      findAndOpen(deps, db, { ...comparison, context, types }, ids),
    );
    if (found !== null) {
      for (const id of found.compared) comparison.done.add(id);
      return found;
    }
    deps.contexts.forget(tenant);
  }
  return null;
}

async function findAndOpen(
  deps: ComparingDeps,
  db: Db,
  comparison: InForce,
  ids: readonly string[],
): Promise<PartCompared | null> {
  const { tenant, runId, types } = comparison;
  const found = await toCompare(db, comparison, ids);
  if (found === null) return null;
  const { open, stored, ids: wanted } = found;
  if (wanted.length === 0) return { violations: [], repetitions: [], compared: [] };
  const compared = await compare(deps, db, comparison, stored);
  const { seen, world } = compared;
  const repetitions = repetitionsAmong(wanted, world);
  const over = gone(open, compared, stored, types);
  const clashes = await unrecorded(db, tenant, compared, over);
  const opening = await openingFor(deps, db, { tenant, types, fresh: [], runId }, clashes);
  const ending = await endingOf(db, tenant, types, { violations: over });
  if (opening.open.length + over.length === 0) return { violations: [], repetitions, compared: wanted };
  const revise = redisputed(opening, ending);
  if (revise.some((one) => seen.has(one.id) && seen.get(one.id) !== one.seen)) return null;
  const outcome = await changeRelations(db, {
    ...{ tenant, keys: keysOf(types, opening.stored), open: opening.open, revise },
    claims: [...new Map([...ending.claims, ...opening.claims].map((one) => [one.id, one])).values()],
    settle: [...ending.settle, ...over.map(({ id }) => ({ id, status: 'resolved', resolution: 'gone' }) as const)],
  });
  if (outcome.outcome !== 'stored') return null;
  const described = new Map((await describe(db, tenant, opening.stored)).map((one) => [one.relation.id, one]));
  const violations = opening.raised.map((one) => shown(one, described, outcome.systemFrom));
  return { violations, repetitions, compared: wanted };
}

/**
 * The relations, with what rests on them, and what is open of all of these; a violation is compared by all its sides.
 * Null where other settings are in force than those of the comparison.
 */
async function toCompare(db: Db, { tenant, types, context, done }: InForce, ids: readonly string[]) {
  const [settings, touched, openOfThese] = await Promise.all([
    getSettings(db, tenant),
    getRelations(db, tenant, ids),
    violationsOf(db, tenant, ids, ['open']),
  ]);
  if (settings.version !== context.version) return null;
  const dependents = await dependentsOf(db, tenant, types, touched);
  const all = new Set([...ids, ...dependents].filter((id) => !done.has(id)));
  const openOfAll = [...openOfThese, ...(await violationsOf(db, tenant, dependents, ['open']))];
  const open = [...new Map(openOfAll.map((one) => [one.id, one])).values()].filter(
    ({ about, kind, sides }) =>
      about === 'relation' && kind !== 'ontology_violation' && sides.some((side) => all.has(side)),
  );
  const wanted = [...new Set([...all, ...open.flatMap(({ sides }) => sides)])];
  const known = new Map(touched.map((one) => [one.id, one]));
  const further = await getRelations(
    db,
    tenant,
    wanted.filter((id) => !known.has(id)),
  );
  const stored = [...wanted.flatMap((id) => known.get(id) ?? []), ...further];
  return { open, stored: stored.filter(({ status }) => status === 'active'), ids: wanted };
}

/** What is told less surely than the project asks for clashes with nothing. */
function isSure({ extraction, source }: NeighbourRelation, least: number): boolean {
  return (confidence(extraction, source?.kind ?? null) ?? 0) >= least;
}

function foundAt(id: string, world: World, disabled: readonly string[]): Finding[] {
  const fact = world.fact(id);
  const findings = fact === undefined ? [] : checkStored(fact, world);
  return findings.filter(({ isCertain, code }) => isCertain && !disabled.includes(code));
}

/** What several relations clash with is found at each of them: of a long circle at every part of it. */
function eachOnce(findings: readonly Finding[]): Finding[] {
  const keyOf = ({ code, core, anachronism }: Finding) =>
    `${code}|${anachronism?.act}|${anachronism?.thing}|${core.join()}`;
  return [...new Map(findings.map((one) => [keyOf(one), one])).values()];
}

interface Compared extends FoundIn {
  /** System times of the relations, by id. */
  seen: ReadonlyMap<string, string>;
}

function wayMost(reach: Reach, relations: number): number {
  const { each, all } = REACH[reach];
  return Math.min(each, Math.ceil(all / Math.max(1, relations)));
}

/** What certainly clashes with each of these relations, among all that is stored, and the versions that were compared. */
async function compare(
  deps: ComparingDeps,
  db: Db,
  { tenant, reach, context, types }: InForce,
  stored: readonly StoredRelation[],
): Promise<Compared> {
  const probes = probesOf(endsOf(stored, types), types, wayMost(reach, stored.length));
  const near = await findNeighbourhood(db, tenant, { ...probes, claims: [] });
  const around = await withStored(db, tenant, near, stored);
  const { disabledRules, minConfidence } = context.consistency;
  const believed = { ...around, relations: around.relations.filter((one) => isSure(one, minConfidence)) };
  const world = worldAround(believed, [], [], { types, naming: deps.lexicon.relations }, context);
  const perRelation = await inTurns(new Turns(deps.clock), stored, ({ id }) => foundAt(id, world, disabledRules));
  const found = eachOnce(perRelation.flat()).map((finding) => ({ finding, clash: clashOf(finding) }));
  const seen = new Map(around.relations.map(({ id, systemFrom }) => [id, systemFrom]));
  return { world, found, seen };
}

function clashOf(finding: Finding): FoundClash {
  const { anachronism, core: sides } = finding;
  const code = codeOf(finding);
  if (anachronism === undefined) return { kind: 'contradiction', sides, detail: { code } };
  const { claim, thing, act, expected, actual } = anachronism;
  const told = { claim, entity: { id: thing }, relationId: act, expected: rangeOf(expected), actual: rangeOf(actual) };
  return { kind: 'anachronism', sides, detail: { code, claim, anachronism: told } };
}

function rangeOf({ begins, ends }: { begins: Unit | null; ends: Unit | null }): Range {
  return { from: begins?.start ?? null, until: ends?.end ?? null };
}

/** What is around, and what it is around: the look-up brings only what may clash with it. */
async function withStored(
  db: Db,
  tenant: Tenant,
  { relations, entities, replaced }: Neighbourhood,
  stored: readonly StoredRelation[],
): Promise<Neighbourhood> {
  const known = new Set([...relations, ...entities].map(({ id }) => id));
  const further = stored.filter(({ id }) => !known.has(id));
  const sourceIds = new Set(further.flatMap(({ citation }) => citation.sourceId ?? []));
  const sources = new Map((await getSources(db, tenant, [...sourceIds])).map((source) => [source.id, source]));
  const own = further.map((one): NeighbourRelation => {
    return { ...one, disputedWith: [...one.disputedWith], source: sources.get(one.citation.sourceId ?? '') ?? null };
  });
  const ends = own.flatMap(({ fromId, toId }) => (toId === null ? [fromId] : [fromId, toId]));
  const missing = await getEntities(
    db,
    tenant,
    ends.filter((id) => !known.has(id)),
  );
  const named = missing.map((entity) => ({ ...entity, keys: [entity.name, ...entity.aliases].map(nameKey) }));
  return { relations: [...relations, ...own], entities: [...entities, ...named], replaced };
}

function endsOf(stored: readonly StoredRelation[], types: RelationTypes) {
  return stored.flatMap(({ type, fromId, toId }) => {
    const known = types.get(type);
    return known === undefined ? [] : [{ type: known, from: fromId, to: toId }];
  });
}

function shown(
  { violationId, sides, found, detectedAt }: Raised,
  described: ReadonlyMap<string, DescribedRelation>,
  now: string,
): FoundViolation {
  const code = found.detail.code as ReasonCode;
  const told = sides.flatMap((id) => described.get(id) ?? []);
  const [first, second] = [told[0], told.at(-1)].map((one) => one && slotsOf(one));
  const pair = (end: 'type' | 'from' | 'to'): [string, string] => [first?.[end] ?? '', second?.[end] ?? ''];
  const reason = reasonOf(code, { type: pair('type'), from: pair('from'), to: pair('to') });
  const statements = told.map((one) => ({ id: one.relation.id, statement: sentence(one) }));
  return { id: violationId, kind: found.kind, sides: statements, code, reason, detectedAt: detectedAt ?? now };
}

function slotsOf({ relation: { type, value }, from, to }: DescribedRelation) {
  return { type, from: from.name, to: to?.name ?? value ?? '' };
}
