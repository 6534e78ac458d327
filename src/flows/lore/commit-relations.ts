import type { NewRelation } from '../../core/lore.js';
import { endAt } from '../../core/period.js';
import type { Ids } from '../../core/ports.js';
import type { Clash } from '../../guard/clash.js';
import type { RelationRevision } from '../../store/queries/change-relations.js';
import type { CommitRelations, RelationViolation } from '../../store/queries/commit.js';
import type { NeighbourRelation } from '../../store/queries/neighbourhood.js';
import { type Author, type NameToPut, putEntities, putNames } from '../../store/queries/put-entities.js';
import type { Db } from '../../store/store.js';
import type { Draft } from '../draft.js';
import type { LoreDraft } from './lore-write.js';
import type { End, Placed } from './place.js';

/** A lore draft that was compared. */
export interface SettledLore extends LoreDraft {
  clashes: readonly Clash[];
  /** Stored relations around it, and those that the claims said which it replaces. */
  around: readonly NeighbourRelation[];
  replaced: readonly NeighbourRelation[];
}

/**
 * Sees to it that the new entities of a draft are there, provisional and found by their names. False when another write
 * made one of them at this moment: then that one is meant, and the draft is to be compared again.
 */
export async function putEnds(db: Db, { request }: Draft, placed: readonly Placed[]): Promise<boolean> {
  const ends = placed.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  const fresh = [...new Set(ends.filter(({ isNew }) => isNew))];
  if (fresh.length === 0) return true;
  const author: Author = { who: request.who, keyId: request.keyId };
  const made = fresh.map((end) => ({ ...end, distinction: '', properties: {} }));
  const put = await putEntities(db, request.tenant, author, made);
  await putNames(db, request.tenant, null, fresh.map(nameOf));
  const isMine = put.every(({ id, isNew }, at) => isNew && id === fresh[at]?.id);
  fresh.forEach((end, at) => {
    end.id = put[at]?.id ?? end.id;
    end.isNew = false;
  });
  return isMine;
}

function nameOf({ id, name }: End): NameToPut {
  return { entityId: id, name, kind: 'name' };
}

/** What a forced write disputes it marks on both sides; any other clashes with nothing. */
export function relationsToCommit(
  ids: Ids,
  draft: Draft,
  lore: SettledLore,
  heads: ReadonlyMap<string, number>,
  guarded: boolean,
): CommitRelations {
  const clashes = lore.clashes.filter(({ weight }) => weight === 'block');
  const insert = lore.placed.map((placed) => ({
    relation: newRelation(draft, lore, placed, guarded),
    disputedWith: disputedWith(placed.id, clashes),
  }));
  return {
    heads: new Map(lore.headKeys.map((key) => [key, heads.get(key) ?? 0])),
    insert,
    revise: [...closed(draft, lore), ...disputed(lore, clashes)],
    violations: clashes.map((clash) => violationOf(ids, clash)),
  };
}

function newRelation(draft: Draft, lore: SettledLore, { id, stated, from, to }: Placed, guarded: boolean): NewRelation {
  const { type, value, validFrom, validUntil, when, extraction, isProphetic, source } = stated;
  const target = to === null ? { toId: null, value: value ?? '' } : { toId: to.id, value: null };
  const { who, keyId } = draft.request;
  return {
    ...{ id, type: type.name, fromId: from.id, ...target, validFrom, validUntil, period: when, extraction },
    ...{ prophetic: isProphetic, saidKey: null, claimId: draft.claimId, properties: {}, guarded, who, keyId },
    citation: { sourceId: source?.id ?? null, documentId: null, chunkId: null, span: null },
    supersedes: lore.replaced.map((old) => old.id),
  };
}

function disputedWith(id: string, clashes: readonly Clash[]): string[] {
  const mine = clashes.filter(({ relations }) => relations.incoming.id === id);
  return [...new Set(mine.flatMap(({ relations }) => relations.stored.map((other) => other.id)))];
}

function disputed({ around }: SettledLore, clashes: readonly Clash[]): RelationRevision[] {
  return around.flatMap(({ id, systemFrom, disputedWith: before }) => {
    const now = clashes
      .filter(({ relations }) => relations.stored.some((one) => one.id === id))
      .map(({ relations }) => relations.incoming.id);
    return now.length === 0 ? [] : [{ id, seen: systemFrom, disputedWith: [...new Set([...before, ...now])] }];
  });
}

/** What becomes of the relations of a claim that is replaced: as of the claim itself. */
function closed({ request, window }: Draft, { replaced, placed }: SettledLore): RelationRevision[] {
  const { from } = window;
  const [next] = placed;
  return replaced.map(({ id, systemFrom, period }) => {
    if (request.reasonKind === 'update' && from !== null) {
      return { id, seen: systemFrom, ended: { validUntil: request.validFrom ?? '', period: endAt(period, from) } };
    }
    const by = next === undefined ? {} : { supersededBy: next.id };
    return { id, seen: systemFrom, status: 'superseded', ...by };
  });
}

function violationOf(ids: Ids, { code, relations: { incoming, stored, anachronism } }: Clash): RelationViolation {
  const detail = { code, ...(anachronism === null ? {} : { anachronism }) };
  const kind = anachronism === null ? 'contradiction' : 'anachronism';
  return { id: ids.next(), kind, sides: [...stored.map(({ id }) => id), incoming.id], detail };
}
