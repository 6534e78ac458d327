import { z } from 'zod';
import { listUnguarded as findUnguarded, UNGUARDED_REASONS } from '../../store/queries/unguarded.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, tenantShape } from '../schemas.js';

const PAGE_DEFAULT = 50;

const UnguardedSchema = z
  .object({
    why: z
      .enum(UNGUARDED_REASONS)
      .describe(
        '`failed_open`: it could not be read and is read again later. `forced`: stored in spite of a conflict. ' +
          '`not_fully_compared`: it waits to be compared with everything.',
      ),
    claim: ClaimSchema,
  })
  .meta({ id: 'Unguarded' });

export const listUnguarded = defineTool({
  name: 'list_unguarded',
  method: 'GET',
  path: '/v1/unguarded',
  tag: 'read',
  role: 'reader',
  summary: 'List the active claims that the guard did not vouch for',
  description:
    'Claims that were stored although they could not be read, in spite of a conflict, or without being compared with ' +
    'everything, newest first. Those that are read or compared in the background leave the list by themselves.',
  query: z.strictObject({
    ...tenantShape,
    limit: z.coerce.number().int().min(1).max(200).nullish().describe('Items on a page; default 50.'),
    cursor: z.string().max(200).nullish(),
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({ items: z.array(UnguardedSchema), next_cursor: z.string().nullable() })
        .meta({ id: 'UnguardedPage' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant }, { limit, cursor }) => {
    const wanted = { limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined };
    const page = await deps.store.tenant(tenant.orgId, (db) => findUnguarded(db, tenant, wanted));
    const { calendar } = await deps.contexts.of(tenant);
    const items = page.items.map(({ why, claim }) => ({ why, claim: presentClaim(claim, calendar) }));
    return { status: 200, body: { items, nextCursor: page.nextCursor } };
  },
});
