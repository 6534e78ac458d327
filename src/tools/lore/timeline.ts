import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { timelineOf } from '../../flows/lore/read/timeline.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields, fromField, toField, untilField } from '../envelope-schemas.js';
import { aboutField, factsField, linesField } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, label, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const timeline = defineTool({
  name: 'timeline',
  method: 'GET',
  path: '/v1/lore/timeline',
  tag: 'lore',
  role: 'reader',
  summary: 'List everything that touches an entity, in order',
  description:
    'Every relation and attribute with the entity on either end, in the order in which they begin. What takes place when ' +
    'an event does stands at that time; what lasts without dates stands first, an event that nobody dates last.',
  useWhen: 'you are asked for a life, a history or a career.',
  notFor: 'what was so at one time: use state_at. What happened in a time or place: use events_during.',
  query: z.strictObject({
    ...{ ...tenantShape, entity: entityField },
    relation: label.nullish().describe('Only relations of this type.'),
    ...{ from: fromField, until: untilField, to: toField, known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: aboutField },
          ...{ items: factsField('In the order of time. A page may hold fewer than `limit`.') },
          next_cursor: nextCursorField,
        })
        .describe('What touches an entity.')
        .meta({ id: 'Timeline' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, items: linesField('In the order of time.'), next_cursor: nextCursorField },
        })
        .describe('What touches an entity, in short.')
        .meta({ id: 'CompactTimeline' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date', 'invalid_period'],
  run: async (context, { limit, ...asked }) => {
    const { entity, ...answer } = await timelineOf(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { items, nextCursor } = answer;
    const short = () => ({ ...compactEnvelope(answer), items: items.map(factLine), nextCursor });
    return { status: 200, body: { view: 'full', ...answer, entity: entityRef(entity) }, short };
  },
});
