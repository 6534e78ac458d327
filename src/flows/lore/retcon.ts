import type { Claim } from '../../core/claim.js';
import type { ProjectContext } from '../../core/context.js';
import { Problem } from '../../core/errors.js';
import type { NewRelation, StoredRelation } from '../../core/lore.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource } from '../../core/source.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { getRelation, getRelations } from '../../store/queries/lore/relations.js';
import { getSources } from '../../store/queries/lore/sources.js';
import type { Db } from '../../store/store.js';
import { unsupportedBy } from '../dependencies.js';
import type { Deps } from '../deps.js';
import { settleCalendar, underSettings } from '../project-contexts.js';
import { changing } from './changing.js';
import { type DescribedRelation, describe } from './describe.js';
import { contentOf, toldBy } from './draft-relation.js';
import { endingOf, recordedOf, revisedClaims, unstatedBy } from './ending.js';
import { keysOf } from './relation-locks.js';
import { requireEntities } from './resolve.js';
import { requireSource } from './sources.js';
import { requireRelationType, typesOf, type WorldTypes } from './types.js';

/** What takes the place of a relation. What is undefined is as it was; null is open, or of a source none. */
export interface Replacement {
  type?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  value?: string | undefined;
  validFrom?: string | null | undefined;
  validUntil?: string | null | undefined;
  source?: string | null | undefined;
}

export interface RetconRequest {
  tenant: Tenant;
  /** Id of the relation that was not so. */
  oldId: string;
  /** Null: nothing takes its place. */
  replacement: Replacement | null;
  reason: string;
  author: Author;
}

export interface Retconned {
  old: DescribedRelation;
  next: DescribedRelation | null;
  /** The claim that stated it, as it is now, if it said nothing else. */
  closed: Claim[];
  unsupported: Claim[];
}

/**
 * Declares that a relation was never so, or was otherwise. What was believed before stays readable by `known_at`; the
 * document that said it does not bring it back. A claim that stated nothing else stands no longer. The guard is not asked:
 * it is the curator's word.
 * @throws Problem `not_found`, `not_active`, those of `requireEntities`, and whatever is wrong with the replacement
 */
export async function retcon(
  deps: Deps,
  { tenant, oldId, replacement, reason, author }: RetconRequest,
): Promise<Retconned> {
  const types = await typesOf(deps, tenant);
  const current = await deps.store.tenant(tenant.orgId, (db) => requireActive(db, tenant, oldId));
  const next =
    replacement === null
      ? null
      : await underSettings(deps, tenant, (context) =>
          replacementOf(deps, tenant, { context, types }, { current, replacement, author }),
        );
  const record = { id: deps.ids.next(), action: 'retcon', nodeId: oldId, reason, ...author };
  const closed = await changing(deps, tenant, async (db) => {
    const old = await requireActive(db, tenant, oldId);
    const unstated = await unstatedBy(db, tenant, [old]);
    const over = { claims: unstated.closed.map(({ id }) => id), relations: [old.id] };
    const { revise, ...rest } = await endingOf(db, tenant, types.relations, over);
    const claimIds = [...unstated.closed, ...unstated.left].map(({ id }) => id);
    const status = next === null ? ('retracted' as const) : ('superseded' as const);
    const revised = { id: old.id, seen: old.systemFrom, status, disputedWith: [] };
    const detail = { superseded_by: next?.id ?? null };
    return {
      result: over.claims,
      changes: {
        ...rest,
        claims: revisedClaims(unstated, rest, { status: 'cancelled' }),
        // The guard is not asked, so what the new one clashes with has to be found.
        recheck: [...rest.recheck, ...(next === null ? [] : [next.id])],
        keys: keysOf(types.relations, next === null ? [old] : [old, next]),
        revise: [next === null ? revised : { ...revised, supersededBy: next.id }, ...revise],
        insert: next === null ? [] : [{ relation: next }],
        record: recordedOf(deps.ids, { ...record, detail }, claimIds),
      },
    };
  });
  const unsupported = await unsupportedBy(deps, tenant, closed);
  return deps.store.tenant(tenant.orgId, async (db) => {
    const ids = next === null ? [oldId] : [oldId, next.id];
    const described = await describe(db, tenant, await getRelations(db, tenant, ids));
    const of = (id: string) => described.find(({ relation }) => relation.id === id);
    const old = of(oldId);
    if (old === undefined) throw new Error(`relation ${oldId} was changed and is not there`);
    const claims = await getClaims(db, tenant, closed);
    return { old, next: next === null ? null : (of(next.id) ?? null), closed: claims, unsupported };
  });
}

