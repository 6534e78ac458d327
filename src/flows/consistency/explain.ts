import { type ExplainedRule, explainRule } from '../../consistency/rule-texts.js';
import type { Claim } from '../../core/claim.js';
import { Problem } from '../../core/errors.js';
import { type EntityRef, entityRef } from '../../core/lore.js';
import type { Tenant } from '../../core/scope.js';
import type { ReasonCode } from '../../core/verdict.js';
import { reasonOf } from '../../guard/4-judge/reasons.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import {
  getViolation,
  type Settlement,
  settlementsOf,
  type Violation,
} from '../../store/queries/consistency/violations.js';
import { getChunks } from '../../store/queries/documents/chunks.js';
import { pathsOf } from '../../store/queries/documents/documents.js';
import { getEntities } from '../../store/queries/lore/entities.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { relationSlots } from '../lore/contradictions.js';
import { type DescribedRelation, describe } from '../lore/describe.js';
import { typesOf } from '../lore/types.js';
import { compileIn, requirePlan, rulesOf, surfaceOf } from './ontology.js';

/** Where a document says a side. */
export interface CitedDocument {
  relationId: string;
  documentId: string;
  path: string;
  heading: string | null;
  /** From 1; null of what was stored before that was kept. */
  line: number | null;
  quote: string | null;
}

/** Why a violation is one, as it stands now. */
export interface Explained {
  violation: Violation;
  /** Null of a contradiction between statements, and of a rule that there is no more. */
  rule: ExplainedRule | null;
  /** Of a rule that somebody wrote: what it is compiled to, and what it returned. */
  compiled: { sql: string; returned: unknown[] } | null;
  sentence: string | null;
  relations: DescribedRelation[];
  claims: Claim[];
  entity: EntityRef | null;
  documents: CitedDocument[];
  decisionId: string | null;
  settlement: Settlement | null;
}

/**
 * Why a violation is one: the rule, what breaks it, and where that is said.
 * @param knownAt as of this system time, ISO 8601; default: now
 * @throws Problem `not_found`
 */
export async function explainViolation(
  deps: Deps,
  tenant: Tenant,
  id: string,
  knownAt?: string | undefined,
): Promise<Explained> {
  const { relations: types } = await typesOf(deps, tenant);
  const written = await writtenRule(deps, tenant, id);
  return deps.store.tenant(tenant.orgId, async (db) => {
    const violation = await getViolation(db, tenant, id, knownAt);
    if (violation === null) throw new Problem('not_found', `There is no violation ${id} in this project.`);
    const { detail, ruleId } = violation;
    const { relations, claims, entity } = await sidesOf(db, tenant, violation, knownAt);
    const act = relations.find(({ relation }) => relation.id === actOf(violation)) ?? relations[0];
    const type = types.get(act?.relation.type ?? '');
    const rule = written?.rule ?? (ruleId === null ? null : explainRule(ruleId, type, types));
    return {
      ...{
        violation,
        rule,
        compiled: written?.compiled ?? null,
        relations,
        sentence: sentenceOf(violation, relations, rule),
      },
      ...{ claims, entity },
      documents: await documentsOf(db, tenant, relations),
      decisionId: typeof detail.decision_id === 'string' ? detail.decision_id : null,
      settlement: violation.status === 'open' ? null : ((await settlementsOf(db, tenant, [id])).get(id) ?? null),
    };
  });
}

/** The rule that somebody wrote and that a violation breaks, as it is by now, with what it is compiled to. */
async function writtenRule(
  deps: Deps,
  tenant: Tenant,
  id: string,
): Promise<{ rule: ExplainedRule; compiled: Explained['compiled'] } | null> {
  const { violation, rules } = await deps.store.tenant(tenant.orgId, async (db) => {
    const found = await getViolation(db, tenant, id);
    return { violation: found, rules: found?.kind === 'ontology_violation' ? await rulesOf(db, tenant) : [] };
  });
  const rule = rules.find((one) => one.id === violation?.ruleId);
  if (rule === undefined || violation === null) return null;
  const surface = await surfaceOf(deps, tenant);
  const { text: sql } = compileIn(surface, requirePlan(surface, rule));
  const returned = Array.isArray(violation.detail.row) ? violation.detail.row : [];
  const { description: text, cypher } = rule;
  return { rule: { id: rule.id, category: 'C', text, cypher }, compiled: { sql, returned } };
}

/** What it is between, as that stands now or stood then. */
async function sidesOf(
  db: Db,
  tenant: Tenant,
  { about, sides }: Violation,
  knownAt: string | undefined,
): Promise<Pick<Explained, 'relations' | 'claims' | 'entity'>> {
  const relations =
    about === 'relation' ? await describe(db, tenant, await getRelations(db, tenant, sides, knownAt)) : [];
  const claims = about === 'claim' ? await getClaims(db, tenant, sides, knownAt) : [];
  const [entity] = about === 'entity' ? await getEntities(db, tenant, sides) : [];
  return { relations, claims, entity: entity === undefined ? null : entityRef(entity) };
}

function actOf({ detail }: Violation): string | null {
  const told = detail.anachronism as { relationId?: string } | undefined;
  return told?.relationId ?? null;
}

function sentenceOf(
  { ruleId, detail }: Violation,
  relations: readonly DescribedRelation[],
  rule: ExplainedRule | null,
): string | null {
  if (rule?.category === 'D' || rule?.category === 'C') return rule.text;
  const [first, last] = [relations[0], relations.at(-1)];
  if (first !== undefined && last !== undefined && rule !== null) {
    return reasonOf(ruleId as ReasonCode, relationSlots(first, last));
  }
  return typeof detail.reason === 'string' ? detail.reason : null;
}

/** The documents that say relations, with the line on which each begins to. */
async function documentsOf(db: Db, tenant: Tenant, relations: readonly DescribedRelation[]): Promise<CitedDocument[]> {
  const cited = relations.flatMap(({ relation: { id, citation } }) =>
    citation.documentId === null ? [] : [{ id, ...citation, documentId: citation.documentId }],
  );
  const paths = await pathsOf(db, tenant, [...new Set(cited.map(({ documentId }) => documentId))]);
  const chunkIds = [...new Set(cited.flatMap(({ chunkId }) => chunkId ?? []))];
  const chunks = new Map((await getChunks(db, tenant, chunkIds)).map((chunk) => [chunk.id, chunk]));
  return cited.flatMap(({ id, documentId, chunkId, span }) => {
    const path = paths.get(documentId);
    if (path === undefined) return [];
    const chunk = chunks.get(chunkId ?? '');
    const start = span?.start ?? 0;
    const line = chunk?.line == null ? null : chunk.line + linesIn(chunk.text.slice(0, start));
    const quote = chunk === undefined ? null : chunk.text.slice(start, span?.end ?? chunk.text.length);
    return [{ relationId: id, documentId, path, heading: chunk?.heading ?? null, line, quote }];
  });
}

function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1;
}
