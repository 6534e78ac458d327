import { z } from 'zod';
import { closedSupports } from '../../flows/asking/supports.js';
import { timeAsked } from '../../flows/window.js';
import { listUnguarded as findUnguarded, UNGUARDED_REASONS } from '../../store/queries/claims/unguarded.js';
import { compactClaim } from '../compact.js';
import { CompactClaimSchema, compactPage, fullPage } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { atTimeField, ClaimSchema, knownAtField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

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
    at_time: atTimeField.describe('Only claims that hold at this time in the world, surely or perhaps.'),
    known_at: knownAtField.describe(
      'Answer with what was believed at this system time; default: now. What waited to be compared then is on no record.',
    ),
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
  problems: ['invalid_date'],
  run: async ({ deps, tenant }, { atTime, knownAt = null, limit, cursor }) => {
    const { calendar, unit } = await timeAsked(deps, tenant, atTime);
    const wanted = { limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined, atTime: unit, knownAt };
    const { page, closed } = await deps.store.tenant(tenant.orgId, async (db) => {
      const found = await findUnguarded(db, tenant, wanted);
      const claims = found.items.map(({ claim }) => claim);
      return { page: found, closed: await closedSupports(db, tenant, claims, knownAt) };
    });
    const items = page.items.map(({ why, claim }) => ({
      why,
      claim: presentClaim(claim, calendar, closed.get(claim.id)),
    }));
    const { nextCursor } = page;
    const short = () => ({
      view: 'compact',
      items: page.items.map(({ why, claim }) => ({ ...compactClaim(claim, closed.get(claim.id)), why })),
      nextCursor,
    });
    return { status: 200, body: { view: 'full', items, nextCursor }, short };
  },
});
