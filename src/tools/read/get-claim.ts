import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { heldWithin } from '../../core/period.js';
import { closedSupports } from '../../flows/asking/supports.js';
import { timeAsked } from '../../flows/window.js';
import { getClaimInUse } from '../../store/queries/claims/claims.js';
import { compactWhole } from '../compact.js';
import { CompactClaimSchema, compactView, fullView } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { atTimeField, ClaimSchema, idField, knownAtField, tenantShape } from '../schemas.js';

const readFields = {
  depended_on_by: z.array(z.string()).describe('Ids of the active claims that rest on it directly; at most 200.'),
  holds: z
    .enum(['true', 'false', 'unknown'])
    .optional()
    .describe('With `at_time`: whether it holds at some point of that time.'),
};

export const getClaim = defineTool({
  name: 'get_claim',
  method: 'GET',
  path: '/v1/claims/{claim_id}',
  tag: 'read',
  toolsets: ['memory'],
  role: 'reader',
  takesSession: true,
  summary: 'Read one claim',
  description: 'The version that is believed now, or that was believed at `known_at`.',
  useWhen: 'you have the id of a claim and want all of it.',
  notFor: 'finding a claim: use list_claims.',
  params: z.strictObject({ claim_id: idField.describe('Of the claim.') }),
  query: z.strictObject({ ...tenantShape, at_time: atTimeField, known_at: knownAtField }),
  responses: {
    200: {
      description: 'The claim.',
      schema: ClaimSchema.extend({ view: fullView, ...readFields })
        .describe('One claim.')
        .meta({ id: 'ClaimInFull' }),
      short: CompactClaimSchema.extend({
        view: compactView,
        statement: z.string().describe('The statement, whole.'),
        reason: z.string().nullable().describe('Why it is believed.'),
        ...readFields,
      })
        .describe('One claim, in short.')
        .meta({ id: 'ClaimInShort' }),
    },
  },
  problems: ['not_found', 'invalid_date'],
  run: async ({ deps, tenant, session }, { claimId, atTime, knownAt }) => {
    const { claim, closed, dependents } = await deps.store.tenant(tenant.orgId, async (db) => {
      const found = await getClaimInUse(db, tenant, claimId, knownAt ?? undefined);
      if (found === null) throw new Problem('not_found', `There is no claim ${claimId} in this project.`);
      const supports = await closedSupports(db, tenant, [found.claim], knownAt ?? null);
      return { ...found, closed: supports.get(claimId) ?? [] };
    });
    session?.touch([claimId]);
    const { calendar, unit } = await timeAsked(deps, tenant, atTime);
    const read = {
      dependedOnBy: dependents,
      ...(unit === null ? {} : { holds: heldWithin(claim.period, unit).truth }),
    };
    const short = () => ({ view: 'compact', ...compactWhole(claim, closed), reason: claim.reason, ...read });
    return { status: 200, body: { view: 'full', ...presentClaim(claim, calendar, closed), ...read }, short };
  },
});
