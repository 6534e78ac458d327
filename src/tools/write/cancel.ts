import { z } from 'zod';
import { cancel as cancelClaim } from '../../flows/cancel.js';
import { unsupportedIds } from '../compact.js';
import { fullView, minimalView } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema } from '../schemas.js';
import { unsupportedField } from '../stored-schemas.js';
import { cancelBody } from './bodies.js';

export const cancel = defineTool({
  name: 'cancel',
  method: 'POST',
  path: '/v1/cancel',
  tag: 'write',
  toolsets: ['memory'],
  role: 'writer',
  takesSession: true,
  isDestructive: true,
  summary: 'Retract a claim',
  description:
    'Closes an active claim without a successor, and the relations that it says; what either contradicted is settled as ' +
    '`gone`. Nothing is deleted: its history stays readable. ' +
    'A claim that was written with another API key needs the role curator.',
  useWhen: 'a claim is wrong or no longer holds, and nothing takes its place.',
  notFor: 'putting another statement in its place: use supersede. Removing its words for good: use erase.',
  body: z.strictObject(cancelBody),
  responses: {
    200: {
      description: 'The claim, now cancelled.',
      schema: z
        .object({
          view: fullView,
          result: z.literal('cancelled').describe('It stands no longer.'),
          claim: ClaimSchema,
          unsupported: unsupportedField,
        })
        .describe('A claim that was retracted.')
        .meta({ id: 'Cancelled' }),
      short: z
        .object({
          view: minimalView,
          result: z.literal('cancelled').describe('It stands no longer.'),
          claim_id: z.string().describe('The claim that was retracted.'),
          unsupported: z.array(z.string()).optional().describe('Active claims that rest on it; absent: none.'),
        })
        .describe('A claim that was retracted, in short.')
        .meta({ id: 'MinimalCancelled' }),
    },
  },
  problems: ['not_found', 'not_active'],
  run: async ({ deps, tenant, caller, session }, { claimId, reason, who }) => {
    const { calendar } = await deps.contexts.of(tenant);
    const { claim, unsupported } = await cancelClaim(deps, {
      tenant,
      caller,
      claimId,
      reason,
      who: who ?? caller.name,
    });
    session?.touch([claim.id]);
    const body = {
      ...{ view: 'full', result: 'cancelled' },
      claim: presentClaim(claim, calendar),
      unsupported: unsupported.map((other) => presentClaim(other, calendar)),
    };
    const short = () => ({
      ...{ view: 'minimal', result: 'cancelled', claimId: claim.id },
      ...unsupportedIds(unsupported),
    });
    return { status: 200, body, short };
  },
});
