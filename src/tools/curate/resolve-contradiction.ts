import { z } from 'zod';
import { describeContradictions } from '../../flows/lore/contradictions.js';
import { SETTLEMENTS, settle } from '../../flows/lore/settle.js';
import { defineTool } from '../define.js';
import { ContradictionSchema, curatorField } from '../lore-schemas.js';
import { presentContradiction } from '../present-lore.js';
import { reasonField, tenantShape } from '../schemas.js';

export const resolveContradiction = defineTool({
  name: 'resolve_contradiction',
  method: 'POST',
  path: '/v1/lore/resolve-contradiction',
  tag: 'curate',
  role: 'curator',
  summary: 'Settle a contradiction',
  description:
    '`keep`: one side stands, the other is taken back, as by a retcon or a cancel. `merge`: both say the same, and one ' +
    'goes into the other. `dismiss`: both stand, and the pair is never raised again. The marks of the dispute go from ' +
    'both sides; a side that is taken back takes its other contradictions along.',
  body: z.strictObject({
    ...tenantShape,
    id: z.uuid().describe('The contradiction.'),
    action: z.enum(SETTLEMENTS),
    keep: z
      .uuid()
      .nullish()
      .describe('Id of the side that stands. Required to keep one; a merge is into the earlier side by default.'),
    reason: reasonField.describe('Why.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'The contradiction, settled.',
      schema: z
        .object({ result: z.enum(['resolved', 'dismissed']), contradiction: ContradictionSchema })
        .meta({ id: 'SettledContradiction' }),
    },
  },
  problems: ['not_found', 'already_settled'],
  run: async ({ deps, tenant, caller }, { id, action, keep, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const request = { tenant, violationId: id, settlement: action, kept: keep ?? null, reason, author };
    const settled = await settle(deps, request);
    const [contradiction] = await describeContradictions(deps, tenant, [settled]);
    const body = { result: settled.status, contradiction: contradiction && presentContradiction(contradiction) };
    return { status: 200, body };
  },
});
