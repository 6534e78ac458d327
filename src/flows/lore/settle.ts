import { Problem } from '../../core/errors.js';
import type { StoredRelation } from '../../core/lore.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { assertionKey } from '../../lore/assertion.js';
import type { RecordedAction, RelationChanges } from '../../store/queries/change-relations.js';
import { getClaims } from '../../store/queries/claims.js';
import type { Author } from '../../store/queries/put-entities.js';
import { getRelations } from '../../store/queries/relations.js';
import { getViolation, type Violation } from '../../store/queries/violations.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { changing, keysOf } from './changing.js';
import { closeClaim, endingOf } from './ending.js';
import { typesOf } from './types.js';

/**
 * keep: what is named stands, the other sides are taken back. merge: both say the same, and one goes into the other.
 * dismiss: all stand, and it is no contradiction; it is never raised again for what they say.
 */
export const SETTLEMENTS = ['keep', 'merge', 'dismiss'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

export interface SettleRequest {
  tenant: Tenant;
  violationId: string;
  settlement: Settlement;
  /** The sides that stand, with every other source that says the same; empty where all do, or for a merge into the first. */
  kept: readonly string[];
  reason: string;
  author: Author;
}

type Changes = Omit<RelationChanges, 'tenant'>;

/**
 * Settles a contradiction between relations or claims, and takes the marks of the dispute from its sides.
 * @throws Problem `not_found`, `already_settled`, `invalid_request` when what is kept is no side of it, or all of it
 */
export async function settle(deps: Deps, request: SettleRequest): Promise<Violation> {
  const { tenant, violationId, settlement, kept, reason, author } = request;
  const violation = await deps.store.tenant(tenant.orgId, (db) => requireOpen(db, tenant, violationId));
  requireSides(violation, request);
  const { relations: types } = await typesOf(deps, tenant);
  const action = { id: deps.ids.next(), action: 'resolve_contradiction', nodeId: violation.id, reason };
  const record: RecordedAction = {
    ...action,
    detail: { resolution: settlement, kept, sides: violation.sides },
    ...author,
  };
  const changesOf = violation.about === 'relation' ? relationChanges : claimChanges;
  await changing(deps, tenant, async (db) => {
    const { settle: over = [], ...changes } = await changesOf(db, types, violation, request).catch(async (error) => {
      // What is kept may stand no longer because somebody settled it meanwhile.
      await requireOpen(db, tenant, violationId);
      throw error;
    });
    // After the sides: one who settles it meanwhile changes them too, so the versions read here are then no longer open.
    await requireOpen(db, tenant, violationId);
    const own = { id: violationId, ...outcomeOf(settlement) };
    const settled = [...over.filter(({ id }) => id !== violationId), own];
    return { result: null, changes: { ...changes, settle: settled, record: [record] } };
  });
  const settled = await deps.store.tenant(tenant.orgId, (db) => getViolation(db, tenant, violationId));
  return settled ?? violation;
}

async function requireOpen(db: Db, tenant: Tenant, id: string): Promise<Violation> {
  const violation = await getViolation(db, tenant, id);
  if (violation === null || violation.kind !== 'contradiction') {
    throw new Problem('not_found', `There is no contradiction ${id} in this project.`);
  }
  if (violation.status === 'open') return violation;
  throw new Problem('already_settled', `Contradiction ${id} is ${violation.status}.`);
}

function requireSides({ sides }: Violation, { settlement, kept }: SettleRequest): void {
  if (kept.length === 0 && settlement === 'keep') throw badSides('is required to keep a side', sides);
  if (kept.some((id) => !sides.includes(id))) throw badSides('is no side of this contradiction', sides);
}

function badSides(message: string, sides: readonly string[]): Problem {
  const errors = [{ path: 'keep', message: `${message}; its sides are ${sides.join(', ')}` }];
  return new Problem('invalid_request', 'It is not said which side stands.', errors);
}

function outcomeOf(settlement: Settlement) {
  const status = settlement === 'dismiss' ? ('dismissed' as const) : ('resolved' as const);
  return { status, resolution: settlement };
}

/** The sides that stand, and those that do not: the first one stands where nobody says which. */
function divide<T extends { id: string }>(
  sides: readonly T[],
  sayingOf: (side: T) => string,
  { settlement, kept }: SettleRequest,
): { keptId: string; others: T[] } {
  const [first] = sides.map(({ id }) => id).sort();
  const keptIds = kept.length === 0 ? [first] : kept;
  const said = new Set(sides.filter(({ id }) => keptIds.includes(id)).map(sayingOf));
  const others = sides.filter((side) => !said.has(sayingOf(side)));
  const ids = sides.map(({ id }) => id);
  if (kept.length > 0 && said.size === 0) throw badSides('stands no longer', ids);
  if (sides.length > 1 && others.length === 0) throw badSides('names all that stands', ids);
  const isOneIntoOne = said.size === 1 && new Set(others.map(sayingOf)).size === 1;
  if (settlement === 'merge' && others.length > 0 && !isOneIntoOne) throw badSides('must leave two to merge', ids);
  return { keptId: keptIds.find((id) => id !== undefined && ids.includes(id)) ?? '', others };
}

async function relationChanges(
  db: Db,
  types: RelationTypes,
  violation: Violation,
  request: SettleRequest,
): Promise<Changes> {
  const { tenant, settlement } = request;
  const standing = (await getRelations(db, tenant, violation.sides)).filter(({ status }) => status === 'active');
  const keys = keysOf(types, standing);
  if (settlement === 'dismiss') return { keys, ...(await endingOf(db, tenant, types, { violations: [violation] })) };
  const sayingOf = (side: StoredRelation) => assertionKey(side, types);
  const { keptId, others } = divide(standing, sayingOf, request);
  const over = { relations: others.map(({ id }) => id), violations: [violation] };
  const ending = await endingOf(db, tenant, types, over);
  const end =
    settlement === 'merge' ? { status: 'superseded' as const, supersededBy: keptId } : { status: 'retracted' as const };
  const gone = others.map(({ id, systemFrom }) => ({ id, seen: systemFrom, ...end, disputedWith: [] }));
  return { ...ending, keys, revise: [...gone, ...ending.revise] };
}

async function claimChanges(
  db: Db,
  types: RelationTypes,
  violation: Violation,
  request: SettleRequest,
): Promise<Changes> {
  const { tenant, settlement } = request;
  const standing = (await getClaims(db, tenant, violation.sides)).filter(({ status }) => status === 'active');
  const { keptId, others } = settlement === 'dismiss' ? NOTHING : divide(standing, ({ id }) => id, request);
  const [other] = others;
  if (other === undefined) return { keys: [], ...(await endingOf(db, tenant, types, { violations: [violation] })) };
  const end =
    settlement === 'merge' ? { status: 'superseded' as const, supersededBy: keptId } : { status: 'cancelled' as const };
  return closeClaim(db, tenant, types, other, end);
}

const NOTHING = { keptId: '', others: [] };
