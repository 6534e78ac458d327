import { z } from 'zod';
import { erasOf } from '../../flows/lore/read/calendar.js';
import { defineTool } from '../define.js';
import { besideFields } from '../envelope-schemas.js';
import { EntityRefSchema } from '../lore-schemas.js';
import { tenantShape } from '../schemas.js';
import { StoryTimeSchema, StoryWindowSchema } from '../time-schemas.js';

const EraSchema = z
  .object({
    slug: z.string().describe('Names it in the canonical form of its dates.'),
    name: z.string().describe('What it is called.'),
    abbreviations: z.array(z.string()).describe('Other names.'),
    parent: z.string().nullable().describe('Slug of the era that it is a part of.'),
    counts_years: z.boolean().describe('Whether dates can name its years.'),
    span: StoryWindowSchema.describe('From when until when; of one that is not placed, somewhere in this.'),
    is_placed: z.boolean().describe('Whether it is known when in its parent it was.'),
    entity: EntityRefSchema.nullable().describe('The entity that is called so; null: none is.'),
  })
  .describe('An era of the calendar.')
  .meta({ id: 'EraListed' });

export const listEras = defineTool({
  name: 'list_eras',
  method: 'GET',
  path: '/v1/lore/list-eras',
  tag: 'lore',
  role: 'reader',
  summary: 'List the eras of the calendar',
  description: 'In the order in which they begin, parts after what they are parts of, and what `current` stands for.',
  useWhen: 'you need to know how this world counts its years, or what comes before what.',
  notFor: 'what happened in one of them: use events_during. The whole calendar: use get_calendar.',
  query: z.strictObject(tenantShape),
  responses: {
    200: {
      description: 'The eras; none where time is counted as in the real world.',
      schema: z
        .object({
          ...besideFields,
          calendar: z.string().describe('Id of the calendar.'),
          current: StoryTimeSchema.describe('What `current` stands for.'),
          eras: z.array(EraSchema).describe('In the order in which they begin.'),
        })
        .describe('The eras of the calendar.')
        .meta({ id: 'Eras' }),
    },
  },
  problems: [],
  run: async (context) => ({ status: 200, body: await erasOf(context) }),
});
