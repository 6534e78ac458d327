import type { Claim } from '../../core/claim.js';
import { Problem } from '../../core/errors.js';
import type { StoredRelation } from '../../core/lore.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { assertionKey } from '../../lore/assertion.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import { getViolation, type Violation } from '../../store/queries/consistency/violations.js';
import type { RecordedAction, RelationChanges } from '../../store/queries/lore/change-relations.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import type { Db } from '../../store/store.js';
import { unsupportedBy } from '../dependencies.js';
import type { Deps } from '../deps.js';
import { changing } from './changing.js';
import { type ClaimEnd, closeClaim, endingOf, recordedOf, revisedClaims, unstatedBy } from './ending.js';
import { keysOf } from './relation-locks.js';
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
  /** What is settled: contradictions only, or violations of every kind. */
  kinds?: 'contradiction' | 'any';
}

export interface Settled {
  violation: Violation;
  /** Claims that stand no longer, as they are now. */
  closed: Claim[];
  unsupported: Claim[];
}

interface Changes {
  changes: Omit<RelationChanges, 'tenant'>;
  closed: string[];
  /** Claims that go on for the rest of what they say. */
  left: string[];
}

/**
 * Settles a violation between relations or claims, or dismisses an orphan, and takes the marks of the dispute from its sides. A claim of which
 * all relations are taken back stands no longer, if it says nothing else.
 * @throws Problem `not_found`, `already_settled`, `invalid_request` when what is kept is no side of it, or all of it
 */
export async function settle(deps: Deps, request: SettleRequest): Promise<Settled> {
  const { tenant, violationId, settlement, kept, reason, author } = request;
  const requireIt = (db: Db) => requireOpen(db, request);
  const violation = await deps.store.tenant(tenant.orgId, requireIt);
  requireSides(violation, request);
  const { relations: types } = await typesOf(deps, tenant);
  const name = request.kinds === 'any' ? 'resolve_violation' : 'resolve_contradiction';
  const action = { id: deps.ids.next(), action: name, nodeId: violation.id, reason };
  const record: RecordedAction = {
    ...action,
    detail: { resolution: settlement, kept, sides: violation.sides },
    ...author,
  };
  const changesOf = violation.about === 'relation' ? relationChanges : claimChanges;
  const closed = await changing(deps, tenant, async (db) => {
    const { changes, closed, left } = await changesOf(db, types, violation, request).catch(async (error) => {
      // What is kept may stand no longer because somebody settled it meanwhile.
      await requireIt(db);
      throw error;
    });
    // After the sides: one who settles it meanwhile changes them too, so the versions read here are then no longer open.
    await requireIt(db);
    const own = { id: violationId, ...outcomeOf(settlement) };
    const settled = [...(changes.settle ?? []).filter(({ id }) => id !== violationId), own];
    const recorded = recordedOf(deps.ids, record, [...closed, ...left]);
    return { result: closed, changes: { ...changes, settle: settled, record: recorded } };
  });
  const unsupported = await unsupportedBy(deps, tenant, closed);
  return deps.store.tenant(tenant.orgId, async (db) => {
    const settled = await getViolation(db, tenant, violationId);
    return { violation: settled ?? violation, closed: await getClaims(db, tenant, closed), unsupported };
  });
}

async function requireOpen(db: Db, { tenant, violationId: id, kinds, settlement }: SettleRequest): Promise<Violation> {
  const violation = await getViolation(db, tenant, id);
  const what = kinds === 'any' ? 'violation' : 'contradiction';
  if (violation === null || (kinds !== 'any' && violation.kind !== what)) {
    throw new Problem('not_found', `There is no ${what} ${id} in this project.`);
  }
  const isSuspected = violation.status === 'suspected' && settlement === 'dismiss';
  if (violation.status === 'open' || isSuspected) return violation;
  const ways = violation.status === 'suspected' ? '; confirm or dismiss it' : '';
  throw new Problem('already_settled', `The ${what} ${id} is ${violation.status}${ways}.`);
}

function requireSides({ sides, about }: Violation, { settlement, kept }: SettleRequest): void {
  if (about === 'entity' && settlement !== 'dismiss') {
    const errors = [{ path: 'action', message: 'must be dismiss: an orphan has no other side' }];
    throw new Problem('invalid_request', 'An orphan ends when what is missing is told.', errors);
  }
  if (kept.length === 0 && settlement === 'keep') throw badSides('is required to keep a side', sides);
  if (kept.some((id) => !sides.includes(id))) throw badSides('is no side of it', sides);
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
  if (settlement === 'dismiss') return dismissal(db, types, violation, request, keys);
  const sayingOf = (side: StoredRelation) => assertionKey(side, types);
  const { keptId, others } = divide(standing, sayingOf, request);
  const unstated = await unstatedBy(db, tenant, others);
  const closed = unstated.closed.map(({ id }) => id);
  const over = { claims: closed, relations: others.map(({ id }) => id), violations: [violation] };
  const ending = await endingOf(db, tenant, types, over);
  const isMerge = settlement === 'merge';
  const end = isMerge ? { status: 'superseded' as const, supersededBy: keptId } : { status: 'retracted' as const };
  const gone = others.map(({ id, systemFrom }) => ({ id, seen: systemFrom, ...end, disputedWith: [] }));
  const keptClaim = isMerge ? (standing.find(({ id }) => id === keptId)?.claimId ?? null) : null;
  const claims = revisedClaims(unstated, ending, endInto(keptClaim));
  const changes = { ...ending, keys, claims, revise: [...gone, ...ending.revise] };
  return { changes, closed, left: unstated.left.map(({ id }) => id) };
}

/** All sides stand. */
async function dismissal(
  db: Db,
  types: RelationTypes,
  violation: Violation,
  { tenant }: SettleRequest,
  keys: RelationChanges['keys'],
): Promise<Changes> {
  const ending = await endingOf(db, tenant, types, { violations: [violation] });
  return { changes: { keys, ...ending }, closed: [], left: [] };
}

/** How a claim ends that goes into another; a document that says the same is none. */
function endInto(claimId: string | null): ClaimEnd {
  return claimId === null ? { status: 'cancelled' } : { status: 'superseded', supersededBy: claimId };
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
  if (other === undefined) return dismissal(db, types, violation, request, []);
  const end = endInto(settlement === 'merge' ? keptId : null);
  return { changes: await closeClaim(db, tenant, types, other, end), closed: [other.id], left: [] };
}

const NOTHING = { keptId: '', others: [] };
