import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { planesAt } from '../../flows/lore/read/planes.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields, FactSchema, TruthSchema } from '../envelope-schemas.js';
import { aboutField, linesField } from '../facts-answer.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { knownAtField, tenantShape } from '../schemas.js';

const PlaneSchema = z
  .object({
    plane: EntityRefSchema.describe('The plane.'),
    held: TruthSchema.describe('As sure as the least sure of the steps that lead there.'),
    path: z.array(FactSchema).describe('The steps from the entity to the plane.'),
  })
  .describe('A plane that something was on.')
  .meta({ id: 'PlaneFound' });

export const entityPlanesAtTime = defineTool({
  name: 'entity_planes_at_time',
  method: 'GET',
  path: '/v1/lore/entity-planes-at-time',
  tag: 'lore',
  role: 'reader',
  summary: 'Say on which plane an entity was at a time',
  description: 'Follows where it was, and what that is a part of, to the planes; each with the steps that lead there.',
  useWhen: 'a world has several planes, and it matters on which of them somebody or something was.',
  notFor: 'the place itself: use state_at.',
  query: z.strictObject({ ...tenantShape, entity: entityField, at_time: atTimeField, known_at: knownAtField }),
  responses: {
    200: {
      description: 'The planes; empty where the record leads to none.',
      schema: z
        .object({ ...envelopeFields, entity: aboutField, planes: z.array(PlaneSchema).describe('Nearest first.') })
        .describe('The planes that something was on.')
        .meta({ id: 'Planes' }),
      short: z
        .object({ ...compactEnvelopeFields, planes: linesField('Names of the planes, nearest first.') })
        .describe('The planes that something was on, in short.')
        .meta({ id: 'CompactPlanes' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, asked) => {
    const { entity, ...answer } = await planesAt(context, asked);
    const short = () => ({ ...compactEnvelope(answer), planes: answer.planes.map(({ plane }) => plane.name) });
    return { status: 200, body: { view: 'full', ...answer, entity: entityRef(entity) }, short };
  },
});
