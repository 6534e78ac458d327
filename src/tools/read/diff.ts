import { z } from 'zod';
import { CHANGED, CHANGES } from '../../core/change.js';
import { Problem } from '../../core/errors.js';
import { listChanges } from '../../flows/asking/changes.js';
import { compactPage, fullPage } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { EntitySchema, RelationSchema } from '../lore-schemas.js';
import { compactChange, presentChange } from '../present-recall.js';
import { ClaimSchema, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';

const instant = z.iso.datetime({ offset: true });

const fields = {
  about: z.enum(CHANGED).describe('What changed.'),
  id: z.string().describe('Of the claim, relation or entity.'),
  at: Timestamp.describe('When.'),
  changes: z
    .array(z.enum(CHANGES))
    .describe(
      '`stored`: it is new, or said again. `ended`: the time in which it holds has got another end. `told_anew`: its source ' +
        'says it otherwise. `settled`: it contradicts less than before. `vouched`: somebody, or a later comparison, stands ' +
        'behind it. `withdrawn`: its document no longer says it; `retracted`: somebody took the relation back.',
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
    'Every change of a claim or a relation after `from`, up to `to`, in its order, as it was from then on, and the entities ' +
    'that were added. The same two times give the same answer, but for words that were erased since, and entities, whose ' +
    'names are those of now.',
  useWhen: 'you want to know what is new, or no longer believed, since you last looked.',
  notFor: 'who did it and why, refusals included: use audit. One claim: use claim_history.',
  query: z.strictObject({
    ...tenantShape,
    from: instant.describe('Changes after this system time.'),
    to: instant.nullish().describe('Changes up to this system time; default: now.'),
    about: z.enum(CHANGED).nullish().describe('Changes of these only; default: of all.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page. What was only read again is left out: a page may hold fewer than `limit`.',
      schema: fullPage(
        z
          .object({
            ...fields,
            claim: ClaimSchema.optional().describe('Of a claim: as it was from then on.'),
            relation: RelationSchema.optional().describe('Of a relation: as it was from then on.'),
            entity: EntitySchema.optional().describe('Of an entity: as it is now.'),
          })
          .describe('A change of a claim or a relation, or an entity that was added.')
          .meta({ id: 'Change' }),
        'ChangePage',
      ),
      short: compactPage(
        z
          .object({ ...fields, text: z.string().describe('What it says; cut at 80 characters.') })
          .describe('A change, in short.')
          .meta({ id: 'CompactChange' }),
        'CompactChangePage',
      ),
    },
  },
  problems: ['invalid_period'],
  run: async ({ deps, tenant }, { from, to, about, limit, cursor }) => {
    const until = to ?? new Date(deps.clock.now()).toISOString();
    if (Date.parse(from) > Date.parse(until)) {
      const message = 'must not lie after to';
      throw new Problem('invalid_period', `${from} lies after ${until}.`, [{ path: 'from', message }]);
    }
    const page = { limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined };
    const filter = { from, to: until, of: about == null ? CHANGED : [about], ...page };
    const { items, nextCursor } = await deps.store.tenant(tenant.orgId, (db) => listChanges(db, tenant, filter));
    const { calendar } = await deps.contexts.of(tenant);
    return {
      status: 200,
      body: { view: 'full', items: items.map((item) => presentChange(item, calendar)), nextCursor },
      short: () => ({ view: 'compact', items: items.map(compactChange), nextCursor }),
    };
  },
});
