import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { getDecision as findDecision } from '../../store/queries/claims/decisions.js';
import { DecisionSchema } from '../decision-schemas.js';
import { defineTool } from '../define.js';
import { presentDecision } from '../present.js';
import { idField, tenantShape } from '../schemas.js';

export const getDecision = defineTool({
  name: 'get_decision',
  method: 'GET',
  path: '/v1/decisions/{decision_id}',
  tag: 'read',
  role: 'reader',
  summary: 'Explain one decision of the guard',
  description:
    'What the guard decided about one write, whether it was stored or refused: the norms that it read, every claim ' +
    'that it compared with the verdict of the pair, the conflicts and warnings, the versions of normalizer, lexicon, ' +
    'model and rules, and the time spent in each stage.',
  useWhen: 'you must know why a write was stored, warned about or refused.',
  notFor: 'the claim that was stored: use get_claim. Finding a decision: use list_decisions.',
  params: z.strictObject({ decision_id: idField.describe('Of the decision.') }),
  query: z.strictObject(tenantShape),
  responses: { 200: { description: 'The decision.', schema: DecisionSchema } },
  problems: ['not_found'],
  run: async ({ deps, tenant }, { decisionId }) => {
    const row = await deps.store.tenant(tenant.orgId, (db) => findDecision(db, tenant, decisionId));
    if (row === null) throw new Problem('not_found', `There is no decision ${decisionId} in this project.`);
    const { calendar } = await deps.contexts.of(tenant);
    const { decision, request: _request, claim, ...shown } = row;
    const { compared, nli, nliFault = null, judge = null, versions, settings } = decision;
    const body = {
      ...shown,
      claimId: claim?.id ?? null,
      ...presentDecision(decision, calendar),
      compared,
      nli,
      nliFault,
      judge,
      versions,
      settings,
    };
    return { status: 200, body };
  },
});
