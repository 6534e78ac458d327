import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { eventsIn, type ShownEvent } from '../../flows/lore/read/events.js';
import { defineTool } from '../define.js';
import * as envelope from '../envelope-schemas.js';
import { linesField } from '../facts-answer.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { StoryWindowSchema } from '../time-schemas.js';

const EventSchema = z
  .object({
    event: EntityRefSchema.describe('What happened.'),
    when: StoryWindowSchema.nullable().describe('When; null: nobody tells.'),
    held: envelope.TruthSchema.describe('Whether it surely was in that time: `true` or `unknown`.'),
    places: z.array(EntityRefSchema).describe('Where; empty: nobody tells.'),
    eras: z.array(EntityRefSchema).describe('The eras that it is said to be of.'),
    is_disputed: z.boolean().describe('Whether sources dispute when or where.'),
  })
  .describe('Something that happened.')
  .meta({ id: 'LoreEvent' });

export const eventsDuring = defineTool({
  name: 'events_during',
  method: 'GET',
  path: '/v1/lore/events-during',
  tag: 'lore',
  role: 'reader',
  summary: 'List what happened in a time, in a place or everywhere',
  description:
    'Events in the order of time, those that cross an edge of it too. Parts of the era and of the place are included. An ' +
    'event that is said to be of the era counts without a date; `held: unknown` is one of which nobody knows.',
  useWhen: 'you are asked what happened in an era, a reign, a year, or somewhere.',
  notFor: 'what one person did: use timeline with `relation=PARTICIPATED_IN`.',
  query: z.strictObject({
    ...{ ...tenantShape, era: envelope.eraField, from: envelope.fromField, until: envelope.untilField },
    to: envelope.toField,
    location: entityField.nullish().describe('Id or name of a place; left out: everywhere.'),
    ...{ known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          ...envelope.envelopeFields,
          location: EntityRefSchema.nullable().describe('The place; null: everywhere.'),
          events: z.array(EventSchema).describe('In the order of time. A page may hold fewer than `limit`.'),
          next_cursor: nextCursorField,
        })
        .describe('What happened.')
        .meta({ id: 'Events' }),
      short: z
        .object({
          ...{ ...envelope.compactEnvelopeFields, events: linesField('In the order of time, with when and where.') },
          next_cursor: nextCursorField,
        })
        .describe('What happened, in short.')
        .meta({ id: 'CompactEvents' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date', 'invalid_period'],
  run: async (context, { limit, ...asked }) => {
    const { location, ...answer } = await eventsIn(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { events, nextCursor } = answer;
    const short = () => ({ ...compactEnvelope(answer), events: events.map(line), nextCursor });
    return { status: 200, body: { view: 'full', ...answer, location: location && entityRef(location) }, short };
  },
});

/** "Siege of Ashlode, 347 AL, Ashlode Keep" */
function line({ event, when, places, held }: ShownEvent): string {
  const parts = [event.name, when?.from?.text ?? 'undated', ...places.map(({ name }) => name)];
  return `${parts.join(', ')}${held === 'unknown' ? ' (unsure)' : ''}`;
}
