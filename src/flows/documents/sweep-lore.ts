import type { StoredRelation } from '../../core/lore.js';
import { nameKey } from '../../core/name.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import type { ReasonCode } from '../../core/verdict.js';
import { reasonOf } from '../../guard/4-judge/reasons.js';
import { codeOf } from '../../guard/clash.js';
import { check } from '../../lore/rules/check.js';
import type { Finding } from '../../lore/rules/finding.js';
import { probesOf } from '../../lore/rules/probes.js';
import { changeRelations } from '../../store/queries/change-relations.js';
import { getEntities } from '../../store/queries/entities.js';
import { finishJobs } from '../../store/queries/jobs.js';
import { findNeighbourhood, type Neighbourhood, type NeighbourRelation } from '../../store/queries/neighbourhood.js';
import { getRelations } from '../../store/queries/relations.js';
import type { Db } from '../../store/tenant.js';
import { worldAround } from '../lore/around.js';
import { keysOf } from '../lore/changing.js';
import { sentence } from '../lore/contradictions.js';
import { type DescribedRelation, describe } from '../lore/describe.js';
import { type FoundClash, openingFor, type Raised } from '../lore/opening.js';
import { typesOf } from '../lore/types.js';
import type { LoreDeps } from './lore-deps.js';

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

export interface LoreSweep {
  tenant: Tenant;
  runId: string | null;
  /** On the clock's `elapsed`. */
  until: number;
  /** Told of a fault, which ends the sweep. */
  report(error: unknown): void;
}

const AT_ONCE = 50;
const TRIES_MAX = 3;

/**
 * Compares relations that were stored without being compared with all that is stored, and opens what certainly clashes.
 * What is done is taken off the list of jobs; what the time does not suffice for stays there. Never throws.
 */
export async function sweepLore(
  deps: LoreDeps,
  plan: LoreSweep,
  relationIds: readonly string[],
): Promise<{ compared: number; violations: FoundViolation[] }> {
  const violations: FoundViolation[] = [];
  let compared = 0;
  try {
    for (let at = 0; at < relationIds.length && deps.clock.elapsed() < plan.until; at += AT_ONCE) {
      const ids = relationIds.slice(at, at + AT_ONCE);
      const found = await compareRelations(deps, plan.tenant, ids, plan.runId);
      if (found === null) continue;
      violations.push(...found);
      compared += ids.length;
      await deps.store.tenant(plan.tenant.orgId, (db) => finishJobs(db, plan.tenant, 'recheck_relation', ids));
    }
  } catch (error) {
    plan.report(error);
  }
  return { compared, violations };
}

/**
 * Compares stored relations with all that is stored, and opens what certainly clashes. Null where other writes kept
 * changing what they clash with.
 */
export async function compareRelations(
  deps: LoreDeps,
  tenant: Tenant,
  ids: readonly string[],
  runId: string | null,
): Promise<FoundViolation[] | null> {
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const found = await deps.store.tenant(tenant.orgId, (db) => findAndOpen(deps, db, tenant, ids, runId));
    if (found !== null) return found;
  }
  return null;
}

async function findAndOpen(
  deps: LoreDeps,
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  runId: string | null,
): Promise<FoundViolation[] | null> {
  const context = await deps.contexts.fresh(tenant);
  const { relations: types } = await typesOf(deps, tenant);
  const stored = (await getRelations(db, tenant, ids)).filter(({ status }) => status === 'active');
  const found = await findNeighbourhood(db, tenant, { ...probesOf(endsOf(stored, types), types), claims: [] });
  const around = await withStored(db, tenant, found, stored);
  const world = worldAround(around, [], [], { types, titles: deps.lexicon.relations.titles }, context);
  const clashes = stored.flatMap(({ id }) => {
    const fact = world.fact(id);
    return fact === undefined ? [] : check(fact, world).filter(({ isCertain }) => isCertain);
  });
  if (clashes.length === 0) return [];
  const opening = await openingFor(deps.ids, db, { tenant, types, fresh: [], runId }, clashes.map(clashOf));
  if (opening.open.length === 0) return [];
  const { open, claims, stored: disputed, disputedWith } = opening;
  const revise = disputed.map(({ id, systemFrom }) => ({
    id,
    seen: systemFrom,
    disputedWith: disputedWith.get(id) ?? [],
  }));
  const outcome = await changeRelations(db, { tenant, keys: keysOf(types, disputed), claims, open, revise });
  if (outcome.outcome !== 'stored') return null;
  const described = new Map((await describe(db, tenant, disputed)).map((one) => [one.relation.id, one]));
  return opening.raised.map((one) => shown(one, described, outcome.systemFrom));
}

function clashOf(finding: Finding): FoundClash {
  const { anachronism, core: sides } = finding;
  const code = codeOf(finding);
  if (anachronism === undefined) return { kind: 'contradiction', sides, detail: { code } };
  return { kind: 'anachronism', sides, detail: { code, claim: anachronism.claim } };
}

/** What is around, and what it is around: the look-up brings only what may clash with it. */
async function withStored(
  db: Db,
  tenant: Tenant,
  { relations, entities, replaced }: Neighbourhood,
  stored: readonly StoredRelation[],
): Promise<Neighbourhood> {
  const known = new Set([...relations, ...entities].map(({ id }) => id));
  const own = stored
    .filter(({ id }) => !known.has(id))
    .map(
      (one): NeighbourRelation => ({
        ...one,
        ...{ disputedWith: [...one.disputedWith], source: null },
      }),
    );
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
