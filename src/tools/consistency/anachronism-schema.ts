import { z } from 'zod';
import { ANACHRONISMS, type DescribedAnachronism } from '../../flows/consistency/anachronisms.js';
import { EntityRefSchema, SourceSchema } from '../lore-schemas.js';
import { presentSource } from '../present-lore.js';
import { StoryWindowSchema } from '../time-schemas.js';
import { lifecycleFields, presentLifecycle } from './violation-schemas.js';

export const AnachronismSchema = z
  .object({
    id: z.string().describe('Of the violation.'),
    claim: z.enum(ANACHRONISMS).nullable().describe('How the act misses the existence; null of an old one.'),
    sentence: z.string().describe('The anachronism in words.'),
    entity: EntityRefSchema.nullable().describe('Who or what does not exist then; null of an old one.'),
    event: EntityRefSchema.nullable().describe('What it has to do with then; null: nothing that has a name.'),
    expected: StoryWindowSchema.nullable().describe('When it exists; null of an old one.'),
    actual: StoryWindowSchema.nullable().describe('When it acts; null of an old one.'),
    sides: z
      .array(z.object({ id: z.string().describe('Of the relation.'), text: z.string().describe('What it says.') }))
      .describe('The act, and what is told of the existence.'),
    sources: z.array(SourceSchema).describe('Who says so.'),
    ...lifecycleFields,
  })
  .describe('An act at a time at which who acts does not exist.')
  .meta({ id: 'Anachronism' });

export function presentAnachronism({ violation, sources, ...rest }: DescribedAnachronism) {
  return { id: violation.id, ...rest, sources: sources.map(presentSource), ...presentLifecycle(violation) };
}
