import { v7 } from 'uuid';
import type { NewRelation } from '../../src/core/lore.js';
import { ALWAYS } from '../../src/core/period.js';
import type { Tenant } from '../../src/core/scope.js';
import { pairKey } from '../../src/core/violation.js';
import { changeRelations, type RelationViolation } from '../../src/store/queries/lore/change-relations.js';
import { type Author, putEntities, putNames } from '../../src/store/queries/lore/put-entities.js';
import { getRelation } from '../../src/store/queries/lore/relations.js';
import type { Db } from '../../src/store/tenant.js';

export const MARA: Author = { who: 'mara', keyId: null };

/** A relation between new ends, said by nobody but who writes. */
export function newRelation(fields: Partial<NewRelation> = {}): NewRelation {
  return {
    ...{ id: v7(), type: 'RULES', fromId: v7(), toId: v7(), value: null, validFrom: null, validUntil: null },
    ...{ period: ALWAYS, extraction: 1, prophetic: false, saidKey: null, claimId: null, supersedes: [] },
    ...{ citation: { sourceId: null, documentId: null, chunkId: null, span: null }, properties: {} },
    ...{ guarded: false, who: 'mara', keyId: null },
    ...(fields as object),
  } as NewRelation;
}

/** A named entity, with aliases. */
export async function entity(
  db: Db,
  tenant: Tenant,
  {
    type,
    name,
    aliases = [],
    distinction = '',
  }: { type: string; name: string; aliases?: string[]; distinction?: string },
): Promise<string> {
  const made = { id: v7(), type, name, distinction, loreVerified: false, properties: {} };
  const [put] = await putEntities(db, tenant, MARA, [made]);
  const id = put?.id ?? '';
  await putNames(db, tenant, null, [
    { entityId: id, name, kind: 'name' },
    ...aliases.map((alias) => ({ entityId: id, name: alias, kind: 'alias' as const })),
  ]);
  return id;
}

/** Stores two relations that contradict each other, as a run that found it would: their ids, the earlier first. */
export async function disputedPair(
  db: Db,
  tenant: Tenant,
  fields: readonly [Partial<NewRelation>, Partial<NewRelation>] = [{}, {}],
): Promise<{ ids: [string, string]; violationId: string; believed: string }> {
  const [a, b] = [newRelation(fields[0]), newRelation(fields[1])];
  const inserted = await changeRelations(db, { tenant, keys: [], insert: [{ relation: a }, { relation: b }] });
  const believed = inserted.outcome === 'stored' ? inserted.systemFrom : '';
  return { ids: [a.id, b.id], violationId: await dispute(db, tenant, a.id, b.id), believed };
}

/** Opens a contradiction between two stored relations. */
export async function dispute(db: Db, tenant: Tenant, a: string, b: string): Promise<string> {
  const violationId = v7();
  const [one, other] = [await getRelation(db, tenant, a), await getRelation(db, tenant, b)];
  await changeRelations(db, {
    ...{ tenant, keys: [] },
    revise: [
      { id: a, seen: one?.systemFrom ?? '', disputedWith: [...(one?.disputedWith ?? []), b] },
      { id: b, seen: other?.systemFrom ?? '', disputedWith: [...(other?.disputedWith ?? []), a] },
    ],
    open: [contradiction(violationId, a, b)],
  });
  return violationId;
}

/** A contradiction between relations that is to be opened. */
export function contradiction(violationId: string, ...sides: readonly string[]): RelationViolation {
  const kind = 'contradiction';
  return {
    violationId,
    kind,
    pairKey: pairKey(...sides),
    sides,
    severity: 'warn',
    runId: null,
    detail: { rule: 'one ruler' },
  };
}
