import {
  type Change,
  type Changed,
  type Changing,
  changesOf,
  changingClaim,
  changingRelation,
} from '../../core/change.js';
import type { Claim } from '../../core/claim.js';
import type { Entity } from '../../core/lore.js';
import type { Tenant } from '../../core/scope.js';
import { type ChangesFilter, listVersions, type StoredVersion } from '../../store/queries/asking/changes.js';
import { getClaimVersions } from '../../store/queries/claims/claims.js';
import type { Page } from '../../store/queries/cursor.js';
import { getEntities } from '../../store/queries/lore/entities.js';
import { getRelationVersions } from '../../store/queries/lore/relations.js';
import type { Db } from '../../store/store.js';
import { type DescribedRelation, describe } from '../lore/describe.js';

/** A change, with what it is of as it was from then on; exactly one of the three is there. */
export interface ListedChange {
  about: Changed;
  id: string;
  /** ISO 8601 with microseconds. */
  at: string;
  changes: Change[];
  claim?: Claim;
  relation?: DescribedRelation;
  /** As it is now: entities have no versions. */
  entity?: Entity;
}

/**
 * What changed between two system times, in its order. A page looks at so many versions; those that were only read again
 * are left out, so that it may hold fewer.
 */
export async function listChanges(db: Db, tenant: Tenant, filter: ChangesFilter): Promise<Page<ListedChange>> {
  const { items, nextCursor } = await listVersions(db, tenant, filter);
  const world = await gather(db, tenant, items);
  return { items: items.flatMap((version) => changeOf(version, world)), nextCursor };
}

type World = Awaited<ReturnType<typeof gather>>;

async function gather(db: Db, tenant: Tenant, items: readonly StoredVersion[]) {
  const idsOf = (about: Changed) => items.filter((item) => item.about === about).map(({ id }) => id);
  const versionsOf = (about: Changed) =>
    items
      .filter((item) => item.about === about)
      .flatMap(({ id, at, before }) =>
        [at, ...(before === null ? [] : [before])].map((systemFrom) => ({ id, systemFrom })),
      );
  const claims = await getClaimVersions(db, tenant, versionsOf('claim'));
  const relations = await describe(db, tenant, await getRelationVersions(db, tenant, versionsOf('relation')));
  const entities = await getEntities(db, tenant, idsOf('entity'));
  return {
    claims: new Map(claims.map((claim) => [keyOf(claim), claim])),
    relations: new Map(relations.map((one) => [keyOf(one.relation), one])),
    entities: new Map(entities.map((entity) => [entity.id, entity])),
  };
}

function keyOf({ id, systemFrom }: { id: string; systemFrom: string | null }): string {
  return `${id} ${systemFrom}`;
}

function changeOf({ about, id, at, before }: StoredVersion, { claims, relations, entities }: World): ListedChange[] {
  const [key, earlier] = [keyOf({ id, systemFrom: at }), keyOf({ id, systemFrom: before })];
  const [claim, relation, entity] = [claims.get(key), relations.get(key), entities.get(id)];
  if (claim !== undefined) {
    return changed({ about, id, at, claim }, optional(claims.get(earlier), changingClaim), changingClaim(claim));
  }
  if (relation !== undefined) {
    const was = optional(relations.get(earlier)?.relation, changingRelation);
    return changed({ about, id, at, relation }, was, changingRelation(relation.relation));
  }
  return entity === undefined ? [] : [{ about, id, at, changes: ['stored'], entity }];
}

function optional<T>(value: T | undefined, read: (value: T) => Changing): Changing | null {
  return value === undefined ? null : read(value);
}

function changed(item: Omit<ListedChange, 'changes'>, before: Changing | null, after: Changing): ListedChange[] {
  const changes = changesOf(before, after);
  return changes.length === 0 ? [] : [{ ...item, changes }];
}
