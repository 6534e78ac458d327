import type { Claim } from '../../core/claim.js';
import type { Conflict } from '../../core/decision.js';
import { ERASED } from '../../core/erasure.js';
import type { EntityRef } from '../../core/lore.js';
import { heldWithin, type Period, type Truth, type Unit } from '../../core/period.js';
import type { RecordedRelation } from '../../core/record.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource } from '../../core/source.js';
import type { ReasonCode, Verdict } from '../../core/verdict.js';
import { reasonOf } from '../../guard/4-judge/reasons.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import { conflictsDecided } from '../../store/queries/claims/decisions.js';
import { type Settlement, settlementsOf, type Violation } from '../../store/queries/consistency/violations.js';
import { pathsOf } from '../../store/queries/documents/documents.js';
import { firstStored, getRelations } from '../../store/queries/lore/relations.js';
import { NOTHING_TOLD, type Told } from '../../store/queries/records/told-record.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { type DescribedRelation, describe, describedBy } from './describe.js';

/** One side of a contradiction, as it stands now. */
export interface DescribedSide {
  id: string;
  text: string;
  who: string | null;
  /** Why it is believed, in the words of who said it. */
  reason: string | null;
  /** ISO 8601: when it was first stored. */
  since: string | null;
  /** Who says a relation. */
  source: LoreSource | null;
  /** Where a claim was learnt: file and line, URL, document; and the source that this is known as. */
  claimSource: string | null;
  claimSourceId: string | null;
  /** The document that says a relation. */
  document: { id: string; path: string } | null;
  /** When it holds; null: it was erased. */
  period: Period | null;
}

/** What the contradiction is. Empty of one that was opened before that was kept. */
export interface Explanation {
  code: ReasonCode | null;
  sentence: string | null;
  slots: Verdict['slots'];
  spans: Conflict['spans'];
  /** The decision about the write that opened it. */
  decisionId: string | null;
}

/** A contradiction with what its sides say. */
export interface DescribedContradiction extends Explanation {
  violation: Violation;
  /** What both sides are about: an entity, or of claims what they are about, in words. */
  subject: EntityRef | string | null;
  predicate: string | null;
  sides: DescribedSide[];
  settlement: Settlement | null;
}

/**
 * What the sides of contradictions say, as they stand now, or as they stood at a system time.
 * @param told what was read of the relations already
 */
export async function describeContradictions(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  violations: readonly Violation[],
  knownAt?: string | undefined,
  told: Told = NOTHING_TOLD,
): Promise<DescribedContradiction[]> {
  return deps.store.tenant(tenant.orgId, async (db) => {
    const world = await gather(db, tenant, { violations, knownAt, told });
    return violations.map((violation) => describeOne(violation, world));
  });
}

/** Ids of the sources of the claims that it is between. */
export function claimSourcesOf({ sides }: Pick<DescribedContradiction, 'sides'>): string[] {
  return sides.flatMap(({ claimSourceId }) => claimSourceId ?? []);
}

/** Whether all its sides hold at some point of a time, so that it is one then. */
export function contradictsAt({ sides }: Pick<DescribedContradiction, 'sides'>, unit: Unit): Truth {
  const held = sides.map(({ period }) => (period === null ? 'unknown' : heldWithin(period, unit).truth));
  if (held.includes('false')) return 'false';
  return held.includes('unknown') ? 'unknown' : 'true';
}

/** A relation as answers need it that say what it says. */
type SaidRelation = DescribedRelation<RecordedRelation>;

/** What is known of the sides and the decisions of some violations. */
interface World {
  relations: ReadonlyMap<string, SaidRelation>;
  /** Of relations. */
  storedAt: ReadonlyMap<string, string>;
  claims: ReadonlyMap<string, Claim>;
  paths: ReadonlyMap<string, string>;
  decided: ReadonlyMap<string, readonly Conflict[]>;
  settlements: ReadonlyMap<string, Settlement>;
}

interface Asked {
  violations: readonly Violation[];
  knownAt: string | undefined;
  told: Told;
}

async function gather(db: Db, tenant: Tenant, { violations, knownAt, told }: Asked): Promise<World> {
  const sidesOf = (about: Violation['about']) =>
    violations.filter((violation) => violation.about === about).flatMap(({ sides }) => sides);
  const known = new Set(told.record.facts.map(({ id }) => id));
  const unknown = [...new Set(sidesOf('relation'))].filter((id) => !known.has(id));
  const settled = violations.filter(({ status }) => status !== 'open').map(({ id }) => id);
  const decisionIds = violations.flatMap((violation) => decisionOf(violation) ?? []);
  const [relations, storedAt, claims, decided, settlements] = await Promise.all([
    getRelations(db, tenant, unknown, knownAt),
    firstStored(db, tenant, unknown),
    getClaims(db, tenant, sidesOf('claim'), knownAt),
    conflictsDecided(db, tenant, decisionIds),
    settlementsOf(db, tenant, settled),
  ]);
  const documentIds = relations.flatMap(({ citation }) => citation.documentId ?? []);
  const [described, paths] = await Promise.all([
    describe(db, tenant, relations),
    pathsOf(db, tenant, [...new Set(documentIds)]),
  ]);
  const all = [...describedBy(told.record.facts, told.record), ...described];
  return {
    relations: new Map(all.map((one) => [one.relation.id, one])),
    storedAt: new Map([...told.storedAt, ...storedAt]),
    paths: new Map([...told.record.paths, ...paths]),
    claims: new Map(claims.map((claim) => [claim.id, claim])),
    ...{ decided, settlements },
  };
}

