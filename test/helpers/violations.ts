import type { Tenant } from '../../src/core/scope.js';
import { sentence } from '../../src/flows/lore/contradictions.js';
import { describe } from '../../src/flows/lore/describe.js';
import { doWaiting } from '../../src/jobs/consistency.js';
import { listViolations } from '../../src/store/queries/consistency/violation-list.js';
import type { Violation } from '../../src/store/queries/consistency/violations.js';
import { getEntities } from '../../src/store/queries/lore/entities.js';
import { getRelations } from '../../src/store/queries/lore/relations.js';
import type { Db } from '../../src/store/store.js';
import type { TestApp } from './app.js';

/** What is open in a project, in words that do not depend on ids: one line a violation, sorted. */
export interface OpenViolations {
  contradictions: string[];
  anachronisms: string[];
  /** The same by who misses a life by which act, and how: of several who tell of a life a violation names one. */
  acts: string[];
  orphans: string[];
}

export async function openViolations(app: Pick<TestApp, 'store'>, tenant: Tenant): Promise<OpenViolations> {
  return app.store.tenant(tenant.orgId, async (db) => {
    const [contradictions, anachronisms, orphans] = [
      await all(db, tenant, 'contradiction'),
      await all(db, tenant, 'anachronism'),
      await all(db, tenant, 'orphan'),
    ];
    return {
      contradictions: await sayings(db, tenant, contradictions, () => ''),
      anachronisms: await sayings(db, tenant, anachronisms, ({ detail }) => `${detail.claim} `),
      acts: await actLines(db, tenant, anachronisms),
      orphans: await orphanLines(db, tenant, orphans),
    };
  });
}

async function all(db: Db, tenant: Tenant, kind: Violation['kind']): Promise<Violation[]> {
  const found: Violation[] = [];
  let cursor: string | undefined;
  do {
    const page = await listViolations(db, tenant, { kind, status: 'open', limit: 200, cursor });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

async function sayings(
  db: Db,
  tenant: Tenant,
  violations: readonly Violation[],
  head: (one: Violation) => string,
): Promise<string[]> {
  const relations = await getRelations(db, tenant, [...new Set(violations.flatMap(({ sides }) => sides))]);
  const said = new Map((await describe(db, tenant, relations)).map((one) => [one.relation.id, sentence(one)]));
  const lineOf = (one: Violation) =>
    `${head(one)}${[...new Set(one.sides.map((id) => said.get(id)))].sort().join(' | ')}`;
  return violations.map(lineOf).sort();
}

async function actLines(db: Db, tenant: Tenant, violations: readonly Violation[]): Promise<string[]> {
  const told = violations.map(({ detail }) => detail.anachronism as { relationId: string; entity: { id: string } });
  const relations = await getRelations(db, tenant, [...new Set(told.map(({ relationId }) => relationId))]);
  const said = new Map((await describe(db, tenant, relations)).map((one) => [one.relation.id, sentence(one)]));
  const entities = await getEntities(
    db,
    tenant,
    told.map(({ entity }) => entity.id),
  );
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  return violations
    .map(
      ({ detail }, at) =>
        `${names.get(told[at]?.entity.id ?? '')} ${detail.claim}: ${said.get(told[at]?.relationId ?? '')}`,
    )
    .sort();
}

/** As the README of the example world has them. */
async function orphanLines(db: Db, tenant: Tenant, violations: readonly Violation[]): Promise<string[]> {
  const entities = await getEntities(
    db,
    tenant,
    violations.flatMap(({ sides }) => sides),
  );
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  return violations.map(({ ruleId, sides }) => `| ${ruleId} | ${names.get(sides[0] ?? '')} |`).sort();
}

/** Asks for a full run, and does it. */
export async function runFull(app: TestApp, project: string): Promise<void> {
  const { status, body } = await app.post('/v1/lore/run-consistency-check', { project, scope: 'full' });
  if (status !== 202) throw new Error(JSON.stringify(body));
  await doWaiting(app.deps, (error) => {
    throw error;
  });
}
