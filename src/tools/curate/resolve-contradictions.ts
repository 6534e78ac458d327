import { z } from 'zod';
import { Problem, problemBody } from '../../core/errors.js';
import { settle } from '../../flows/lore/settle.js';
import { settlementShape } from '../contradiction-schemas.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { plainProblem } from '../problem-schemas.js';
import { tenantShape } from '../schemas.js';

/** Most contradictions of a request. */
const ITEMS_MAX = 100;

/** Why one may not be settled. */
const ITEM_PROBLEMS = ['invalid_request', 'not_found', 'already_settled', 'internal', 'unavailable'] as const;

const [first, ...others] = ITEM_PROBLEMS.map(plainProblem) as [z.ZodObject, ...z.ZodObject[]];

const index = z.number().int().describe('Of the item, from 0.');

const SettledItem = z
  .object({
    index,
    id: z.string().describe('The contradiction.'),
    result: z.enum(['resolved', 'dismissed']).describe('What became of it.'),
    closed: z.array(z.string()).describe('Ids of the claims that stand no longer.'),
    unsupported: z.array(z.string()).describe('Ids of the active claims that rest on what was closed.'),
  })
  .describe('A contradiction that is settled.')
  .meta({ id: 'SettledItem' });

const FailedItem = z
  .object({
    index,
    id: z.string().describe('The contradiction.'),
    result: z.literal('failed').describe('It is not settled.'),
    problem: z.discriminatedUnion('code', [first, ...others]).describe('Why.'),
  })
  .describe('A contradiction that is not settled.')
  .meta({ id: 'FailedItem' });

export const resolveContradictions = defineTool({
  name: 'resolve_contradictions',
  method: 'POST',
  path: '/v1/contradictions/resolve',
  tag: 'curate',
  role: 'curator',
  isDestructive: true,
  summary: 'Settle many contradictions, each with its own result',
  description:
    'One after the other, each as resolve_contradiction settles it. One that can not be settled does not keep the others ' +
    'from being so.',
  useWhen: 'you have looked at several contradictions and know which side of each stands.',
  notFor: 'one contradiction: use resolve_contradiction.',
  body: z.strictObject({
    ...tenantShape,
    items: z
      .array(z.strictObject(settlementShape).describe('One settlement.').meta({ id: 'SettlementItem' }))
      .min(1)
      .max(ITEMS_MAX)
      .describe('What becomes of each.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'Every item has its result.',
      schema: z
        .object({ results: z.array(z.union([SettledItem, FailedItem])).describe('One an item, in their order.') })
        .describe('What became of every contradiction.')
        .meta({ id: 'SettledContradictions' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant, caller, instance, report }, { items, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const results: object[] = [];
    for (const [index, { id, action, keep, reason }] of items.entries()) {
      const kept = keep == null ? [] : [keep].flat();
      const outcome = await settle(deps, { tenant, violationId: id, settlement: action, kept, reason, author }).catch(
        (error: unknown) => asProblem(error, report),
      );
      if (outcome instanceof Problem) {
        const problem = problemBody(outcome.code, outcome.message, `${instance}/items/${index}`, outcome.errors);
        results.push({ index, id, result: 'failed', problem });
      } else {
        const { violation, closed, unsupported } = outcome;
        const [closedIds, unsupportedIds] = [closed, unsupported].map((claims) => claims.map((claim) => claim.id));
        results.push({ index, id, result: violation.status, closed: closedIds, unsupported: unsupportedIds });
      }
    }
    return { status: 200, body: { results } };
  },
});

/** A fault that is no problem of the catalogue ends only its own item. */
function asProblem(error: unknown, report: (error: unknown) => void): Problem {
  if (error instanceof Problem) return error;
  report(error);
  return new Problem('internal', 'An unexpected fault; this item was not acknowledged.', [], error);
}
