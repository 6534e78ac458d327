import { z } from 'zod';
import { withoutSecret } from '../../flows/keys.js';
import { listKeys as findKeys } from '../../store/queries/projects/keys.js';
import { defineTool } from '../define.js';
import { ApiKeySchema, nextCursorField, orgShape, PAGE_DEFAULT, pageShape } from '../schemas.js';

export const listKeys = defineTool({
  name: 'list_keys',
  method: 'GET',
  path: '/v1/keys',
  tag: 'admin',
  role: 'admin',
  summary: 'List the API keys of the organisation, newest first',
  description: 'Revoked and expired keys too; never a secret. Pass `next_cursor` back as `cursor` for the next page.',
  useWhen: 'you look for a key that is to be revoked, or is not used any more.',
  notFor: 'your own key: use whoami.',
  query: z.strictObject({ ...orgShape, ...pageShape }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({ items: z.array(ApiKeySchema).describe('Newest first.'), next_cursor: nextCursorField })
        .describe('One page.')
        .meta({ id: 'KeyPage' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant: { orgId }, caller }, { limit, cursor }) => {
    const filter = { limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined, within: caller.projects };
    const { items, nextCursor } = await deps.store.tenant(orgId, (db) => findKeys(db, orgId, filter));
    return { status: 200, body: { items: items.map(withoutSecret), nextCursor } };
  },
});
