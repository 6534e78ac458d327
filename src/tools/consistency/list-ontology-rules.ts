import { z } from 'zod';
import { rulesOf } from '../../flows/consistency/ontology.js';
import { defineTool } from '../define.js';
import { tenantShape } from '../schemas.js';
import { presentRule, RuleSchema } from './rule-schemas.js';

export const listOntologyRules = defineTool({
  name: 'list_ontology_rules',
  method: 'GET',
  path: '/v1/lore/list-ontology-rules',
  tag: 'lore',
  role: 'reader',
  summary: 'List the rules of the world',
  description:
    'Those that come with the program and those of the project, by id, each with its text, whether it is on, how severe ' +
    'it is, and when it was last run, for how long, and how much it found.',
  useWhen: 'you want to know what the world holds to, or which rule costs or finds too much.',
  notFor: 'what breaks them: use get_ontology_violations.',
  query: z.strictObject({ ...tenantShape }),
  responses: {
    200: {
      description: 'All rules.',
      schema: z
        .object({ items: z.array(RuleSchema).describe('By id.') })
        .describe('The rules of a project.')
        .meta({ id: 'OntologyRules' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant }) => {
    const rules = await deps.store.tenant(tenant.orgId, (db) => rulesOf(db, tenant));
    return { status: 200, body: { items: rules.map(presentRule) } };
  },
});
