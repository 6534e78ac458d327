import { z } from 'zod';
import { wasTrue } from '../../flows/lore/read/was-true.js';
import { defineTool } from '../define.js';
import {
  atTimeField,
  compactEnvelopeFields,
  coversField,
  envelopeFields,
  FactSchema,
  TruthSchema,
} from '../envelope-schemas.js';
import { entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, label, tenantShape } from '../schemas.js';
import { StoryWindowSchema } from '../time-schemas.js';

const wasTrueField = z
  .enum([...TruthSchema.options, 'not_applicable'])
  .describe('`unknown`: nothing is recorded, or its dates do not tell. `not_applicable`: see `hint`.');

export const wasTrueAt = defineTool({
  name: 'was_true_at',
  method: 'GET',
  path: '/v1/lore/was-true-at',
  tag: 'lore',
  role: 'reader',
  summary: 'Say whether a relation was so at a time',
  description:
    'True, false or unknown, with who says so and who disputes it. False where it is recorded and its windows leave the ' +
    'time out, or where another surely had its place; where the record is silent, unknown. Of what happens once (born, ' +
    'founded, took part) whether it had happened by then, and when.',
  useWhen: 'you are about to say that somebody ruled, owned, belonged, was married, was born or took part.',
  notFor: 'when else it was so: use true_during. All that was so at a time: use state_at.',
  query: z.strictObject({
    ...tenantShape,
    relation: label.describe('RULES, MEMBER_OF, BORN_ON …, or the name from the other end: RULED_BY.'),
    subject: entityField,
    object: label.describe('Id or name of an entity; of an attribute its value.'),
    at_time: atTimeField,
    known_at: knownAtField,
  }),
  responses: {
    200: {
      description: 'What the record says.',
      schema: z
        .object({
          ...envelopeFields,
          was_true: wasTrueField,
          covers: coversField,
          happened_at: StoryWindowSchema.nullable().describe('Of what happens once: when it did; null: nobody tells.'),
          relation: FactSchema.nullable().describe('What decides, with its window; null: nothing does.'),
          facts: z.array(FactSchema).describe('The same by every source that tells of it.'),
          held_by: z.array(FactSchema).describe('Others that surely had its place then.'),
          disputed_with: z.array(FactSchema).describe('What contradicts that which decides.'),
          prophecies: z.array(FactSchema).describe('Who foretells it; decides nothing.'),
          believed_before: z.array(FactSchema).describe('What was believed of it, and is no more.'),
        })
        .describe('Whether a relation was so.')
        .meta({ id: 'WasTrue' }),
      short: z
        .object({
          ...compactEnvelopeFields,
          was_true: wasTrueField,
          facts: z.array(z.string()).describe('What decides, in lines.'),
          held_by: z.array(z.string()).optional().describe('Others that surely had its place then; absent: none.'),
        })
        .describe('Whether a relation was so, in short.')
        .meta({ id: 'CompactWasTrue' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, asked) => {
    const answer = await wasTrue(context, asked);
    const short = () => ({
      ...compactEnvelope(answer),
      wasTrue: answer.wasTrue,
      facts: [...answer.facts, ...answer.prophecies].map(factLine),
      ...(answer.heldBy.length === 0 ? {} : { heldBy: answer.heldBy.map(factLine) }),
    });
    return { status: 200, body: { view: 'full', ...answer }, short };
  },
});
