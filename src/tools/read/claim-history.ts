import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { listClaimVersions, listLineage } from '../../store/queries/claims/claims.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, idField, instantField, tenantShape } from '../schemas.js';

export const claimHistory = defineTool({
  name: 'claim_history',
  method: 'GET',
  path: '/v1/claims/{claim_id}/history',
  tag: 'read',
  role: 'reader',
  takesSession: true,
  summary: 'Read how a claim came to be and what became of it',
  description:
    'Every version of the claim, oldest first, and its supersession line: what it replaced, directly or over others, ' +
    'and what replaced it.',
  useWhen: 'you must know what a claim said before, what it replaced, or what replaced it.',
  notFor: 'who did it and why: use audit with `claim_id`.',
  params: z.strictObject({ claim_id: idField.describe('Of the claim.') }),
  query: z.strictObject({
    ...tenantShape,
    known_at: instantField.describe('Answer with what was stored at this system time; default: now.'),
  }),
  responses: {
    200: {
      description: 'Versions and line.',
      schema: z
        .object({
          versions: z.array(ClaimSchema).describe('Oldest first.'),
          line: z
            .array(ClaimSchema)
            .describe('Current versions of the claims of the line, oldest first, itself included.'),
        })
        .describe('How a claim came to be and what became of it.')
        .meta({ id: 'ClaimHistory' }),
    },
  },
  problems: ['not_found'],
  run: async ({ deps, tenant, session }, { claimId, knownAt }) => {
    const { versions, line } = await deps.store.tenant(tenant.orgId, async (db) => ({
      versions: await listClaimVersions(db, tenant, claimId, knownAt ?? undefined),
      line: await listLineage(db, tenant, claimId, knownAt ?? undefined),
    }));
    if (versions.length === 0) throw new Problem('not_found', `There is no claim ${claimId} in this project.`);
    session?.touch([claimId]);
    const { calendar } = await deps.contexts.of(tenant);
    const present = (claim: (typeof versions)[number]) => presentClaim(claim, calendar);
    return { status: 200, body: { versions: versions.map(present), line: line.map(present) } };
  },
});
