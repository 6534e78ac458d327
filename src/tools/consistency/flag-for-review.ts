import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { aboutOfNode, addReview } from '../../store/queries/consistency/reviews.js';
import { defineTool } from '../define.js';
import { idField, reasonField, tenantShape, whoField } from '../schemas.js';
import { ReviewSchema } from './review-schemas.js';

export const flagForReview = defineTool({
  name: 'flag_for_review',
  method: 'POST',
  path: '/v1/lore/flag-for-review',
  tag: 'lore',
  role: 'writer',
  summary: 'Ask a curator to look at something',
  description:
    'An entity, a relation, a claim or a violation goes to the queue that list_reviews shows, with who asks and why. ' +
    'Nothing is changed by it.',
  useWhen: 'something looks wrong and you can not settle it.',
  notFor: 'an open contradiction whose answer you know: use resolve_violation.',
  body: z.strictObject({
    ...tenantShape,
    node_id: idField.describe('Of the entity, relation, claim or violation.'),
    reason: reasonField.describe('What is to be looked at, and why.'),
    who: whoField.describe('Who asks; default: the name of the API key.'),
  }),
  responses: {
    201: {
      description: 'It is in the queue.',
      schema: z
        .object({ result: z.literal('flagged').describe('It is in the queue.'), review: ReviewSchema })
        .describe('What is to be looked at.')
        .meta({ id: 'FlaggedForReview' }),
    },
  },
  problems: ['not_found'],
  run: async ({ deps, tenant, caller }, { nodeId, reason, who }) => {
    const review = await deps.store.tenant(tenant.orgId, async (db) => {
      const about = await aboutOfNode(db, tenant, nodeId);
      if (about === null) throw new Problem('not_found', `Nothing of this project has the id ${nodeId}.`);
      const action = { actionId: deps.ids.next(), who: who ?? caller.name, keyId: caller.keyId, reason };
      return addReview(db, tenant, { id: deps.ids.next(), about, nodeId }, action);
    });
    return { status: 201, body: { result: 'flagged', review } };
  },
});
