import { z } from 'zod';
import { contextOf } from '../../flows/lore/read/context.js';
import { flagDelivered } from '../consistency/violation-schemas.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { factsField, linesField, livesField, propheciesField, statusField } from '../facts-answer.js';
import { EntitySchema, entityField } from '../lore-schemas.js';
import { openField, presentOpen } from '../open-answer.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

const PassageSchema = z
  .object({
    chunk_id: z.string().describe('Of the passage; `sources` says which relations it tells.'),
    document: z.string().nullable().describe('Path of the document.'),
    heading: z.string().nullable().describe('The heading above it; null: none.'),
    text: z.string().describe('Its words.'),
    is_cut: z.boolean().describe('Whether it goes on.'),
  })
  .describe('A passage that says something of an answer.')
  .meta({ id: 'SaidIn' });

const passagesField = z.array(PassageSchema).describe('The passages that say these relations: 20 at most.');
const openAboutField = openField('Everything that is open about it, on the first page: 20 of each kind at most.');

export const getContext = defineTool({
  name: 'get_context',
  method: 'GET',
  path: '/v1/lore/get-context',
  tag: 'lore',
  role: 'reader',
  summary: 'Tell everything about an entity at a time',
  description:
    'Its names and life, every relation on either end that held at the time (of what happens once, what had happened by ' +
    'then), the passages that say so, and every contradiction, anachronism, broken rule and orphan that is open about it.',
  useWhen: 'you are to write about something and must know all that is told of it, with what is wrong with that.',
  notFor: 'a first look: use entity_context. What held just then: use state_at.',
  query: z.strictObject({
    ...{ ...tenantShape, entity: entityField, at_time: atTimeField, known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'One page of it.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: EntitySchema, status: statusField, lives: livesField },
          relations: factsField('In the order of their ids. A page may hold fewer than `limit`.'),
          ...{ prophecies: propheciesField, passages: passagesField, open: openAboutField },
          next_cursor: nextCursorField,
        })
        .describe('Everything about an entity.')
        .meta({ id: 'EntityInFull' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, entity: z.string().describe('Its name.'), status: statusField },
          facts: linesField('The relations in lines.'),
          ...{ open: linesField('What is open about it.'), next_cursor: nextCursorField },
        })
        .describe('Everything about an entity, in short.')
        .meta({ id: 'CompactEntityInFull' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { limit, ...asked }) => {
    const { open, ...answer } = await contextOf(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { entity, status, relations, prophecies, nextCursor } = answer;
    const delivered = open.map(({ violation }) => violation);
    flagDelivered(context.deps, context.tenant, delivered, context.report);
    const short = () => ({
      ...{ ...compactEnvelope(answer), entity: entity.name, status },
      ...{ facts: [...relations, ...prophecies].map(factLine), open: open.map(({ sentence }) => sentence), nextCursor },
    });
    return { status: 200, body: { view: 'full', ...answer, open: presentOpen(open) }, short };
  },
});
