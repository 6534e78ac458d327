import { z } from 'zod';
import { revokeKey as revoke } from '../../flows/keys.js';
import { defineTool } from '../define.js';
import { ApiKeySchema, idField, orgShape } from '../schemas.js';

export const revokeKey = defineTool({
  name: 'revoke_key',
  method: 'POST',
  path: '/v1/keys/{key_id}/revoke',
  tag: 'admin',
  role: 'admin',
  isDestructive: true,
  summary: 'Take an API key out of use',
  description:
    'For good: at once on the server that answers, within seconds on others. Revoking a revoked key changes nothing.',
  useWhen: 'a key leaked, or whoever had it has left.',
  notFor: 'what was written with it: that stays; use cancel or erase.',
  params: z.strictObject({ key_id: idField.describe('Of the key.') }),
  body: z.strictObject(orgShape),
  responses: {
    200: {
      description: 'The key, revoked now or before.',
      schema: z.object({ key: ApiKeySchema }).describe('A key that opens nothing any more.').meta({ id: 'RevokedKey' }),
    },
  },
  problems: ['not_found'],
  run: async ({ deps, tenant, caller }, { keyId }) => ({
    status: 200,
    body: { key: await revoke(deps, tenant.orgId, keyId, caller) },
  }),
});
