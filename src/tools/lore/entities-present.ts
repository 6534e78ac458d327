import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { presentAt } from '../../flows/lore/read/present.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields, FactSchema } from '../envelope-schemas.js';
import { aboutField, linesField } from '../facts-answer.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, label, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

const PresenceSchema = z
  .object({
    entity: EntityRefSchema.describe('Who or what was there.'),
    via: z.enum(['located_in', 'participated_in', 'witnessed']).describe('By what one knows.'),
    place: EntityRefSchema.nullable().describe('The place, or the one inside it; null: nobody tells.'),
    event: EntityRefSchema.nullable().describe('What it took part in or saw there; null: it was there as such.'),
    fact: FactSchema.describe('What says so.'),
  })
  .describe('Somebody or something in a place.')
  .meta({ id: 'Presence' });

export const entitiesPresent = defineTool({
  name: 'entities_present',
  method: 'GET',
  path: '/v1/lore/entities-present',
  tag: 'lore',
  role: 'reader',
  summary: 'List who and what was in a place at a time',
  description:
    'Whoever and whatever was located there, and whoever took part in an event there then, places inside it included; ' +
    '`via` says which. Who is not listed may have been there all the same.',
  useWhen: 'you are asked who was somewhere, or whom one could have met there.',
  notFor: 'where one person was: use state_at. Who ruled there: use rulers_of.',
  query: z.strictObject({
    ...{ ...tenantShape, location: entityField.describe('Id or name of a place.'), at_time: atTimeField },
    type: label.nullish().describe('Only entities of this type.'),
    ...{ known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          ...{ ...envelopeFields, location: aboutField },
          present: z.array(PresenceSchema).describe('Surely or perhaps there. A page may hold fewer than `limit`.'),
          next_cursor: nextCursorField,
        })
        .describe('Who and what was in a place.')
        .meta({ id: 'Present' }),
      short: z
        .object({
          ...compactEnvelopeFields,
          present: linesField('What says so, in lines.'),
          next_cursor: nextCursorField,
        })
        .describe('Who and what was in a place, in short.')
        .meta({ id: 'CompactPresent' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { limit, ...asked }) => {
    const { location, ...answer } = await presentAt(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { present, nextCursor } = answer;
    const short = () => ({
      ...compactEnvelope(answer),
      present: present.map(({ fact }) => factLine(fact)),
      nextCursor,
    });
    return { status: 200, body: { view: 'full', ...answer, location: entityRef(location) }, short };
  },
});
