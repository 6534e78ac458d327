import { z } from 'zod';

/** Times as they stand on the wire. */

export const Timestamp = z.iso.datetime().describe('ISO 8601, UTC.');

export const StoryTimeSchema = z
  .object({
    text: z.string().describe('As requests take it: `340 TA`, `2026-03-31`; or `unknown`.'),
    from: z.number().int().nullable().describe('The first tick that it names; null: nobody knows, or no beginning.'),
    until: z.number().int().nullable().describe('The first tick after it; null: nobody knows, or no end.'),
  })
  .describe('A time in the world. `tick` of the calendar tells what a tick is.')
  .meta({ id: 'StoryTime' });

export const StoryWindowSchema = z
  .object({
    from: StoryTimeSchema.nullable().describe('When it begins; null: open.'),
    until: StoryTimeSchema.nullable().describe('When it ends, itself left out; null: open.'),
  })
  .describe('When something holds in the world.')
  .meta({ id: 'StoryWindow' });
