import { z } from 'zod';
import {
  type DescribedOntologyViolation,
  describeOntologyViolations,
} from '../../flows/consistency/ontology-described.js';
import { defineTool } from '../define.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { tenantShape } from '../schemas.js';
import { ruleIdField } from './rule-schemas.js';
import { compactPageOf, violationPage, violationPageShape, violationPages } from './violation-page.js';
import { compactViolation, lifecycleFields, presentLifecycle } from './violation-schemas.js';

const OntologyViolationSchema = z
  .object({
    id: z.string().describe('Of the violation.'),
    description: z.string().nullable().describe('What the rule demands; null: there is no such rule any more.'),
    sides: z
      .array(z.object({ id: z.string().describe('Of the relation.'), text: z.string().describe('What it says.') }))
      .describe('The relations that break it; none where it is broken by entities alone.'),
    entities: z.array(EntityRefSchema).describe('The entities that break it, where no relation does.'),
    ...lifecycleFields,
  })
  .describe('What breaks a rule that somebody wrote.')
  .meta({ id: 'OntologyViolation' });

export const getOntologyViolations = defineTool({
  name: 'get_ontology_violations',
  method: 'GET',
  path: '/v1/lore/get-ontology-violations',
  tag: 'lore',
  role: 'reader',
  summary: 'List what breaks the rules of the world',
  description:
    'Oldest first: the rule, and the relations or entities that break it. What a contradiction or an anachronism says ' +
    'already is none of its own: that record has the rule in `also_rule_ids`. What an answer of this operation delivered ' +
    'is `flagged` from then on.',
  useWhen: 'you want to know where the world does not hold to its own laws.',
  notFor: 'what two sources say against each other: use get_contradictions. The rules: use list_ontology_rules.',
  query: z.strictObject({
    ...tenantShape,
    rule_id: ruleIdField.nullish(),
    entity: entityField.nullish().describe('Only with this one in it.'),
    ...violationPageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      ...violationPages(OntologyViolationSchema, 'OntologyViolations'),
    },
  },
  problems: ['ambiguous_entity'],
  run: async (context, { ruleId, entity: name, ...asked }) => {
    const { deps, tenant } = context;
    const entity = name == null ? null : { path: 'entity', name };
    const of = { kind: 'ontology_violation', ruleId, entity, ...asked } as const;
    const page = await violationPage(context, of, async (found) => {
      const described = await deps.store.tenant(tenant.orgId, (db) =>
        describeOntologyViolations(db, tenant, found, asked.knownAt ?? undefined),
      );
      return described.map(({ violation, ...rest }) => ({
        violation,
        shown: { id: violation.id, ...rest, ...presentLifecycle(violation) },
      }));
    });
    const short = () => compactPageOf(page, (one) => compactViolation({ ...one, sentence: inWords(one) }));
    return { status: 200, body: { view: 'full', ...page }, short };
  },
});

function inWords({ sides, entities }: Pick<DescribedOntologyViolation, 'sides' | 'entities'>): string {
  return [...sides.map(({ text }) => text), ...entities.map(({ name }) => name)].join('; ');
}
