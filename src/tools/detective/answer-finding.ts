import { z } from 'zod';
import { FINDING_ANSWERS } from '../../core/finding.js';
import { describeFindings } from '../../flows/detective/describe.js';
import { settle } from '../../flows/detective/settle.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { idField, reasonField, tenantShape } from '../schemas.js';
import { FindingSchema } from './finding-schemas.js';
import { presentFinding } from './present-finding.js';

export const answerFinding = defineTool({
  name: 'answer_finding',
  method: 'POST',
  path: '/v1/findings/{finding_id}/answer',
  tag: 'curate',
  role: 'curator',
  summary: 'Answer the question of a finding',
  description:
    'The answer goes on the record, and the question is asked no more unless further claims raise it anew. Nothing becomes of the claims: of the ways out of the finding `supersede` says what is true now in place of them.',
  useWhen: 'you know whether what the question asks about is still so.',
  notFor: 'a question that makes no sense: use dismiss_finding.',
  params: z.strictObject({ finding_id: idField.describe('Of the finding.') }),
  body: z.strictObject({
    ...tenantShape,
    answer: z.enum(FINDING_ANSWERS).describe('The answer to the question.'),
    reason: reasonField.describe('Why.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'It is answered.',
      schema: z
        .object({ result: z.literal('answered').describe('What became of it.'), finding: FindingSchema })
        .describe('A finding that is answered.')
        .meta({ id: 'AnsweredFinding' }),
    },
  },
  problems: ['not_found', 'already_settled'],
  run: async ({ deps, tenant, caller }, { answer, reason, who, findingId }) => {
    const by = { who: who ?? caller.name, keyId: caller.keyId, reason };
    const settled = await settle(deps, tenant, findingId, { status: 'answered', answer, ...by });
    const [finding] = await describeFindings(deps, tenant, [settled]);
    return { status: 200, body: { result: 'answered', finding: finding && presentFinding(finding, tenant) } };
  },
});
