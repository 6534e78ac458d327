import { z } from 'zod';
import { contextOf } from '../../flows/project-contexts.js';
import { getSettings as findSettings } from '../../store/queries/projects/projects.js';
import { defineTool } from '../define.js';
import { SettingsSchema, tenantShape } from '../schemas.js';
import { presentSettings } from './present-settings.js';

export const getSettings = defineTool({
  name: 'get_settings',
  method: 'GET',
  path: '/v1/settings',
  tag: 'admin',
  role: 'reader',
  summary: 'Read what a project has set for itself',
  description: 'With the defaults for what it has not set. The ETag of the answer is for the If-Match of a change.',
  useWhen: 'you want to know what this project refuses, what it only warns of, and who may force.',
  notFor: 'what this key may do: use whoami.',
  query: z.strictObject(tenantShape),
  responses: { 200: { description: 'The settings.', schema: SettingsSchema, headers: ['ETag'] } },
  problems: [],
  run: async ({ deps, tenant }) =>
    presentSettings(contextOf(await deps.store.tenant(tenant.orgId, (db) => findSettings(db, tenant)))),
});
