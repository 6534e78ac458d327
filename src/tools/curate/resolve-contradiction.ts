import { z } from 'zod';
import { describeContradictions } from '../../flows/lore/contradictions.js';
import { settle } from '../../flows/lore/settle.js';
import { ContradictionSchema, settlementShape } from '../contradiction-schemas.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { presentClaim } from '../present.js';
import { presentContradiction } from '../present-contradiction.js';
import { tenantShape } from '../schemas.js';
import { closedField, unsupportedField } from '../stored-schemas.js';

export const resolveContradiction = defineTool({
  name: 'resolve_contradiction',
  method: 'POST',
  path: '/v1/lore/resolve-contradiction',
  tag: 'curate',
  role: 'curator',
  isDestructive: true,
  summary: 'Settle one contradiction',
  description:
    '`keep`: the sides named stand, with every source that says the same; the others are taken back, as by a retcon or ' +
    'a cancel; a claim that stated nothing else goes with its relations. `merge`: both say the same, and one goes into ' +
    'the other. `dismiss`: all stand, and what they say is never raised again. The marks of the dispute go from its sides; a side that is taken back takes its other contradictions ' +
    'along.',
  useWhen: 'you have looked at a contradiction and know which side stands, that both say the same, or that both hold.',
  notFor: 'a write that was refused: send one of its `resolutions`. Many at once: use resolve_contradictions.',
  body: z.strictObject({
    ...tenantShape,
    ...settlementShape,
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'The contradiction, settled.',
      schema: z
        .object({
          result: z.enum(['resolved', 'dismissed']).describe('What became of it.'),
          contradiction: ContradictionSchema.describe('The contradiction as it is now.'),
          ...{ closed: closedField, unsupported: unsupportedField },
        })
        .describe('A contradiction that is settled.')
        .meta({ id: 'SettledContradiction' }),
    },
  },
  problems: ['not_found', 'already_settled'],
  run: async ({ deps, tenant, caller }, { id, action, keep, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const kept = keep == null ? [] : [keep].flat();
    const request = { tenant, violationId: id, settlement: action, kept, reason, author };
    const { violation, closed, unsupported } = await settle(deps, request);
    const [contradiction] = await describeContradictions(deps, tenant, [violation]);
    const { calendar } = await deps.contexts.of(tenant);
    const body = {
      ...{ result: violation.status, contradiction: contradiction && presentContradiction(contradiction, tenant) },
      closed: closed.map((claim) => presentClaim(claim, calendar)),
      unsupported: unsupported.map((claim) => presentClaim(claim, calendar)),
    };
    return { status: 200, body };
  },
});
