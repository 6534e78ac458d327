import { z } from 'zod';
import type { ReviewAbout } from '../../core/violation.js';
import { saidBeside } from '../../flows/lore/read/beside.js';
import { openQuestion } from '../../flows/lore/read/question.js';
import { listReviews as list } from '../../store/queries/consistency/reviews.js';
import { defineTool } from '../define.js';
import { besideFields } from '../envelope-schemas.js';
import { idField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { ReviewSchema } from './review-schemas.js';

export const listReviews = defineTool({
  name: 'list_reviews',
  method: 'GET',
  path: '/v1/reviews',
  tag: 'lore',
  role: 'reader',
  summary: 'List what curators are asked to look at',
  description: 'Oldest first: what it is, who asks, and why; of what is closed also what came of it.',
  useWhen: 'you work through the queue, or want to know what came of your own flag.',
  notFor: 'violations that the engine found: use get_contradictions, get_anachronisms and get_orphans.',
  query: z.strictObject({
    ...tenantShape,
    status: z.enum(['open', 'closed', 'all']).nullish().describe('Default: open.'),
    node_id: idField.nullish().describe('Only about this one.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          ...{ ...besideFields, items: z.array(ReviewSchema).describe('Oldest first.') },
          next_cursor: nextCursorField,
        })
        .describe('One page.')
        .meta({ id: 'Reviews' }),
    },
  },
  problems: [],
  run: async (context, { status, nodeId, limit, cursor }) => {
    const { deps, tenant } = context;
    const filter = { status: status ?? 'open', nodeId: nodeId ?? undefined, cursor: cursor ?? undefined };
    const page = await deps.store.tenant(tenant.orgId, (db) =>
      list(db, tenant, { ...filter, limit: limit ?? PAGE_DEFAULT }),
    );
    const of = (wanted: ReviewAbout) => page.items.flatMap(({ about, nodeId: id }) => (about === wanted ? [id] : []));
    const about = { named: [...new Set(of('entity'))], relations: of('relation') };
    const said = await saidBeside(context, await openQuestion(context, null), about);
    return { status: 200, body: { ...said, ...page } };
  },
});
