import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { offspringOf } from '../../flows/lore/read/offspring.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, factsField, linesField, livesField } from '../facts-answer.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

const ChildSchema = z
  .object({
    child: EntityRefSchema.describe('The child.'),
    lives: livesField,
    other_parents: z.array(EntityRefSchema).describe('Who else is said to be a parent; empty: nobody tells.'),
    facts: factsField('Who says so, of all its parents.'),
  })
  .describe('A child of a person.')
  .meta({ id: 'Child' });

export const listOffspring = defineTool({
  name: 'list_offspring',
  method: 'GET',
  path: '/v1/lore/list-offspring',
  tag: 'lore',
  role: 'reader',
  summary: 'List the children of a person, with the other parent',
  description: 'Direct children, each with its life and whoever else is said to be a parent of it.',
  useWhen: 'you are asked about sons, daughters or heirs.',
  notFor: 'the parents of somebody: use entity_context.',
  query: z.strictObject({ ...tenantShape, person: entityField, known_at: knownAtField, ...pageShape }),
  responses: {
    200: {
      description: 'One page; empty: none is recorded, which does not say that there was none.',
      schema: z
        .object({
          ...{ ...envelopeFields, person: aboutField },
          ...{ children: z.array(ChildSchema).describe('In the order of their ids.'), next_cursor: nextCursorField },
        })
        .describe('The children of a person.')
        .meta({ id: 'Offspring' }),
      short: z
        .object({ ...compactEnvelopeFields, children: linesField('Their names.'), next_cursor: nextCursorField })
        .describe('The children of a person, in short.')
        .meta({ id: 'CompactOffspring' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, { limit, ...asked }) => {
    const { person, ...answer } = await offspringOf(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { children, nextCursor } = answer;
    const short = () => ({ ...compactEnvelope(answer), children: children.map(({ child }) => child.name), nextCursor });
    return { status: 200, body: { view: 'full', ...answer, person: entityRef(person) }, short };
  },
});
