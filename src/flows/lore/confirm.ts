import { Problem } from '../../core/errors.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import { getViolation, type Violation } from '../../store/queries/consistency/violations.js';
import type { RecordedAction, RelationChanges, RelationViolation } from '../../store/queries/lore/change-relations.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { changing } from './changing.js';
import { NOTHING_ENDS } from './ending.js';
import { type FoundClash, openingFor, redisputed } from './opening.js';
import { keysOf } from './relation-locks.js';
import { typesOf } from './types.js';

export interface ConfirmRequest {
  tenant: Tenant;
  violationId: string;
  reason: string;
  author: Author;
}

/**
 * Says that a suspected violation is one: it is open from now on, and its sides are disputed with each other.
 * @throws Problem `not_found`, `already_settled` where it is not suspected (any more)
 */
export async function confirmViolation(deps: Deps, request: ConfirmRequest): Promise<Violation> {
  const { tenant, violationId, reason, author } = request;
  const { relations: types } = await typesOf(deps, tenant);
  const action = { id: deps.ids.next(), action: 'resolve_violation', nodeId: violationId, reason };
  const record: RecordedAction = { ...action, detail: { resolution: 'confirm' }, ...author };
  await changing(deps, tenant, async (db) => {
    const violation = await requireSuspected(db, request);
    const changesOf = violation.about === 'relation' ? ofRelations : ofClaims;
    const changes = await changesOf(deps, db, tenant, types, violation);
    return { result: null, changes: { ...changes, record: [record] } };
  });
  const confirmed = await deps.store.tenant(tenant.orgId, (db) => getViolation(db, tenant, violationId));
  if (confirmed === null) throw new Problem('not_found', `There is no violation ${violationId} in this project.`);
  return confirmed;
}

async function requireSuspected(db: Db, { tenant, violationId: id }: ConfirmRequest): Promise<Violation> {
  const violation = await getViolation(db, tenant, id);
  if (violation === null) throw new Problem('not_found', `There is no violation ${id} in this project.`);
  if (violation.status === 'suspected') return violation;
  throw new Problem(
    'already_settled',
    `The violation ${id} is ${violation.status}; only what is suspected is confirmed.`,
  );
}

type Changes = Omit<RelationChanges, 'tenant'>;

async function ofRelations(
  deps: Deps,
  db: Db,
  tenant: Tenant,
  types: RelationTypes,
  { kind, sides, detail, runId }: Violation,
): Promise<Changes> {
  const clash = { kind: kind as FoundClash['kind'], sides, detail };
  const opening = await openingFor(deps, db, { tenant, types, fresh: [], runId }, [clash]);
  if (opening.open.length === 0) throw new Problem('already_settled', 'One of its sides stands no longer.');
  const { open, claims, stored } = opening;
  return { keys: keysOf(types, stored), open, claims, revise: redisputed(opening, NOTHING_ENDS) };
}

async function ofClaims(
  _deps: Deps,
  db: Db,
  tenant: Tenant,
  _types: RelationTypes,
  { id: violationId, kind, pairKey, sides, severity, runId, detail }: Violation,
): Promise<Changes> {
  const standing = (await getClaims(db, tenant, sides)).filter(({ status }) => status === 'active');
  if (standing.length < sides.length) throw new Problem('already_settled', 'One of its sides stands no longer.');
  const claims = standing.map(({ id, systemFrom, disputedWith }) => {
    return {
      id,
      seen: systemFrom,
      disputedWith: [...new Set([...disputedWith, ...sides.filter((side) => side !== id)])],
    };
  });
  const open = { violationId, kind: kind as RelationViolation['kind'], pairKey, sides, severity, runId, detail };
  return { keys: [], open: [open], claims };
}
