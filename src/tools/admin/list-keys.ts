import { z } from 'zod';
import { withoutSecret } from '../../flows/keys.js';
import { listKeys as findKeys } from '../../store/queries/keys.js';
import { defineTool } from '../define.js';
import { ApiKeySchema, orgShape, PAGE_DEFAULT, pageShape } from '../schemas.js';

export const listKeys = defineTool({
  name: 'list_keys',
  method: 'GET',
  path: '/v1/keys',
  tag: 'admin',
  role: 'admin',
  summary: 'List the API keys of the organisation, newest first',
  description: 'Revoked and expired keys too; never a secret. Pass `next_cursor` back as `cursor` for the next page.',
  query: z.strictObject({ ...orgShape, ...pageShape }),
  responses: {
    200: {
      description: 'One page.',
      schema: z.object({ items: z.array(ApiKeySchema), next_cursor: z.string().nullable() }).meta({ id: 'KeyPage' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant: { orgId }, caller }, { limit, cursor }) => {
    const filter = { limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined, within: caller.projects };
    const { items, nextCursor } = await deps.store.tenant(orgId, (db) => findKeys(db, orgId, filter));
    return { status: 200, body: { items: items.map(withoutSecret), nextCursor } };
  },
});
