import { z } from 'zod';
import { markVerified as mark } from '../../flows/lore/entities.js';
import { requireEntity } from '../../flows/lore/resolve.js';
import { defineTool } from '../define.js';
import { curatorField, EntitySchema, entityField, whyField } from '../lore-schemas.js';
import { presentEntity } from '../present-lore.js';
import { tenantShape } from '../schemas.js';

export const markVerified = defineTool({
  name: 'mark_verified',
  method: 'POST',
  path: '/v1/lore/mark-verified',
  tag: 'curate',
  role: 'curator',
  summary: 'Vouch for a provisional entity',
  description:
    'An entity that only an encounter knows is provisional, until a document tells of it or a curator vouches.',
  useWhen: 'you have looked at a provisional entity and it is real.',
  notFor: 'claims: use vouch. Two entities that are one: use merge_entities.',
  body: z.strictObject({ ...tenantShape, entity: entityField, reason: whyField, who: curatorField }),
  responses: {
    200: {
      description: 'The entity.',
      schema: z
        .object({
          result: z.enum(['verified', 'unchanged']).describe('`unchanged`: it was so already.'),
          entity: EntitySchema.describe('The entity as it is now.'),
        })
        .describe('An entity that somebody stands behind.')
        .meta({ id: 'VerifiedEntity' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async ({ deps, tenant, caller }, { entity: name, reason, who }) => {
    const { id } = await requireEntity(deps, tenant, { path: 'entity', name });
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const { result, entity } = await mark(deps, tenant, author, { id, reason: reason ?? null });
    return { status: 200, body: { result, entity: presentEntity(entity) } };
  },
});
