import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { relationsOf } from '../../flows/lore/read/relations.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { linesField } from '../facts-answer.js';
import { EntityRefSchema, entityField, RelationSchema } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { presentRelation, relationLine } from '../present-lore.js';
import { knownAtField, label, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const listRelations = defineTool({
  name: 'list_relations',
  method: 'GET',
  path: '/v1/lore/list-relations',
  tag: 'lore',
  role: 'reader',
  summary: 'List every relation and attribute of an entity',
  description:
    'Every relation with the entity on either end, its attributes too, oldest first, each with its source and ' +
    'confidence. With `known_at` what was believed then; with `history` also what was superseded or taken back.',
  useWhen: 'you want all that is said of one person, place or thing.',
  notFor: 'claims in words: use list_claims with `entity`.',
  query: z.strictObject({
    ...tenantShape,
    entity: entityField,
    type: label.nullish().describe('Only relations of this type.'),
    history: z.enum(['true', 'false']).nullish().describe('true: those too that no longer stand.'),
    at_time: atTimeField.describe(
      'Only relations that hold at this time in the world, surely or perhaps: a date, an era, or the name or id of an ' +
        'event or era that has a date.',
    ),
    known_at: knownAtField,
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: EntityRefSchema.describe('Whom or what it is about.') },
          ...{ items: z.array(RelationSchema).describe('Oldest first.'), next_cursor: nextCursorField },
        })
        .describe('One page.')
        .meta({ id: 'RelationsOfEntity' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, entity: z.string().describe('The name of whom or what it is about.') },
          ...{ items: linesField('Oldest first.'), next_cursor: nextCursorField },
        })
        .describe('One page, in short.')
        .meta({ id: 'CompactRelationsOfEntity' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { history, limit, ...asked }) => {
    const page = { includesInactive: history === 'true', limit: limit ?? PAGE_DEFAULT };
    const { entity, items, calendar, ...answer } = await relationsOf(context, { ...asked, ...page });
    const { nextCursor } = answer;
    const short = () => ({
      ...{ ...compactEnvelope(answer), entity: entity.name, items: items.map(relationLine), nextCursor },
    });
    const shown = { entity: entityRef(entity), items: items.map((item) => presentRelation(item, calendar)) };
    return { status: 200, body: { view: 'full', ...answer, ...shown }, short };
  },
});
