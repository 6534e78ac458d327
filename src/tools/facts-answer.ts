import { z } from 'zod';
import { LIFE_STATUSES } from '../core/record.js';
import { compactEnvelopeFields, envelopeFields, FactSchema } from './envelope-schemas.js';
import { EntityRefSchema } from './lore-schemas.js';
import { nextCursorField } from './schemas.js';
import { StoryWindowSchema } from './time-schemas.js';

/** Answers that are lists of relations, as they stand on the wire. */

export const factsField = (what: string) => z.array(FactSchema).describe(what);
export const linesField = (what: string) => z.array(z.string()).describe(what);
export const aboutField = EntityRefSchema.describe('Whom or what it is about.');
export const propheciesField = factsField('What is foretold; nothing is made of it.');
export const statusField = z
  .enum(LIFE_STATUSES)
  .describe(
    'Whether it existed then: `alive` of what does not live, too; `unknown`: nothing, or nothing sure, is told.',
  );
export const livesField = z.array(StoryWindowSchema).describe('When it existed; empty: nothing is told.');

/** A 200 that lists relations at the ends of an entity, in both views. */
export function factsResponse(id: string, { answer, facts }: { answer: string; facts: string }) {
  return {
    description: answer,
    schema: z
      .object({
        ...envelopeFields,
        entity: aboutField,
        facts: factsField(facts),
        prophecies: propheciesField,
        next_cursor: nextCursorField,
      })
      .describe(answer)
      .meta({ id }),
    short: z
      .object({
        ...compactEnvelopeFields,
        entity: z.string().describe('The name of whom or what it is about.'),
        facts: linesField(facts),
        next_cursor: nextCursorField,
      })
      .describe(`${answer.replace(/\.$/, '')}, in short.`)
      .meta({ id: `Compact${id}` }),
  };
}
