import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { entityContextAt } from '../../flows/lore/read/entity-context.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, factsField, linesField, livesField, statusField } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, tenantShape } from '../schemas.js';

const isCutField = z.boolean().describe('Whether there is more than was read: timeline lists all, page by page.');

export const entityContext = defineTool({
  name: 'entity_context',
  method: 'GET',
  path: '/v1/lore/entity-context',
  tag: 'lore',
  role: 'reader',
  summary: 'Say in short who or what an entity is',
  description:
    'One step around it at the time: what it belonged to, its family, where it was, what it held and was called, and ' +
    'when it lived. Of what happens once (a birth, a death) what had happened by then.',
  useWhen: 'you are asked who somebody is or what something is, before anything that costs more.',
  notFor: 'everything that held at a time: use state_at. Everything ever, in order: use timeline.',
  query: z.strictObject({ ...tenantShape, entity: entityField, at_time: atTimeField, known_at: knownAtField }),
  responses: {
    200: {
      description: 'The summary.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: aboutField, status: statusField, lives: livesField },
          factions: factsField('Factions, lineages and peoples that it belonged to, allies, enemies and lords.'),
          family: factsField('Parents, children and spouses.'),
          places: factsField('Where it was, was born, died, took place, or what it was a part of.'),
          holdings: factsField('What it possessed, ruled or controlled.'),
          titles: factsField('What it was called by.'),
          is_cut: isCutField,
        })
        .describe('Who or what an entity is.')
        .meta({ id: 'EntityContext' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, entity: z.string().describe('Its name.'), status: statusField },
          ...{ facts: linesField('The same in lines.'), is_cut: isCutField },
        })
        .describe('Who or what an entity is, in short.')
        .meta({ id: 'CompactEntityContext' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, asked) => {
    const { entity, groups, ...answer } = await entityContextAt(context, asked);
    const { status, isCut } = answer;
    const short = () => ({
      ...{ ...compactEnvelope(answer), entity: entity.name, status },
      ...{ facts: Object.values(groups).flat().map(factLine), isCut },
    });
    return { status: 200, body: { view: 'full', ...answer, ...groups, entity: entityRef(entity) }, short };
  },
});
