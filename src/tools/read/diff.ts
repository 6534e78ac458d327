import { z } from 'zod';
import { CLAIM_CHANGES } from '../../core/claim-change.js';
import { Problem } from '../../core/errors.js';
import { listChanges } from '../../store/queries/claim-changes.js';
import { compactClaim } from '../compact.js';
import { CompactClaimSchema, compactPage, fullPage } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';

const instant = z.iso.datetime({ offset: true });

const fields = {
  at: Timestamp.describe('When.'),
  changes: z
    .array(z.enum(CLAIM_CHANGES))
    .describe(
      '`ended`: the time in which it holds has got another end. `settled`: it contradicts less than before. `vouched`: ' +
        'somebody, or a later comparison, stands behind it. `told_anew`: its source says it in other words.',
    ),
};

export const diff = defineTool({
  name: 'diff',
  method: 'GET',
  path: '/v1/diff',
  tag: 'read',
  role: 'reader',
  summary: 'List what changed between two system times',
  description:
    'Every change of a claim after `from`, up to `to`, in its order, with the claim as it was from then on. The same two ' +
    'times give the same answer, but for words that were erased since.',
  useWhen: 'you want to know what is new, or no longer believed, since you last looked.',
  notFor: 'who did it and why, refusals included: use audit. One claim: use claim_history.',
  query: z.strictObject({
    ...tenantShape,
    from: instant.describe('Changes after this system time.'),
    to: instant.nullish().describe('Changes up to this system time; default: now.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page. What was only read again is left out: a page may hold fewer than `limit`.',
      schema: fullPage(
        z
          .object({ ...fields, claim: ClaimSchema.describe('As it was from then on.') })
          .describe('A change of a claim.')
          .meta({ id: 'Change' }),
        'ChangePage',
      ),
      short: compactPage(
        CompactClaimSchema.extend(fields).describe('A change of a claim, in short.').meta({ id: 'CompactChange' }),
        'CompactChangePage',
      ),
    },
  },
  problems: ['invalid_period'],
  run: async ({ deps, tenant }, { from, to, limit, cursor }) => {
    const until = to ?? new Date(deps.clock.now()).toISOString();
    if (Date.parse(from) > Date.parse(until)) {
      const message = 'must not lie after to';
      throw new Problem('invalid_period', `${from} lies after ${until}.`, [{ path: 'from', message }]);
    }
    const filter = { from, to: until, limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined };
    const { items, nextCursor } = await deps.store.tenant(tenant.orgId, (db) => listChanges(db, tenant, filter));
    const { calendar } = await deps.contexts.of(tenant);
    const inShort = () => items.map(({ at, changes, claim }) => ({ ...compactClaim(claim), at, changes }));
    const shown = items.map(({ at, changes, claim }) => ({ at, changes, claim: presentClaim(claim, calendar) }));
    return {
      status: 200,
      body: { view: 'full', items: shown, nextCursor },
      short: () => ({ view: 'compact', items: inShort(), nextCursor }),
    };
  },
});
