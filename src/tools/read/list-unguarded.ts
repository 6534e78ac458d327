import { z } from 'zod';
import { listUnguarded as findUnguarded, UNGUARDED_REASONS } from '../../store/queries/unguarded.js';
import { compactClaim } from '../compact.js';
import { CompactClaimSchema, compactPage, fullPage } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

const why = z
  .enum(UNGUARDED_REASONS)
  .describe(
    '`failed_open`: it could not be read and is read again later. `forced`: stored in spite of a conflict. ' +
      '`advisory`: a document says it, and what contradicts it is only warned of. `not_fully_compared`: it waits to be compared with everything.',
  );

const UnguardedSchema = z
  .object({
    why,
    claim: ClaimSchema,
  })
  .describe('A claim that the guard did not vouch for.')
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
  useWhen: "you want to look at what was stored without the guard's word, and vouch for it or cancel it.",
  notFor: 'entities that nobody vouched for: use get_unresolved.',
  query: z.strictObject({
    ...tenantShape,
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: fullPage(UnguardedSchema, 'UnguardedPage'),
      short: compactPage(
        CompactClaimSchema.extend({ why }).describe('An unguarded claim, in short.').meta({ id: 'CompactUnguarded' }),
        'CompactUnguardedPage',
      ),
    },
  },
  problems: [],
  run: async ({ deps, tenant }, { limit, cursor }) => {
    const wanted = { limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined };
    const page = await deps.store.tenant(tenant.orgId, (db) => findUnguarded(db, tenant, wanted));
    const { calendar } = await deps.contexts.of(tenant);
    const items = page.items.map(({ why, claim }) => ({ why, claim: presentClaim(claim, calendar) }));
    const { nextCursor } = page;
    const short = () => ({
      view: 'compact',
      items: page.items.map(({ why, claim }) => ({ ...compactClaim(claim), why })),
      nextCursor,
    });
    return { status: 200, body: { view: 'full', items, nextCursor }, short };
  },
});
