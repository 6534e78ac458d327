import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { pairKey } from '../../core/violation.js';
import type { RecordedAction } from '../../store/queries/change-relations.js';
import { getClaims } from '../../store/queries/claims.js';
import type { Author } from '../../store/queries/put-entities.js';
import { getRelations } from '../../store/queries/relations.js';
import { type SettledClaim, settleClaims } from '../../store/queries/settle-claims.js';
import { getViolation, openContradictionsOf, type Violation } from '../../store/queries/violations.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { changing, keysOf } from './changing.js';
import { typesOf } from './types.js';
import { undisputed, without } from './undispute.js';

/**
 * keep: one side stands, and the other is taken back. merge: both say the same, and one goes into the other. dismiss: both
 * stand, and it is no contradiction; it is never raised again for the pair.
 */
export const SETTLEMENTS = ['keep', 'merge', 'dismiss'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

export interface SettleRequest {
  tenant: Tenant;
  violationId: string;
  settlement: Settlement;
  /** The side that stands; null where both do, or for a merge into the one that was said first. */
  kept: string | null;
  reason: string;
  author: Author;
}

const TRIES_MAX = 5;

/**
 * Settles a contradiction between two relations or two claims, and takes the marks of the dispute from both.
 * @throws Problem `not_found`, `already_settled`, `invalid_request` when the kept one is no side of it
 */
export async function settle(deps: Deps, request: SettleRequest): Promise<Violation> {
  const { tenant, violationId } = request;
  const violation = await deps.store.tenant(tenant.orgId, (db) => requireOpen(db, tenant, violationId));
  const record: RecordedAction = {
    ...{ id: deps.ids.next(), action: 'resolve_contradiction', nodeId: violation.id, reason: request.reason },
    detail: { resolution: request.settlement, kept: request.kept, sides: violation.sides },
    ...request.author,
  };
  const sides = keptAndOther(violation, request);
  if (violation.about === 'relation') await settleRelations(deps, request, sides, record);
  else await settleClaimPair(deps, request, sides, record);
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

interface Sides {
  keptId: string;
  otherId: string;
}

/** The earlier side is kept where the request does not say which. */
function keptAndOther({ sides }: Violation, { settlement, kept }: SettleRequest): Sides {
  const [first = '', second = ''] = [...sides].sort();
  if (kept === null && settlement === 'keep') throw badSide('is required to keep one side', sides);
  if (kept !== null && !sides.includes(kept)) throw badSide('is no side of this contradiction', sides);
  return kept === second ? { keptId: second, otherId: first } : { keptId: first, otherId: second };
}

function badSide(message: string, sides: readonly string[]): Problem {
  const errors = [{ path: 'keep', message: `${message}; its sides are ${sides.join(' and ')}` }];
  return new Problem('invalid_request', 'It is not said which side stands.', errors);
}

async function settleRelations(
  deps: Deps,
  { tenant, violationId, settlement }: SettleRequest,
  { keptId, otherId }: Sides,
  record: RecordedAction,
): Promise<void> {
  const types = await typesOf(deps, tenant);
  await changing(deps, tenant, async (db) => {
    const relations = await getRelations(db, tenant, [keptId, otherId]);
    // After the sides: one who settles it meanwhile changes them too, so the versions read here are then no longer open.
    await requireOpen(db, tenant, violationId);
    const kept = relations.find(({ id }) => id === keptId);
    const other = relations.find(({ id }) => id === otherId);
    const settled = { id: violationId, ...outcomeOf(settlement) };
    const keys = keysOf(types.relations, relations);
    if (kept === undefined || other === undefined || settlement === 'dismiss') {
      const revise = [...(kept ? [without(kept, otherId)] : []), ...(other ? [without(other, keptId)] : [])];
      return { result: null, changes: { keys, revise, settle: [settled], record: [record] } };
    }
    const { revise, settle } = await undisputed(db, tenant, other);
    const status = settlement === 'merge' ? ('superseded' as const) : ('retracted' as const);
    const gone = { id: other.id, seen: other.systemFrom, status, disputedWith: [] };
    const freed = revise.some(({ id }) => id === keptId) ? revise : [...revise, without(kept, otherId)];
    return {
      result: null,
      changes: {
        ...{ keys, settle: [...settle.filter(({ id }) => id !== violationId), settled], record: [record] },
        revise: [settlement === 'merge' ? { ...gone, supersededBy: keptId } : gone, ...freed],
      },
    };
  });
}

function outcomeOf(settlement: Settlement) {
  const status = settlement === 'dismiss' ? ('dismissed' as const) : ('resolved' as const);
  return { status, resolution: settlement };
}

async function settleClaimPair(
  deps: Deps,
  { tenant, violationId, settlement }: SettleRequest,
  sides: Sides,
  record: RecordedAction,
): Promise<void> {
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const isDone = await deps.store.tenant(tenant.orgId, async (db) => {
      const { claims, settle } = await nextClaims(db, tenant, settlement, sides);
      await requireOpen(db, tenant, violationId);
      const own = { id: violationId, ...outcomeOf(settlement) };
      return settleClaims(db, tenant, claims, [...settle.filter(({ id }) => id !== violationId), own], record);
    });
    if (isDone) return;
  }
  throw new Problem('unavailable', 'Other writes kept changing the claims; the contradiction is still open.');
}

/** The next versions of both sides and, where one is taken back, of all that was disputed with it. */
async function nextClaims(db: Db, tenant: Tenant, settlement: Settlement, { keptId, otherId }: Sides) {
  const [other] = await getClaims(db, tenant, [otherId]);
  const isGoing = settlement !== 'dismiss' && other?.status === 'active';
  const partnerIds = isGoing ? [...new Set([keptId, ...other.disputedWith])] : [keptId];
  const partners = (await getClaims(db, tenant, partnerIds)).filter(({ status }) => status !== 'erased');
  const freed = partners.map(({ id, systemFrom, disputedWith }): SettledClaim => {
    return { id, seen: systemFrom, disputedWith: disputedWith.filter((one) => one !== otherId) };
  });
  const left = isGoing ? [] : (other?.disputedWith ?? []).filter((id) => id !== keptId);
  const next = { id: otherId, seen: other?.systemFrom ?? '', disputedWith: left };
  const gone: SettledClaim =
    isGoing && settlement === 'merge'
      ? { ...next, status: 'superseded', supersededBy: keptId }
      : { ...next, ...(isGoing ? { status: 'cancelled' as const } : {}) };
  const pairs = isGoing ? other.disputedWith.map((id) => pairKey(id, otherId)) : [];
  const over = await openContradictionsOf(db, tenant, pairs);
  return {
    claims: other === undefined || other.status === 'erased' ? freed : [gone, ...freed],
    settle: over.map((id) => ({ id, status: 'resolved' as const, resolution: 'gone' as const })),
  };
}
