import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { WAYS_TO_KNOW } from '../../core/record.js';
import { SOURCE_KINDS } from '../../core/source.js';
import { knownTo } from '../../flows/lore/read/npc.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields, FactSchema } from '../envelope-schemas.js';
import { aboutField, linesField, statusField } from '../facts-answer.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

const QUESTION_MAX = 500;

const KnownSchema = z
  .object({
    fact: FactSchema.describe('What may be known; an end that was still to come is left out of it.'),
    via: z
      .enum(WAYS_TO_KNOW)
      .describe('`own`: it is part of it. `present`: it was in the place. `told`: a source tells of it.'),
    tier: z.enum(SOURCE_KINDS).nullable().describe('How reliable who tells it is; null: no source is named.'),
  })
  .describe('Something that a person may know.')
  .meta({ id: 'KnownToPerson' });

export const queryAsNpc = defineTool({
  name: 'query_as_npc',
  method: 'GET',
  path: '/v1/lore/query-as-npc',
  tag: 'lore',
  role: 'reader',
  summary: 'Tell only what a person of the world could know at a time',
  description:
    'Of an entity, or of all that a question names: what the person was part of, took part in, saw, was present at, or ' +
    'may have been told by a source, with how reliable that is. Nothing of what came later, or after its death.',
  useWhen: 'you speak as a character, and must not know more than it does.',
  notFor: 'what is so: use state_at or was_true_at.',
  query: z.strictObject({
    ...{ ...tenantShape, npc: entityField.describe('Id or name of who is to know it.') },
    entity: entityField.nullish().describe('Whom or what it is asked about. Either this or `question`.'),
    question: z.string().trim().min(1).max(QUESTION_MAX).nullish().describe('A question that names whom it is about.'),
    ...{ at_time: atTimeField, known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'What it could know; what is not there it could not know, or nobody tells.',
      schema: z
        .object({
          ...{ ...envelopeFields, npc: aboutField.describe('Who knows it.'), status: statusField },
          about: z.array(EntityRefSchema).describe('Whom or what the question is about.'),
          known: z.array(KnownSchema).describe('A page of it; it may hold fewer than `limit`.'),
          next_cursor: nextCursorField,
        })
        .describe('What a person could know.')
        .meta({ id: 'KnownToNpc' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, npc: z.string().describe('The name of who knows it.'), status: statusField },
          ...{ known: linesField('By what it is known, and what.'), next_cursor: nextCursorField },
        })
        .describe('What a person could know, in short.')
        .meta({ id: 'CompactKnownToNpc' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { limit, ...asked }) => {
    const answer = await knownTo(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { npc, about, known, status, nextCursor } = answer;
    const short = () => ({
      ...{ ...compactEnvelope(answer), npc: npc.name, status, nextCursor },
      known: known.map(({ fact, via, tier }) => `${tier === null ? via : `${via}, ${tier}`}: ${factLine(fact)}`),
    });
    return { status: 200, body: { view: 'full', ...answer, npc: entityRef(npc), about: about.map(entityRef) }, short };
  },
});
