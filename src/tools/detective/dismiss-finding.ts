import { z } from 'zod';
import { describeFindings } from '../../flows/detective/describe.js';
import { settle } from '../../flows/detective/settle.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { idField, reasonField, tenantShape } from '../schemas.js';
import { FindingSchema } from './finding-schemas.js';
import { presentFinding } from './present-finding.js';

export const dismissFinding = defineTool({
  name: 'dismiss_finding',
  method: 'POST',
  path: '/v1/findings/{finding_id}/dismiss',
  tag: 'curate',
  role: 'curator',
  summary: 'Say that a finding is none',
  description: 'The same claims are never raised again, nor are more of them that say nothing new.',
  useWhen: 'a finding confuses nobody: the claims are about different things, or all hold.',
  notFor: 'a question that you know the answer of: use answer_finding.',
  params: z.strictObject({ finding_id: idField.describe('Of the finding.') }),
  body: z.strictObject({
    ...tenantShape,
    reason: reasonField.describe('Why.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'It is dismissed.',
      schema: z
        .object({ result: z.literal('dismissed').describe('What became of it.'), finding: FindingSchema })
        .describe('A finding that is dismissed.')
        .meta({ id: 'DismissedFinding' }),
    },
  },
  problems: ['not_found', 'already_settled'],
  run: async ({ deps, tenant, caller }, { reason, who, findingId }) => {
    const by = { who: who ?? caller.name, keyId: caller.keyId, reason };
    const settled = await settle(deps, tenant, findingId, { status: 'dismissed', answer: null, ...by });
    const [finding] = await describeFindings(deps, tenant, [settled]);
    return { status: 200, body: { result: 'dismissed', finding: finding && presentFinding(finding, tenant) } };
  },
});
