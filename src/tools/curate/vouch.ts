import { z } from 'zod';
import { vouch as vouchFor } from '../../flows/vouch.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, idField, reasonField, tenantShape } from '../schemas.js';

export const vouch = defineTool({
  name: 'vouch',
  method: 'POST',
  path: '/v1/vouch',
  tag: 'curate',
  role: 'curator',
  summary: 'Stand behind a claim that the guard did not vouch for',
  description:
    'A claim that was forced, or stored without being read or compared, counts as guarded from now on and leaves the list ' +
    'of unguarded claims; who vouched for it and why is on the audit. A contradiction that is open stays so. Again for a ' +
    'guarded claim changes nothing.',
  useWhen: 'you have looked at an unguarded claim and it may stand as it is.',
  notFor: 'settling what it contradicts: use resolve_contradiction. Entities: use mark_verified.',
  body: z.strictObject({
    ...tenantShape,
    claim_id: idField.describe('The claim.'),
    reason: reasonField.describe('Why it may stand.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'The claim, now guarded.',
      schema: z
        .object({
          result: z.enum(['vouched', 'unchanged']).describe('`unchanged`: it was guarded already.'),
          claim: ClaimSchema.describe('The claim as it is now.'),
        })
        .describe('A claim that somebody stands behind.')
        .meta({ id: 'Vouched' }),
    },
  },
  problems: ['not_found', 'not_active'],
  run: async ({ deps, tenant, caller }, { claimId, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const { claim, isNew } = await vouchFor(deps, { tenant, claimId, reason, author });
    const { calendar } = await deps.contexts.of(tenant);
    return { status: 200, body: { result: isNew ? 'vouched' : 'unchanged', claim: presentClaim(claim, calendar) } };
  },
});
