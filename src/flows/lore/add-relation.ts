import type { WriteRequest } from '../../core/claim.js';
import type { Caller } from '../../core/role.js';
import { EVERYWHERE, type Tenant } from '../../core/scope.js';
import type { Deps } from '../deps.js';
import { guardedWrite, type WriteOutcome } from '../guarded-write.js';
import { requireSource } from './sources.js';

export interface AddRelationRequest {
  tenant: Tenant;
  caller: Pick<Caller, 'keyId' | 'role'>;
  type: string;
  from: string;
  to: string;
  validFrom: string | null;
  validUntil: string | null;
  /** Id, uri or name. */
  source: string | null;
  who: string;
  reason: string | null;
  forceException: boolean;
}

/**
 * Stores a relation beside a claim that says it, unless it contradicts what is stored.
 * @throws Problem `unknown_entity` for a source that there isn't, and those of a guarded write
 */
export async function addRelation(deps: Deps, request: AddRelationRequest): Promise<WriteOutcome> {
  const { tenant, caller, source: named } = request;
  const source = named === null ? null : await requireSource(deps, tenant, 'source', named);
  const { type, from, to, validFrom, validUntil, who, reason, forceException } = request;
  const write: WriteRequest = {
    ...{ op: 'add_relation', tenant, statement: sentence(request), who, kind: 'fact', reason },
    ...{
      source: source?.uri ?? null,
      sourceId: source?.id ?? null,
      scope: EVERYWHERE,
      validFrom,
      validUntil,
      entity: null,
      tags: [],
      saidAt: null,
    },
    ...{ forceException, reasonKind: null, targets: [], dependsOn: [], keyId: caller.keyId, role: caller.role },
    relation: { type, from, to, validFrom, validUntil },
  };
  return guardedWrite(deps, write);
}

/** What the claim says: "Aldric RULES Valdorn, from 320 TA until 360 TA". */
function sentence({ type, from, to, validFrom, validUntil }: AddRelationRequest): string {
  const bounds = [
    ...(validFrom === null ? [] : [`from ${validFrom}`]),
    ...(validUntil === null ? [] : [`until ${validUntil}`]),
  ];
  const window = bounds.length === 0 ? '' : `, ${bounds.join(' ')}`;
  return `${from} ${type} ${to}${window}`;
}
