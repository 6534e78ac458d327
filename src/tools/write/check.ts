import { z } from 'zod';
import { checkWrite } from '../../flows/guarded-write.js';
import { verdictFields } from '../decision-schemas.js';
import { defineTool } from '../define.js';
import { presentDecision } from '../present.js';
import { guardedBody, guardedWriteOf } from './guarded.js';

export const check = defineTool({
  name: 'check',
  method: 'POST',
  path: '/v1/check',
  tag: 'write',
  role: 'reader',
  takesIdempotencyKey: false,
  summary: 'Ask what a write would answer, without writing',
  description:
    'Takes the body of a guarded write and its `op`, runs the same pipeline and answers with the same decision. ' +
    'Nothing is written, not even the decision.',
  body: guardedBody,
  responses: {
    200: {
      description: 'The decision that the write would get now.',
      schema: z
        .object({
          ...verdictFields,
          status: z.number().int().describe('Status that the write would answer.'),
          decision_id: z.null(),
        })
        .meta({ id: 'Checked' }),
    },
  },
  problems: ['invalid_date', 'invalid_period', 'unknown_dependency', 'not_found', 'not_active'],
  run: async (context, input) => {
    const { deps, tenant } = context;
    const { write, replaced } = await guardedWriteOf(deps, context, input);
    const { decision, resolutions, timings } = await checkWrite(deps, write, replaced);
    const { calendar } = await deps.contexts.of(tenant);
    const { result, status } = OUTCOME[decision.tier];
    const body = { result, status, ...presentDecision(decision, calendar), resolutions, decisionId: null };
    return { status: 200, body, trace: { decisionId: null, tier: decision.tier, timings } };
  },
});

const OUTCOME = {
  unchanged: { result: 'unchanged', status: 200 },
  clean: { result: 'stored', status: 201 },
  warn: { result: 'stored', status: 201 },
  block: { result: 'conflict', status: 409 },
} as const;
