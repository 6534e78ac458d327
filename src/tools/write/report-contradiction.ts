import { z } from 'zod';
import { suspect } from '../../flows/consistency/suspect.js';
import { AmendedViolation, presentAmended } from '../consistency/violation-schemas.js';
import { defineTool } from '../define.js';
import { idField, reasonField, tenantShape, whoField } from '../schemas.js';

export const reportContradiction = defineTool({
  name: 'report_contradiction',
  method: 'POST',
  path: '/v1/report-contradiction',
  tag: 'write',
  toolsets: ['memory'],
  role: 'writer',
  summary: 'Report that two stored claims contradict each other',
  description:
    'Opens a contradiction that is only suspected: it is listed with `status=suspected`, and neither claim is disputed ' +
    'until a curator confirms it with resolve_violation; `dismiss` ends it. A pair that is on record already stays what ' +
    'it is, so that what was dismissed is not raised again.',
  useWhen: 'a claim that `related` shows can not hold beside yours.',
  notFor: 'a claim that yours replaces: use supersede.',
  body: z.strictObject({
    ...tenantShape,
    claim_a: idField.describe('One of the claims.'),
    claim_b: idField.describe('The other one.'),
    reason: reasonField.describe('Why both can not hold.'),
    who: whoField.describe('Who reports it; default: the name of the API key.'),
  }),
  responses: {
    200: {
      description: 'The pair is on record already, and stays what it is.',
      schema: z
        .object({
          result: z.literal('known').describe('It is on record already.'),
          violation: AmendedViolation.describe('The contradiction as it is: perhaps open, settled or dismissed.'),
        })
        .describe('A contradiction that was known before.')
        .meta({ id: 'KnownContradiction' }),
    },
    201: {
      description: 'It is suspected.',
      schema: z
        .object({
          result: z.literal('reported').describe('It waits for a curator.'),
          violation: AmendedViolation.describe('The contradiction, suspected.'),
        })
        .describe('A contradiction that is suspected from now on.')
        .meta({ id: 'ReportedContradiction' }),
    },
  },
  problems: ['not_found'],
  run: async ({ deps, tenant, caller }, { claimA, claimB, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const suspicion = { about: 'claim', sides: [claimA, claimB], stage: 'reported', reason, author } as const;
    const { violation, isNew } = await suspect(deps, tenant, suspicion);
    const shown = presentAmended(violation);
    return isNew
      ? { status: 201, body: { result: 'reported', violation: shown } }
      : { status: 200, body: { result: 'known', violation: shown } };
  },
});
