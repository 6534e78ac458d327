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
  summary: 'Vouch for an entity',
  description:
    'An entity that only an encounter knows is provisional, until a document tells of it or a curator vouches.',
  body: z.strictObject({ ...tenantShape, entity: entityField, reason: whyField, who: curatorField }),
  responses: {
    200: {
      description: 'The entity.',
      schema: z
        .object({ result: z.enum(['verified', 'unchanged']), entity: EntitySchema })
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
