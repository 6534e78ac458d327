import { z } from 'zod';
import { checkWrite } from '../../flows/guarded-write.js';
import { minimalConflicts, minimalWarnings } from '../compact.js';
import { fullView, MinimalWarningSchema, minimalConflictFields, minimalView } from '../compact-schemas.js';
import { verdictFields } from '../decision-schemas.js';
import { defineTool } from '../define.js';
import { presentDecision, presentWay } from '../present.js';
import { minimalRelated, presentRelated, relatedField, relatedLines, relatedOf, relatedQuery } from '../related.js';
import { TierSchema } from '../schemas.js';
import { guardedBody, guardedWriteOf } from './guarded.js';

const statusField = z.number().int().describe('Status that the write would answer.');

export const check = defineTool({
  name: 'check',
  method: 'POST',
  path: '/v1/check',
  tag: 'write',
  toolsets: ['memory'],
  role: 'reader',
  takesIdempotencyKey: false,
  summary: 'Ask what a write would be answered, without writing',
  description:
    'Takes the body of a guarded write and its `op`, runs the same pipeline and answers with the same decision. ' +
    'Nothing is written, not even the decision. ' +
    'Read what `related` shows beside your statement, as with remember.',
  useWhen: 'you want to know whether a statement may be stored before you say it.',
  notFor: 'storing it: use remember, learn or supersede.',
  query: relatedQuery,
  body: guardedBody,
  responses: {
    200: {
      description: 'The decision that the write would get now.',
      schema: z
        .object({
          view: fullView,
          ...verdictFields,
          related: relatedField,
          status: statusField,
          decision_id: z.null().describe('Nothing is on the record.'),
        })
        .describe('What a write would be answered now.')
        .meta({ id: 'Checked' }),
      short: z
        .object({
          ...{ view: minimalView, result: verdictFields.result, status: statusField, tier: TierSchema },
          ...minimalConflictFields,
          warnings: z.array(MinimalWarningSchema).optional().describe('Absent: none.'),
          related: relatedLines,
        })
        .describe('What a write would be answered now, in short.')
        .meta({ id: 'MinimalChecked' }),
    },
  },
  problems: ['invalid_date', 'invalid_period', 'unknown_dependency', 'not_found', 'not_active'],
  run: async (context, input) => {
    const { deps, tenant } = context;
    const { write, replaced } = await guardedWriteOf(deps, context, input);
    const { decision, resolutions, timings } = await checkWrite(deps, write, replaced);
    const { calendar } = await deps.contexts.of(tenant);
    const related = relatedOf(decision, input.related);
    const { result, status } = OUTCOME[decision.tier];
    const told = { result, status, tier: decision.tier };
    const body = {
      view: 'full',
      ...told,
      ...presentDecision(decision, calendar),
      resolutions: resolutions.map(presentWay),
      related: presentRelated(related),
      decisionId: null,
    };
    const short = () => ({
      ...{ view: 'minimal', ...told },
      ...minimalConflicts(decision.conflicts, resolutions),
      ...minimalWarnings(decision.warnings),
      ...minimalRelated(related),
    });
    return { status: 200, body, short, trace: { decisionId: null, tier: decision.tier, timings } };
  },
});

const OUTCOME = {
  unchanged: { result: 'unchanged', status: 200 },
  clean: { result: 'stored', status: 201 },
  warn: { result: 'stored', status: 201 },
  block: { result: 'conflict', status: 409 },
  forced: { result: 'stored', status: 201 },
} as const;
