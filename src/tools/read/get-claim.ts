import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { getClaim as findClaim } from '../../store/queries/claims.js';
import { compactWhole } from '../compact.js';
import { CompactClaimSchema, compactView, fullView } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, idField, knownAtField, tenantShape } from '../schemas.js';

export const getClaim = defineTool({
  name: 'get_claim',
  method: 'GET',
  path: '/v1/claims/{claim_id}',
  tag: 'read',
  toolsets: ['memory'],
  role: 'reader',
  summary: 'Read one claim',
  description: 'The version that is believed now, or that was believed at `known_at`.',
  useWhen: 'you have the id of a claim and want all of it.',
  notFor: 'finding a claim: use list_claims.',
  params: z.strictObject({ claim_id: idField.describe('Of the claim.') }),
  query: z.strictObject({ ...tenantShape, known_at: knownAtField }),
  responses: {
    200: {
      description: 'The claim.',
      schema: ClaimSchema.extend({ view: fullView }).describe('One claim.').meta({ id: 'ClaimInFull' }),
      short: CompactClaimSchema.extend({
        view: compactView,
        statement: z.string().describe('The statement, whole.'),
        reason: z.string().nullable().describe('Why it is believed.'),
      })
        .describe('One claim, in short.')
        .meta({ id: 'ClaimInShort' }),
    },
  },
  problems: ['not_found'],
  run: async ({ deps, tenant }, { claimId, knownAt }) => {
    const claim = await deps.store.tenant(tenant.orgId, (db) =>
      findClaim(db, tenant, claimId, { knownAt: knownAt ?? undefined }),
    );
    if (claim === null) throw new Problem('not_found', `There is no claim ${claimId} in this project.`);
    const { calendar } = await deps.contexts.of(tenant);
    const short = () => ({ view: 'compact', ...compactWhole(claim), reason: claim.reason });
    return { status: 200, body: { view: 'full', ...presentClaim(claim, calendar) }, short };
  },
});
