import { z } from 'zod';
import { listProjects as findProjects } from '../../store/queries/projects/project-list.js';
import { defineTool } from '../define.js';
import { nextCursorField, orgShape, PAGE_DEFAULT, pageShape } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';

const ProjectSchema = z
  .object({
    project: z.string().describe('Its name.'),
    created_at: Timestamp.describe('When it was first written to.'),
    calendar: z.string().describe('Id of its calendar: `iso`, or that of a calendar of its own.'),
    settings_version: z.number().int().describe('Rises with everything that it sets for itself; 0: nothing.'),
  })
  .describe('A project that was written to.')
  .meta({ id: 'Project' });

export const listProjects = defineTool({
  name: 'list_projects',
  method: 'GET',
  path: '/v1/projects',
  tag: 'read',
  role: 'reader',
  summary: 'List the projects of the organisation',
  description:
    'By name. A project comes into being with its first write; a key that is bound to projects sees those only.',
  useWhen: 'you need the name of a project, or want to know which there are.',
  notFor: 'what is in a project: use list_claims or diagnose.',
  query: z.strictObject({ ...orgShape, ...pageShape }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          items: z.array(ProjectSchema).describe('By name.'),
          next_cursor: nextCursorField,
        })
        .describe('One page.')
        .meta({ id: 'ProjectPage' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant: { orgId }, caller }, { limit, cursor }) => {
    const wanted = { limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined, within: caller.projects };
    return { status: 200, body: await deps.store.tenant(orgId, (db) => findProjects(db, orgId, wanted)) };
  },
});
