import type { Claim, WriteRequest } from '../core/claim.js';
import type { Decision } from '../core/decision.js';

/** The decision about a write that repeats a stored claim, with which of its details that claim does not have. */
export function withUnkept(decision: Decision, request: WriteRequest, claim: Claim): Decision {
  const unkept = unkeptOf(request, claim);
  if (unkept.length === 0) return decision;
  const reason = `This is stored already, with other details; not kept: ${unkept.join(', ')}. To keep them, supersede the claim by the same statement with them.`;
  const cited = { id: claim.id, statement: claim.statement };
  const warning = { code: 'not_kept', claim: cited, confidence: 'HIGH', stage: 'store', slots: {}, reason } as const;
  return { ...decision, warnings: [...decision.warnings, warning] };
}

/** Fields that say something which the stored claim does not. That it was learnt as well takes nothing from what was decided. */
function unkeptOf(request: WriteRequest, claim: Claim): string[] {
  const isOther = (field: 'reason' | 'source' | 'entity') => request[field] !== null && request[field] !== claim[field];
  const isMore = (field: 'tags' | 'dependsOn') => request[field].some((one) => !claim[field].includes(one));
  const fields: [string, boolean][] = [
    ['kind', request.kind !== 'belief' && request.kind !== claim.kind],
    ['reason', isOther('reason')],
    ['source', isOther('source')],
    ['entity', isOther('entity')],
    ['tags', isMore('tags')],
    ['depends_on', isMore('dependsOn')],
  ];
  return fields.filter(([, is]) => is).map(([field]) => field);
}
