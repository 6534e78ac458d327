import type { FindingAnswer } from '../../core/finding.js';
import type { Tenant } from '../../core/scope.js';
import type { DescribedFinding } from '../../flows/detective/describe.js';
import type { Finding } from '../../store/queries/detective/findings.js';

/** A finding as an answer shows it. */
export function presentFinding(finding: DescribedFinding, tenant: Tenant) {
  const { detail: _, claimIds: _ids, evidence, ...rest } = finding;
  return {
    ...rest,
    evidence: evidence.map(({ scope, ...claim }) => ({ ...claim, ...scope })),
    resolutions: finding.status === 'open' ? waysOut(finding, tenant) : [],
  };
}

/** The same beside an answer about one of its claims. */
export function noteOf({ id, kind, question, claimIds }: Finding) {
  return { id, kind, question, claimIds };
}

function waysOut(finding: DescribedFinding, { orgId, project }: Tenant) {
  const { id } = finding;
  const request = { method: 'POST', needs: ['reason'] };
  const answer = (given: FindingAnswer) => ({
    ...{ action: 'answer', answer: given, ...request },
    ...{ path: `/v1/findings/${id}/answer`, body: { orgId, project, answer: given } },
  });
  const dismissal = { path: `/v1/findings/${id}/dismiss`, body: { orgId, project } };
  return [
    ...[answer('yes'), answer('no'), ...replacements(finding, { orgId, project })],
    { action: 'dismiss', ...request, ...dismissal },
  ];
}

/** To say what the answer comes to once, in place of all that is active of it. */
function replacements({ detail: { asked, against }, evidence }: DescribedFinding, tenant: Tenant) {
  const claimIds = evidence.filter(({ status }) => status === 'active').map(({ id }) => id);
  const way = (answer: FindingAnswer, id: string | null) => {
    const said = evidence.find((claim) => claim.id === id);
    if (said === undefined || claimIds.length === 0) return [];
    const body = { ...tenant, claimIds, statement: said.statement };
    return [{ action: 'supersede', answer, method: 'POST', path: '/v1/supersede', body, needs: ['reason'] }];
  };
  return [...way('yes', asked), ...way('no', against)];
}
