import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { entitiesThat } from '../../flows/lore/read/browse.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields, timeField } from '../envelope-schemas.js';
import { livesField, statusField } from '../facts-answer.js';
import { EntityRefSchema } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { knownAtField, label, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

const ListedSchema = z
  .object({
    ...EntityRefSchema.shape,
    aliases: z.array(z.string()).describe('Its other names.'),
    status: statusField,
    lives: livesField,
  })
  .describe('An entity of a list.')
  .meta({ id: 'ListedEntity' });

export const listEntities = defineTool({
  name: 'list_entities',
  method: 'GET',
  path: '/v1/lore/list-entities',
  tag: 'lore',
  role: 'reader',
  summary: 'List entities by type, name, standing or time',
  description:
    'Oldest first. With `alive_at` those that existed then, surely or perhaps: `status` says which. `status` is that at ' +
    'the time asked about, or else at the current one.',
  useWhen: 'you want all of a type, all whose names begin so, or all who lived at a time.',
  notFor: 'one that you can name: use lookup, which forgives misspelling.',
  query: z.strictObject({
    ...tenantShape,
    type: label.nullish().describe('Only entities of this type.'),
    name: label.nullish().describe('Only those that have a name which begins so, whatever its case and article.'),
    verified: z.enum(['true', 'false']).nullish().describe('false: only provisional ones; true: only others.'),
    alive_at: timeField.describe('Only those that existed then; as `at_time` of other operations.'),
    ...{ known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'One page. With `alive_at` it may hold fewer than `limit`, or none, and go on all the same.',
      schema: z
        .object({
          ...envelopeFields,
          items: z.array(ListedSchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
        })
        .describe('One page.')
        .meta({ id: 'EntityPage' }),
      short: z
        .object({
          ...compactEnvelopeFields,
          items: z.array(EntityRefSchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
        })
        .describe('One page, in short.')
        .meta({ id: 'CompactEntityPage' }),
    },
  },
  problems: ['ambiguous_entity', 'invalid_date'],
  run: async (context, { name, verified, limit, ...asked }) => {
    const { items, ...answer } = await entitiesThat(context, {
      ...{ ...asked, prefix: name, limit: limit ?? PAGE_DEFAULT },
      loreVerified: verified == null ? null : verified === 'true',
    });
    const { nextCursor } = answer;
    const short = () => ({
      ...compactEnvelope(answer),
      items: items.map(({ entity }) => entityRef(entity)),
      nextCursor,
    });
    const shown = items.map(({ entity, status, lives }) => ({
      ...{ ...entityRef(entity), aliases: entity.aliases, status, lives },
    }));
    return { status: 200, body: { view: 'full', ...answer, items: shown }, short };
  },
});
