import { z } from 'zod';
import { cancel as cancelClaim } from '../../flows/cancel.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, unsupportedField } from '../schemas.js';
import { cancelBody } from './bodies.js';

export const cancel = defineTool({
  name: 'cancel',
  method: 'POST',
  path: '/v1/cancel',
  tag: 'write',
  role: 'writer',
  summary: 'Retract a claim',
  description:
    'Closes an active claim without a successor, and the relations that it says; what either contradicted is settled as ' +
    '`gone`. Nothing is deleted: its history stays readable. ' +
    'A claim that was written with another API key needs the role curator.',
  body: z.strictObject(cancelBody).meta({ id: 'CancelRequest' }),
  responses: {
    200: {
      description: 'The claim, now cancelled.',
      schema: z
        .object({ result: z.literal('cancelled'), claim: ClaimSchema, unsupported: unsupportedField })
        .meta({ id: 'Cancelled' }),
    },
  },
  problems: ['not_found', 'not_active'],
  run: async ({ deps, tenant, caller }, { claimId, reason, who }) => {
    const { calendar } = await deps.contexts.of(tenant);
    const { claim, unsupported } = await cancelClaim(deps, { tenant, caller, claimId, reason, who });
    const body = {
      result: 'cancelled',
      claim: presentClaim(claim, calendar),
      unsupported: unsupported.map((other) => presentClaim(other, calendar)),
    };
    return { status: 200, body };
  },
});
