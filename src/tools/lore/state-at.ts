import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { stateAt as stateOf } from '../../flows/lore/read/state-at.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, factsField, linesField, livesField, propheciesField, statusField } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const stateAt = defineTool({
  name: 'state_at',
  method: 'GET',
  path: '/v1/lore/state-at',
  tag: 'lore',
  role: 'reader',
  summary: 'Tell all that was so of an entity at a time',
  description:
    'A snapshot: whether it existed then, who held or ruled it, where it was, and every other relation that held or took ' +
    'place then, on either end. `held: unknown` is what its dates do not tell for sure.',
  useWhen: 'you are asked what somebody or something was like, or what went on around it, at a time.',
  notFor: 'one relation between two: use was_true_at. A summary of what it is: use entity_context.',
  query: z.strictObject({
    ...{ ...tenantShape, entity: entityField, at_time: atTimeField, known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'The snapshot.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: aboutField, status: statusField, lives: livesField },
          holders: factsField('Who possessed it; on the first page only.'),
          rulers: factsField('Who ruled or controlled it; on the first page only.'),
          location: factsField('Where it was; on the first page only.'),
          relations: factsField('Whatever else held or took place then. A page may hold fewer than `limit`.'),
          ...{ prophecies: propheciesField, next_cursor: nextCursorField },
        })
        .describe('What was so of an entity.')
        .meta({ id: 'State' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, entity: z.string().describe('Its name.'), status: statusField },
          ...{ facts: linesField('What held then.'), next_cursor: nextCursorField },
        })
        .describe('What was so of an entity, in short.')
        .meta({ id: 'CompactState' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { limit, ...asked }) => {
    const { entity, ...answer } = await stateOf(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { holders, rulers, location, relations, prophecies, status, nextCursor } = answer;
    const facts = [...holders, ...rulers, ...location, ...relations, ...prophecies];
    const short = () => ({
      ...{ ...compactEnvelope(answer), entity: entity.name, status, facts: facts.map(factLine), nextCursor },
    });
    return { status: 200, body: { view: 'full', ...answer, entity: entityRef(entity) }, short };
  },
});
