import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { closeReview as close, getReview } from '../../store/queries/consistency/reviews.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { idField, reasonField, tenantShape } from '../schemas.js';
import { ReviewSchema } from './review-schemas.js';

export const closeReview = defineTool({
  name: 'close_review',
  method: 'POST',
  path: '/v1/reviews/{review_id}/close',
  tag: 'curate',
  role: 'curator',
  summary: 'Say what came of a review',
  description: 'Takes it from the queue; what was decided stays with it. Nothing else is changed by it.',
  useWhen: 'you have looked at what somebody flagged, and done what was to be done.',
  notFor: 'settling a violation: use resolve_violation.',
  params: z.strictObject({ review_id: idField.describe('Of the review.') }),
  body: z.strictObject({
    ...tenantShape,
    reason: reasonField.describe('What came of it.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'It is closed.',
      schema: z
        .object({ result: z.literal('closed').describe('It is no longer in the queue.'), review: ReviewSchema })
        .describe('A review that is closed.')
        .meta({ id: 'ClosedReview' }),
    },
  },
  problems: ['not_found', 'already_settled'],
  run: async ({ deps, tenant, caller }, { reviewId, reason, who }) => {
    const action = { actionId: deps.ids.next(), who: who ?? caller.name, keyId: caller.keyId, reason };
    const review = await deps.store.tenant(tenant.orgId, async (db) => {
      const closed = await close(db, tenant, reviewId, action);
      if (closed !== null) return closed;
      if ((await getReview(db, tenant, reviewId)) === null) {
        throw new Problem('not_found', `There is no review ${reviewId} in this project.`);
      }
      throw new Problem('already_settled', `Review ${reviewId} is closed.`);
    });
    return { status: 200, body: { result: 'closed', review } };
  },
});
