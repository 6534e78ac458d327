import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { entityAt } from '../../flows/lore/read/browse.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { livesField, statusField } from '../facts-answer.js';
import { EntityRefSchema, EntitySchema, entityField } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { presentEntity } from '../present-lore.js';
import { knownAtField, tenantShape } from '../schemas.js';

export const getEntity = defineTool({
  name: 'get_entity',
  method: 'GET',
  path: '/v1/lore/get-entity',
  tag: 'lore',
  role: 'reader',
  summary: 'Read one entity',
  description:
    'Its type, all its names, what is told of it beside relations, when it existed, and what is open against it. ' +
    'Identity and names are those of now, whatever `known_at`.',
  useWhen: 'you have an id or a name and want the entity itself.',
  notFor: 'what it is related to: use entity_context.',
  query: z.strictObject({ ...tenantShape, entity: entityField, at_time: atTimeField, known_at: knownAtField }),
  responses: {
    200: {
      description: 'The entity.',
      schema: z
        .object({ ...envelopeFields, entity: EntitySchema, status: statusField, lives: livesField })
        .describe('An entity, and when it existed.')
        .meta({ id: 'EntityFound' }),
      short: z
        .object({ ...compactEnvelopeFields, entity: EntityRefSchema, status: statusField })
        .describe('An entity, in short.')
        .meta({ id: 'CompactEntityFound' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, asked) => {
    const { entity, named, ...answer } = await entityAt(context, asked);
    const short = () => ({ ...compactEnvelope(answer), entity: entityRef(named), status: answer.status });
    return { status: 200, body: { view: 'full', ...answer, entity: presentEntity(entity) }, short };
  },
});
