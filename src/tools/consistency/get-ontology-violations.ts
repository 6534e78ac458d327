import { z } from 'zod';
import { describeOntologyViolations } from '../../flows/consistency/ontology-described.js';
import { findEntity } from '../../flows/lore/resolve.js';
import { idsOfEntity } from '../../store/queries/entities.js';
import { listViolations } from '../../store/queries/violation-list.js';
import { countOpen } from '../../store/queries/violations.js';
import { defineTool } from '../define.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { ruleIdField } from './rule-schemas.js';
import {
  flagDelivered,
  lifecycleFields,
  openTotal,
  presentLifecycle,
  severityField,
  statusField,
} from './violation-schemas.js';

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
    severity: severityField,
    status: statusField,
    known_at: knownAtField,
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          items: z.array(OntologyViolationSchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
          open_total: openTotal,
        })
        .describe('One page.')
        .meta({ id: 'OntologyViolations' }),
    },
  },
  problems: ['ambiguous_entity'],
  run: async ({ deps, tenant, report }, { ruleId, entity: name, severity, status, knownAt, limit, cursor }) => {
    const named = name == null ? null : await findEntity(deps, tenant, { path: 'entity', name });
    const { page, open, items } = await deps.store.tenant(tenant.orgId, async (db) => {
      const ids = named === null ? [] : await idsOfEntity(db, tenant, named.id);
      const found = await listViolations(db, tenant, {
        ...{ kind: 'ontology_violation', ruleId: ruleId ?? undefined, severity: severity ?? undefined },
        ...{ status: status === 'all' ? undefined : (status ?? 'open'), cursor: cursor ?? undefined },
        ...(name == null ? {} : { subject: { ids, text: name } }),
        ...{ knownAt: knownAt ?? undefined, limit: limit ?? PAGE_DEFAULT },
      });
      const described = await describeOntologyViolations(db, tenant, found.items, knownAt ?? undefined);
      return { page: found, open: await countOpen(db, tenant), items: described };
    });
    const shown = items.map(({ violation, ...rest }) => ({
      id: violation.id,
      ...rest,
      ...presentLifecycle(violation),
    }));
    if (knownAt == null) flagDelivered(deps, tenant, page.items, report);
    return { status: 200, body: { items: shown, nextCursor: page.nextCursor, openTotal: open.ontology_violation } };
  },
});