async function requireActive(db: Db, tenant: Tenant, id: string): Promise<StoredRelation> {
  const relation = await getRelation(db, tenant, id);
  if (relation === null) throw new Problem('not_found', `There is no relation ${id} in this project.`);
  if (relation.status === 'active') return relation;
  throw new Problem('not_active', `Relation ${id} is ${relation.status}.`);
}

/** The relation that takes the place of another: what the replacement leaves out is as it was. */
async function replacementOf(
  deps: Deps,
  tenant: Tenant,
  { context, types }: { context: ProjectContext; types: WorldTypes },
  { current, replacement, author }: { current: StoredRelation; replacement: Replacement; author: Author },
): Promise<NewRelation> {
  const named = requireRelationType(types, 'new.type', replacement.type ?? current.type);
  const isAttribute = named.type.value !== null;
  const ends = [
    { path: 'new.from', name: replacement.from ?? current.fromId },
    ...(isAttribute ? [] : [{ path: 'new.to', name: replacement.to ?? current.toId ?? '' }]),
  ];
  const [from, to = null] = await requireEntities(deps, tenant, ends);
  if (from === undefined) throw new Error('every mention has an answer');
  const isInverse = named.isInverse && to !== null;
  const { validFrom = current.validFrom, validUntil = current.validUntil } = replacement;
  const told = {
    ...{ type: named.type, from: isInverse ? to : from, to: isInverse ? from : to },
    ...{
      value: isAttribute ? attributeValue(current, replacement) : (replacement.value ?? null),
      validFrom,
      validUntil,
    },
  };
  const isInTo = isAttribute && replacement.value === undefined && replacement.to !== undefined;
  const content = inNew(() => contentOf(deps, context, types, told), isInTo);
  if (content.validFrom !== null || content.validUntil !== null) await settleCalendar(deps, tenant, context);
  const source = await sourceOf(deps, tenant, current, replacement);
  return { ...toldBy({ id: deps.ids.next(), ...author, source }, content), supersedes: [current.id] };
}

/**
 * The value of an attribute, which `to` may give as it does in add_relation.
 * @throws Problem `invalid_request` where the two say different things
 */
function attributeValue(current: StoredRelation, { value, to }: Replacement): string | null {
  if (value === undefined || to === undefined || value.trim() === to.trim()) return value ?? to ?? current.value;
  const errors = [{ path: 'new.to', message: 'is the value of an attribute too, and says another one than value' }];
  throw new Problem('invalid_request', 'The replacement gives two values.', errors);
}

/**
 * Does work whose problems name fields of `new`.
 * @param isInTo whether the value is in `to`
 */
function inNew<T>(work: () => T, isInTo: boolean): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const field = (path: string) => (isInTo && path === 'value' ? 'to' : path);
    const errors = error.errors.map(({ path, message }) => ({ path: `new.${field(path)}`, message }));
    throw new Problem(error.code, error.message, errors);
  }
}

/** The source of a retcon, where none is named, is that of what it takes the place of. */
async function sourceOf(
  deps: Deps,
  tenant: Tenant,
  { citation: { sourceId } }: StoredRelation,
  { source }: Replacement,
): Promise<LoreSource | null> {
  if (source === null) return null;
  if (source !== undefined) return requireSource(deps, tenant, 'new.source', source);
  const ids = sourceId === null ? [] : [sourceId];
  return (await deps.store.tenant(tenant.orgId, (db) => getSources(db, tenant, ids)))[0] ?? null;
}
