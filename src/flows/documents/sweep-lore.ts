import type { StoredRelation } from '../../core/lore.js';
import { nameKey } from '../../core/name.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import type { ReasonCode } from '../../core/verdict.js';
import { pairKey } from '../../core/violation.js';
import { reasonOf } from '../../guard/4-judge/reasons.js';
import { codeOf } from '../../guard/clash.js';
import { check } from '../../lore/rules/check.js';
import type { Finding } from '../../lore/rules/finding.js';
import { probesOf } from '../../lore/rules/probes.js';
import {
  changeRelations,
  type RelationRevision,
  type RelationViolation,
} from '../../store/queries/change-relations.js';
import { getEntities } from '../../store/queries/entities.js';
import { findNeighbourhood, type Neighbourhood, type NeighbourRelation } from '../../store/queries/neighbourhood.js';
import { getRelations } from '../../store/queries/relations.js';
import { knownViolations } from '../../store/queries/violations.js';
import type { Db } from '../../store/tenant.js';
import { worldAround } from '../lore/around.js';
import { keysOf } from '../lore/changing.js';
import { typesOf } from '../lore/types.js';
import type { LoreDeps } from './lore-deps.js';

/** A violation between stored relations, just opened. */
export interface FoundViolation {
  id: string;
  kind: 'contradiction' | 'anachronism';
  sides: { id: string; statement: string }[];
  code: ReasonCode;
  reason: string;
  /** ISO 8601. */
  detectedAt: string;
}

export interface LoreSweep {
  tenant: Tenant;
  runId: string;
  /** On the clock's `elapsed`. */
  until: number;
  /** Told of a fault, which ends the sweep. */
  report(error: unknown): void;
}

const AT_ONCE = 50;
const TRIES_MAX = 3;

/**
 * Compares relations that were stored without being compared, and opens what certainly contradicts: both sides of a
 * contradiction become disputed. What was found before is not raised again. Never throws.
 */
export async function sweepLore(
  deps: LoreDeps,
  plan: LoreSweep,
  relationIds: readonly string[],
): Promise<{ compared: number; violations: FoundViolation[] }> {
  const violations: FoundViolation[] = [];
  let compared = 0;
  try {
    while (compared < relationIds.length && deps.clock.elapsed() < plan.until) {
      const ids = relationIds.slice(compared, compared + AT_ONCE);
      violations.push(...(await sweepSome(deps, plan, ids)));
      compared += ids.length;
    }
  } catch (error) {
    plan.report(error);
  }
  return { compared, violations };
}

/** Again from the start where another write changed a relation meanwhile. */
async function sweepSome(deps: LoreDeps, plan: LoreSweep, ids: readonly string[]): Promise<FoundViolation[]> {
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const found = await deps.store.tenant(plan.tenant.orgId, (db) => findAndOpen(deps, db, plan, ids));
    if (found !== null) return found;
  }
  return [];
}

async function findAndOpen(
  deps: LoreDeps,
  db: Db,
  { tenant, runId }: LoreSweep,
  ids: readonly string[],
): Promise<FoundViolation[] | null> {
  const context = await deps.contexts.fresh(tenant);
  const { relations: types } = await typesOf(deps, tenant);
  const stored = (await getRelations(db, tenant, ids)).filter(({ status }) => status === 'active');
  const found = await findNeighbourhood(db, tenant, { ...probesOf(endsOf(stored, types), types), claims: [] });
  const around = await withStored(db, tenant, found, stored);
  const world = worldAround(around, [], [], { types, titles: deps.lexicon.relations.titles }, context);
  const findings = stored.flatMap(({ id }) => {
    const fact = world.fact(id);
    return fact === undefined ? [] : check(fact, world).filter(({ isCertain }) => isCertain);
  });
  const violations = await unknownOf(deps, db, tenant, findings, runId);
  if (violations.length === 0) return [];
  const revise = disputes(around, violations);
  const disputed = new Set(revise.map(({ id }) => id));
  const keys = keysOf(
    types,
    around.relations.filter(({ id }) => disputed.has(id)),
  );
  const outcome = await changeRelations(db, { tenant, keys, open: violations, revise });
  if (outcome.outcome !== 'stored') return null;
  return violations.map((one) => shown(one, around, outcome.systemFrom));
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

interface Violation extends RelationViolation {
  kind: FoundViolation['kind'];
  code: ReasonCode;
}

/** Each finding once, without those that are on record, whatever became of them. */
async function unknownOf(
  { ids }: LoreDeps,
  db: Db,
  tenant: Tenant,
  findings: readonly Finding[],
  runId: string,
): Promise<Violation[]> {
  const byKey = new Map(findings.map((finding) => [`${kindOf(finding)}|${pairKey(...finding.core)}`, finding]));
  const known = await knownViolations(db, tenant, [...byKey.keys()]);
  return [...byKey].flatMap(([key, finding]) => {
    if (known.has(key)) return [];
    const code = codeOf(finding);
    const detail = { code, ...(finding.anachronism === undefined ? {} : { claim: finding.anachronism.claim }) };
    return [
      { violationId: ids.next(), kind: kindOf(finding), sides: finding.core, severity: 'warn', runId, detail, code },
    ];
  });
}

function kindOf({ anachronism }: Finding): Violation['kind'] {
  return anachronism === undefined ? 'contradiction' : 'anachronism';
}

function disputes({ relations }: Neighbourhood, violations: readonly Violation[]): RelationRevision[] {
  const pairs = violations.filter(({ kind }) => kind === 'contradiction');
  return relations.flatMap(({ id, systemFrom, disputedWith: before }) => {
    const others = pairs.filter(({ sides }) => sides.includes(id)).flatMap(({ sides }) => sides);
    if (others.length === 0) return [];
    return [
      { id, seen: systemFrom, disputedWith: [...new Set([...before, ...others])].filter((other) => other !== id) },
    ];
  });
}

function shown({ violationId, kind, sides, code }: Violation, around: Neighbourhood, at: string): FoundViolation {
  const names = new Map(around.entities.map(({ id, name }) => [id, name]));
  const told = sides.flatMap((id) => {
    const relation = around.relations.find((one) => one.id === id);
    return relation === undefined ? [] : [{ id, ...named(relation, names) }];
  });
  const [first, second] = [told[0], told.at(-1)];
  const pair = (end: 'type' | 'from' | 'to'): [string, string] => [first?.[end] ?? '', second?.[end] ?? ''];
  const reason = reasonOf(code, { type: pair('type'), from: pair('from'), to: pair('to') });
  const statements = told.map(({ id, statement }) => ({ id, statement }));
  return { id: violationId, kind, sides: statements, code, reason, detectedAt: at };
}

/** "Aldric RULES Valdorn, 320 TA – 360 TA" */
function named(relation: NeighbourRelation, names: ReadonlyMap<string, string>) {
  const { type, fromId, toId, value, validFrom, validUntil } = relation;
  const from = names.get(fromId) ?? fromId;
  const to = toId === null ? (value ?? '') : (names.get(toId) ?? toId);
  const isDated = toId !== null && (validFrom !== null || validUntil !== null);
  const window = isDated ? `, ${validFrom ?? ''} – ${validUntil ?? ''}` : '';
  return { type, from, to, statement: `${from} ${type} ${to}${window}` };
}
