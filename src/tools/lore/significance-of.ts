import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { significanceOf as significanceFound } from '../../flows/lore/read/significance.js';
import { DEGREE_MAX, PEERS_MAX, STEPS_MAX } from '../../store/queries/records/significance-record.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, factsField, linesField } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, tenantShape } from '../schemas.js';

const cut = (what: string) => z.boolean().describe(what);
const count = (what: string) => z.number().int().describe(what);

const degreeField = z
  .object({
    total: count('Relations on either end.'),
    is_cut: cut(`Whether there are more: ${DEGREE_MAX} on an end are counted.`),
    by_type: z
      .array(
        z
          .object({
            type: z.string().describe('RULES, MEMBER_OF …'),
            end: z.enum(['from', 'to']).describe('The end on which it stands.'),
            count: count('How many.'),
          })
          .describe('How many relations of a type it has on an end.')
          .meta({ id: 'DegreeByType' }),
      )
      .describe('Most first.'),
  })
  .describe('How many relations it has with others.')
  .meta({ id: 'Degree' });

const consequencesField = z
  .object({
    events: count('Events that follow, by CAUSED, over any number of steps.'),
    steps: count('How many steps away the furthest of them is.'),
    is_cut: cut(`Whether there are more: ${STEPS_MAX} steps are followed.`),
  })
  .describe('What came of it, of what it took part in, and of what occurred there.')
  .meta({ id: 'Consequences' });

const rankField = z
  .object({
    place: count('1: none of them has more relations. Those that have as many share a place.'),
    among: count('How many were compared, itself among them.'),
    is_cut: cut(`Whether there are more of its type: it is compared with the ${PEERS_MAX} oldest.`),
  })
  .describe('Its place among those of its type, by how many relations they have.')
  .meta({ id: 'RankAmongType' });

export const significanceOf = defineTool({
  name: 'significance_of',
  method: 'GET',
  path: '/v1/lore/significance-of',
  tag: 'lore',
  role: 'reader',
  summary: 'Say why an entity matters in its world',
  description:
    'How many relations it has, the events that it caused, how far their consequences reach, and its place among those ' +
    'of its type. What is told of, whenever it was; prophecies count for nothing.',
  useWhen: 'you say who somebody or what something is, and why it is worth telling.',
  notFor: 'what came of an event, one by one: use graph_traverse with CAUSED.',
  query: z.strictObject({ ...tenantShape, entity: entityField, known_at: knownAtField }),
  responses: {
    200: {
      description: 'The figures.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: aboutField, degree: degreeField },
          ...{ events_caused: count('Events that it caused itself.'), consequences: consequencesField },
          rank: rankField,
          caused: factsField('What it caused: 50 at most.'),
          took_part: factsField('What it took part in: 50 at most.'),
        })
        .describe('Why an entity matters.')
        .meta({ id: 'SignificanceAnswer' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, degree: count('Relations on either end.') },
          ...{ events_caused: count('Events that it caused.'), consequences: count('Events that follow from that.') },
          ...{ rank: z.string().describe('3 of 40.'), facts: linesField('What it caused and took part in.') },
        })
        .describe('Why an entity matters, in short.')
        .meta({ id: 'CompactSignificance' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, asked) => {
    const found = await significanceFound(context, asked);
    const { entity, degree: byType, degreeIsCut, caused: eventsCaused, causes, tookPart, ...answer } = found;
    const { rank, consequences } = answer;
    const total = byType.reduce((sum, one) => sum + one.count, 0);
    const short = () => ({
      ...{ ...compactEnvelope(answer), degree: total, eventsCaused, consequences: consequences.events },
      ...{ rank: `${rank.place} of ${rank.among}`, facts: [...causes, ...tookPart].map(factLine) },
    });
    const degree = { total, isCut: degreeIsCut, byType };
    const body = { ...answer, entity: entityRef(entity), degree, eventsCaused, caused: causes, tookPart };
    return { status: 200, body: { view: 'full', ...body }, short };
  },
});
