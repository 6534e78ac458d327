import type { NewRelation } from '../../core/lore.js';
import type { Clash } from '../../guard/clash.js';
import type { Assertion } from '../../lore/assertion.js';
import type { CommitRelations } from '../../store/queries/claims/commit-input.js';
import type { RelationRevision } from '../../store/queries/lore/change-relations.js';
import type { NeighbourRelation } from '../../store/queries/lore/neighbourhood.js';
import { type Author, type NameToPut, putEntities, putNames } from '../../store/queries/lore/put-entities.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import type { Draft } from '../draft.js';
import { overBy } from './after-closing.js';
import { type Ending, endingOf, NOTHING_ENDS } from './ending.js';
import type { LoreDraft } from './lore-draft.js';
import { type FoundClash, type Opening, openingFor, redisputed } from './opening.js';
import { type End, endsOf, type Placed } from './place.js';

/** A lore draft that was compared. */
export interface SettledLore extends LoreDraft {
  clashes: readonly Clash[];
  /** The relations that the claims said which it replaces. */
  replaced: readonly NeighbourRelation[];
}

/** What storing a draft changes besides. */
export interface Prepared {
  lore: (SettledLore & { opening: Opening }) | null;
  /** What is over with the claims that it supersedes. */
  ending: Ending;
}

/** Of a write that states no relation and replaces nothing. */
export const NOTHING_PREPARED: Prepared = { lore: null, ending: NOTHING_ENDS };

/**
 * Sees to it that the new entities of a draft are there, and works out what follows from storing it: what it disputes by
 * force, and what is over with the claims that it supersedes. Null when another write made one of the entities at this
 * moment: then that one is meant, and the draft is to be compared again.
 */
export async function prepare(deps: Deps, db: Db, draft: Draft, lore: SettledLore | null): Promise<Prepared | null> {
  if (lore !== null && !(await putEnds(db, draft, lore.placed))) return null;
  const { request, types } = draft;
  const { tenant, targets } = request;
  const over = {
    claims: isUpdate(draft) ? [] : targets,
    relations: lore === null || isUpdate(draft) ? [] : lore.replaced.map(idOf),
  };
  const ending = await endingOf(db, tenant, types, over);
  if (lore === null) return { lore, ending };
  // What breaks a rule that somebody wrote is opened by the run after the write.
  const blocking = lore.clashes.filter(({ weight, relations }) => weight === 'block' && relations.rule === undefined);
  const found = blocking.map(clashOf);
  const asked = { tenant, types, fresh: lore.placed.map(assertionOf), runId: null };
  return { lore: { ...lore, opening: await openingFor(deps, db, asked, found) }, ending };
}

/** Whether the claims that it replaces were true until then. */
function isUpdate({ request: { reasonKind }, window: { from } }: Draft): boolean {
  return reasonKind === 'update' && from !== null;
}

/** False when another write made a new entity of the draft at this moment. */
async function putEnds(db: Db, { request }: Draft, placed: readonly Placed[]): Promise<boolean> {
  const fresh = [...new Set(endsOf(placed).filter(({ isNew }) => isNew))];
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

function clashOf({ code, relations: { incoming, stored, anachronism } }: Clash): FoundClash {
  const sides = [...stored.map(idOf), incoming.id];
  if (anachronism === null) return { kind: 'contradiction', sides, detail: { code } };
  return { kind: 'anachronism', sides, detail: { code, claim: anachronism.claim, anachronism } };
}

function assertionOf({ id, stated: { type, value, when }, from, to }: Placed): Assertion {
  const said = { id, type: type.name, fromId: from.id, period: when };
  return to === null ? { ...said, toId: null, value: value ?? '' } : { ...said, toId: to.id, value: null };
}

/** What a draft states of the world, as it is stored beside its claim. */
export function relationsToCommit(
  draft: Draft,
  lore: NonNullable<Prepared['lore']>,
  ending: Ending,
  heads: ReadonlyMap<string, number>,
  guarded: boolean,
): CommitRelations {
  const { opening } = lore;
  const closing = closed(draft, lore);
  // What ends earlier than it did may be in nobody's way any more.
  const ended = closing.filter((one) => one.ended !== undefined).map(idOf);
  return {
    heads: new Map(lore.headKeys.map((key) => [key, heads.get(key) ?? 0])),
    insert: lore.placed.map((placed) => ({
      relation: newRelation(draft, lore, placed, guarded),
      disputedWith: opening.disputedWith.get(placed.id) ?? [],
    })),
    revise: [...closing, ...redisputed(opening, ending)],
    open: opening.open,
    recheck: [...ended, ...ending.recheck],
  };
}

function newRelation(draft: Draft, lore: SettledLore, placed: Placed, guarded: boolean): NewRelation {
  const { validFrom, validUntil, extraction, isProphetic, source } = placed.stated;
  const { who, keyId } = draft.request;
  return {
    ...{ ...assertionOf(placed), validFrom, validUntil, extraction, prophetic: isProphetic, saidKey: null },
    ...{ claimId: draft.claimId, properties: {}, guarded, who, keyId },
    citation: { sourceId: source?.id ?? null, documentId: null, chunkId: null, span: null },
    supersedes: lore.replaced.map(idOf),
  };
}

/** What becomes of the relations of a claim that is replaced: as of the claim itself. */
function closed({ request, window, context }: Draft, { replaced, placed }: SettledLore): RelationRevision[] {
  const { from } = window;
  const [next] = placed;
  return replaced.map((one) => {
    const { id, systemFrom } = one;
    if (request.reasonKind === 'update' && from !== null) {
      const period = overBy(one, from, context.calendar);
      return { id, seen: systemFrom, ended: { validUntil: request.validFrom ?? '', period } };
    }
    const by = next === undefined ? {} : { supersededBy: next.id };
    return { id, seen: systemFrom, status: 'superseded', disputedWith: [], ...by };
  });
}

function idOf({ id }: { id: string }): string {
  return id;
}
