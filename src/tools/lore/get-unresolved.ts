import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { unresolvedEntities } from '../../flows/lore/read/unresolved.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { EntityRefSchema, EntitySchema, entityField } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { presentEntity } from '../present-lore.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const getUnresolved = defineTool({
  name: 'get_unresolved',
  method: 'GET',
  path: '/v1/lore/get-unresolved',
  tag: 'lore',
  role: 'reader',
  summary: 'List entities that nobody vouched for yet',
  description:
    'Those that no document tells of and no curator vouches for (`lore_verified: false`), oldest first; with `known_at` ' +
    'those of which that was so then. Names are those of now.',
  useWhen: 'you want to work through what only an encounter knows.',
  notFor: 'claims that the guard did not vouch for: use list_unguarded.',
  query: z.strictObject({
    ...tenantShape,
    entity: entityField.nullish().describe('Only this one, if it is provisional.'),
    known_at: knownAtField,
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          ...envelopeFields,
          items: z.array(EntitySchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
        })
        .describe('One page.')
        .meta({ id: 'UnresolvedEntities' }),
      short: z
        .object({
          ...compactEnvelopeFields,
          items: z.array(EntityRefSchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
        })
        .describe('One page, in short.')
        .meta({ id: 'CompactUnresolvedEntities' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, { limit, ...asked }) => {
    const { items, ...answer } = await unresolvedEntities(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { nextCursor } = answer;
    const short = () => ({ ...compactEnvelope(answer), items: items.map(entityRef), nextCursor });
    return { status: 200, body: { view: 'full', ...answer, items: items.map(presentEntity) }, short };
  },
});
