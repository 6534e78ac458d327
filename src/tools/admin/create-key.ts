import { z } from 'zod';
import { ROLES } from '../../core/role.js';
import { createKey as makeKey } from '../../flows/keys.js';
import { defineTool } from '../define.js';
import { ApiKeySchema, label, tenantName, tenantShape } from '../schemas.js';

export const createKey = defineTool({
  name: 'create_key',
  method: 'POST',
  path: '/v1/keys',
  tag: 'admin',
  role: 'admin',
  // The answer to a retry would have to be kept, and with it the secret.
  takesIdempotencyKey: false,
  summary: 'Make an API key',
  description:
    'The key opens every project of its organisation, or only `projects`, as far as its role goes. It is shown this once: ' +
    'only a hash of its secret is kept.',
  useWhen: 'an agent, a team or a service needs a key of its own.',
  notFor: 'changing a key: make another one and revoke_key the old.',
  body: z.strictObject({
    ...tenantShape,
    project: tenantShape.project.describe("Project of the key's requests that name none; default: the caller's."),
    projects: z
      .array(tenantName)
      .min(1)
      .max(100)
      .nullish()
      .describe('The only projects that there are for it. Default: those of the key that makes it, or all.'),
    name: label.describe('What it is for; stands on the record of what is done with it.'),
    role: z
      .enum(ROLES)
      .describe(
        'reader: reads and checks · writer: also writes · curator: also cancels what others wrote · admin: all.',
      ),
    expires_at: z.iso.datetime({ offset: true }).nullish().describe('When it ceases to open anything; default: never.'),
  }),
  responses: {
    201: {
      description: 'The key.',
      schema: z
        .object({
          key: ApiKeySchema,
          secret: z.string().describe('The whole key, as it is sent: lg_<org>_<id>_<secret>. Never shown again.'),
        })
        .describe('A key that was made.')
        .meta({ id: 'CreatedKey' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant, caller }, { name, role, projects, expiresAt }) => {
    const body = await makeKey(
      deps,
      { tenant, name, role, projects: projects ?? null, expiresAt: expiresAt ?? null },
      caller,
    );
    return { status: 201, body, headers: { 'cache-control': 'no-store' } };
  },
});