function describeOne(violation: Violation, world: World): DescribedContradiction {
  // Of one that is open, the sources that still say so.
  const isShown = (id: string) =>
    violation.status !== 'open' || world.relations.get(id)?.relation.status !== 'withdrawn';
  const shown = violation.sides.filter(isShown);
  const found = shown.flatMap((id) => world.relations.get(id) ?? []);
  const explanation = explain(violation, found, world);
  const ofClaims = explanation.slots.subject?.[0] ?? world.claims.get(shown[0] ?? '')?.entity ?? null;
  const { code, sentence: told, slots, spans, decisionId } = explanation;
  const isRelation = violation.about === 'relation';
  return {
    violation,
    code,
    sentence: told,
    slots,
    spans,
    decisionId,
    subject: isRelation ? sharedEnd(found) : ofClaims,
    predicate: isRelation ? (found[0]?.relation.type ?? null) : predicateOf(shown[0] ?? '', world),
    sides: shown.map((id) => sideOf(id, world)),
    settlement: world.settlements.get(violation.id) ?? null,
  };
}

function decisionOf({ detail }: Violation): string | null {
  return typeof detail.decision_id === 'string' ? detail.decision_id : null;
}

/** What it says of itself; of a forced write what was decided about it; of relations what their names make of it. */
function explain(violation: Violation, found: readonly SaidRelation[], { decided }: World): Explanation {
  const decisionId = decisionOf(violation);
  const [first, second] = [found[0], found.at(-1)];
  if (violation.about === 'relation') {
    const code = (violation.detail.code ?? null) as ReasonCode | null;
    const slots = first === undefined || second === undefined ? {} : relationSlots(first, second);
    return { code, sentence: code && reasonOf(code, slots), slots, spans: NO_SPANS, decisionId };
  }
  const conflict = decided.get(decisionId ?? '')?.find(({ claim }) => violation.sides.includes(claim?.id ?? ''));
  const {
    code = null,
    reason = null,
    slots = {},
    spans = NO_SPANS,
  } = conflict ?? (violation.detail as Partial<Conflict>);
  return { code, sentence: reason, slots, spans, decisionId };
}

const NO_SPANS: Conflict['spans'] = { stored: [], incoming: [] };

/** Its type and ends on both sides. */
export function relationSlots(first: SaidRelation, second: SaidRelation): Verdict['slots'] {
  const [stored, incoming] = [first, second].map(({ relation: { type, value }, from, to }) => ({
    type,
    from: from.name,
    to: to?.name ?? value ?? '',
  }));
  if (stored === undefined || incoming === undefined) return {};
  return {
    type: [stored.type, incoming.type],
    from: [stored.from, incoming.from],
    to: [stored.to, incoming.to],
  };
}

function predicateOf(claimId: string, { claims }: World): string | null {
  const [norm] = claims.get(claimId)?.reading.norms ?? [];
  return norm?.predicate ?? norm?.modality ?? null;
}

function sideOf(id: string, { relations, storedAt, claims, paths }: World): DescribedSide {
  const relation = relations.get(id);
  if (relation !== undefined) {
    const { who, period, systemFrom, citation } = relation.relation;
    const documentId = citation.documentId;
    const path = documentId === null ? undefined : paths.get(documentId);
    return {
      id,
      text: sentence(relation),
      who,
      reason: null,
      since: storedAt.get(id) ?? systemFrom,
      source: relation.source,
      claimSource: null,
      claimSourceId: null,
      period,
      document: documentId === null || path === undefined ? null : { id: documentId, path },
    };
  }
  const claim = claims.get(id);
  const {
    who = null,
    reason = null,
    firstStoredAt: since = null,
    source: claimSource = null,
    period = null,
    loreSource = null,
  } = claim ?? {};
  const text = claim?.statement ?? ERASED;
  const claimSourceId = loreSource?.id ?? null;
  return { id, text, who, reason, since, source: null, claimSource, claimSourceId, document: null, period };
}

/** The entity that both sides are about. */
function sharedEnd([first, second]: readonly SaidRelation[]): EntityRef | null {
  if (first === undefined) return null;
  const others = second === undefined ? [] : [second.from.id, second.to?.id];
  const shared = [first.to, first.from].find((end) => end !== null && others.includes(end.id));
  return shared ?? first.from;
}

/** "Aldric RULES Valdorn, 320 TA – 360 TA" */
export function sentence({ relation, from, to }: SaidRelation): string {
  const { type, value, validFrom, validUntil } = relation;
  const window = validFrom === null && validUntil === null ? '' : `, ${validFrom ?? '…'} – ${validUntil ?? '…'}`;
  return `${from.name} ${type} ${to?.name ?? value ?? ''}${window}`;
}
