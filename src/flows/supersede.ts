import type { Claim, ClaimKind, ReasonKind, RelationRequest, WriteRequest } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import { Problem } from '../core/errors.js';
import type { Clock } from '../core/ports.js';
import type { Role } from '../core/role.js';
import type { Scope, Tenant } from '../core/scope.js';
import { getClaims } from '../store/queries/claims/claims.js';
import type { Deps } from './deps.js';
import { guardedWrite, type WriteOutcome } from './guarded-write.js';

/** What a supersede asks for; null inherits from the first claim that is replaced. */
export interface SupersedeRequest {
  tenant: Tenant;
  targets: string[];
  statement: string;
  who: string;
  reason: string;
  whyReplaced: string | null;
  reasonKind: ReasonKind;
  source: string | null;
  kind: ClaimKind | null;
  scope: Scope | null;
  validFrom: string | null;
  validUntil: string | null;
  entity: string | null;
  tags: string[] | null;
  dependsOn: string[] | null;
  saidAt: string | null;
  forceException: boolean;
  keyId: string | null;
  role: Role;
  relation: RelationRequest | null;
}

/**
 * Replaces active claims by a new one, which is guarded against all others.
 * @throws Problem `not_found` or `not_active` for a target that can't be replaced
 */
export async function supersede(deps: Deps, request: SupersedeRequest): Promise<WriteOutcome> {
  const { write, replaced } = await supersedingWrite(deps, request);
  return guardedWrite(deps, write, replaced);
}

/** The guarded write that a supersede amounts to, and the claims that it closes. */
export async function supersedingWrite(
  deps: Deps,
  request: SupersedeRequest,
): Promise<{ write: WriteRequest; replaced: Claim[] }> {
  const replaced = await activeClaims(deps, request.tenant, request.targets);
  const [first] = replaced;
  if (first === undefined) throw new Problem('invalid_request', 'There is no claim to replace.');
  const write: WriteRequest = {
    op: 'supersede',
    tenant: request.tenant,
    statement: request.statement,
    who: request.who,
    kind: request.kind ?? first.kind,
    reason: request.reason,
    source: request.source ?? first.source,
    sourceId: request.source === null ? (first.loreSource?.id ?? null) : null,
    scope: request.scope ?? first.scope,
    ...windowOf(await deps.contexts.of(request.tenant), deps.clock, request, first),
    entity: request.entity ?? first.entity,
    tags: request.tags ?? first.tags,
    saidAt: request.saidAt,
    forceException: request.forceException,
    reasonKind: request.reasonKind,
    whyReplaced: request.whyReplaced,
    targets: request.targets,
    dependsOn: request.dependsOn ?? first.dependsOn,
    keyId: request.keyId,
    role: request.role,
    relation: request.relation,
  };
  return { write, replaced };
}

/** An update begins when the world changed, by default now; a revision says what was to be said all along. */
function windowOf(
  { calendar }: ProjectContext,
  clock: Clock,
  { reasonKind, validFrom, validUntil }: SupersedeRequest,
  first: Claim,
): { validFrom: string | null; validUntil: string | null } {
  if (reasonKind === 'update') {
    return { validFrom: validFrom ?? calendar.current(Math.floor(clock.now() / 1000)).canonical, validUntil };
  }
  return { validFrom: validFrom ?? first.validFrom, validUntil: validUntil ?? first.validUntil };
}

/**
 * The claims of these ids, in their order.
 * @throws Problem `not_found` or `not_active`
 */
export async function activeClaims(deps: Deps, tenant: Tenant, ids: readonly string[]): Promise<Claim[]> {
  const stored = await deps.store.tenant(tenant.orgId, (db) => getClaims(db, tenant, ids));
  const missing = ids.filter((id) => !stored.some((claim) => claim.id === id));
  if (missing.length > 0) throw new Problem('not_found', `There is no claim ${missing.join(', ')} in this project.`);
  const closed = stored.filter((claim) => claim.status !== 'active');
  if (closed.length > 0) {
    throw new Problem('not_active', closed.map(({ id, status }) => `Claim ${id} is ${status}.`).join(' '));
  }
  return ids.flatMap((id) => stored.filter((claim) => claim.id === id));
}
