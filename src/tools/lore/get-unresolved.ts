import { z } from 'zod';
import { requireEntity } from '../../flows/lore/resolve.js';
import { getEntities, listEntities } from '../../store/queries/entities.js';
import { defineTool } from '../define.js';
import { EntitySchema, entityField } from '../lore-schemas.js';
import { presentEntity } from '../present-lore.js';
import { nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const getUnresolved = defineTool({
  name: 'get_unresolved',
  method: 'GET',
  path: '/v1/lore/get-unresolved',
  tag: 'lore',
  role: 'reader',
  summary: 'List entities that nobody vouched for yet',
  description: 'Those that no document tells of and no curator vouches for (`lore_verified: false`), oldest first.',
  useWhen: 'you want to work through what only an encounter knows.',
  notFor: 'claims that the guard did not vouch for: use list_unguarded.',
  query: z.strictObject({
    ...tenantShape,
    entity: entityField.nullish().describe('Only this one, if it is provisional.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          items: z.array(EntitySchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
        })
        .describe('One page.')
        .meta({ id: 'UnresolvedEntities' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async ({ deps, tenant }, { entity: name, limit, cursor }) => {
    if (name != null) {
      const { id } = await requireEntity(deps, tenant, { path: 'entity', name });
      const [entity] = await deps.store.tenant(tenant.orgId, (db) => getEntities(db, tenant, [id]));
      const items = entity === undefined || entity.loreVerified ? [] : [presentEntity(entity)];
      return { status: 200, body: { items, nextCursor: null } };
    }
    const filter = { loreVerified: false, limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined };
    const { items, nextCursor } = await deps.store.tenant(tenant.orgId, (db) => listEntities(db, tenant, filter));
    return { status: 200, body: { items: items.map(presentEntity), nextCursor } };
  },
});
