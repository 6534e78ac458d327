import { z } from 'zod';
import { storyDateOf } from '../../flows/lore/read/calendar.js';
import { defineTool } from '../define.js';
import { besideFields } from '../envelope-schemas.js';
import { knownAtField, label, tenantShape } from '../schemas.js';
import { StoryTimeSchema } from '../time-schemas.js';

export const toStoryDate = defineTool({
  name: 'to_story_date',
  method: 'GET',
  path: '/v1/lore/to-story-date',
  tag: 'lore',
  role: 'reader',
  summary: 'Read a text as a time of the calendar',
  description:
    'What a date, an era or the name of a dated event means: how the calendar writes it, and which ticks of the axis it ' +
    'takes. `is_uncertain`: one moment somewhere in it is meant, as with "circa".',
  useWhen: 'you are not sure how a date has to be written, or want to compare two.',
  notFor: 'the eras themselves: use list_eras.',
  query: z.strictObject({
    ...tenantShape,
    text: label.describe('A date, an era, an event: `the 340th year of …`.'),
    known_at: knownAtField.describe('Of an event: when it was, as it was believed at this system time; default: now.'),
  }),
  responses: {
    200: {
      description: 'What it means.',
      schema: z
        .object({
          ...besideFields,
          canonical: z.string().nullable().describe('How it is kept: `third_age.year_340`; null of an event.'),
          time: StoryTimeSchema.describe('As answers tell it.'),
          is_uncertain: z.boolean().describe('Whether one moment somewhere in it is meant.'),
        })
        .describe('What a text means as a time.')
        .meta({ id: 'StoryDate' }),
    },
  },
  problems: ['ambiguous_entity', 'invalid_date'],
  run: async (context, asked) => ({ status: 200, body: await storyDateOf(context, asked) }),
});
