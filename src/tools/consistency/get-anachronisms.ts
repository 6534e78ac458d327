import { z } from 'zod';
import { ANACHRONISMS, describeAnachronisms } from '../../flows/consistency/anachronisms.js';
import { defineTool } from '../define.js';
import { EntityRefSchema, entityField, SourceSchema } from '../lore-schemas.js';
import { presentSource } from '../present-lore.js';
import { nextCursorField, pageShape, tenantShape } from '../schemas.js';
import { StoryWindowSchema } from '../time-schemas.js';
import { violationPage } from './violation-page.js';
import { lifecycleFields, openTotal, presentLifecycle, severityField, statusField } from './violation-schemas.js';

const AnachronismSchema = z
  .object({
    id: z.string().describe('Of the violation.'),
    claim: z.enum(ANACHRONISMS).nullable().describe('How the act misses the existence; null of an old one.'),
    sentence: z.string().describe('The anachronism in words.'),
    entity: EntityRefSchema.nullable().describe('Who or what does not exist then; null of an old one.'),
    event: EntityRefSchema.nullable().describe('What it has to do with then; null: nothing that has a name.'),
    expected: StoryWindowSchema.nullable().describe('When it exists; null of an old one.'),
    actual: StoryWindowSchema.nullable().describe('When it acts; null of an old one.'),
    sides: z
      .array(z.object({ id: z.string().describe('Of the relation.'), text: z.string().describe('What it says.') }))
      .describe('The act, and what is told of the existence.'),
    sources: z.array(SourceSchema).describe('Who says so.'),
    ...lifecycleFields,
  })
  .describe('An act at a time at which who acts does not exist.')
  .meta({ id: 'Anachronism' });

export const getAnachronisms = defineTool({
  name: 'get_anachronisms',
  method: 'GET',
  path: '/v1/lore/get-anachronisms',
  tag: 'lore',
  role: 'reader',
  summary: 'List acts at a time at which who acts does not exist',
  description:
    'Oldest first: who or what does not exist, what it does all the same, when it exists and when it acts, and who says ' +
    'so. An existence of which nothing is told is never one. What an answer of this operation delivered is `flagged` ' +
    'from then on.',
  useWhen: 'you are about to say that somebody did something, or look for dates that can not be right.',
  notFor: 'two that can not both be true: use get_contradictions.',
  query: z.strictObject({
    ...tenantShape,
    entity: entityField.nullish().describe('Only with this one on either end of a side.'),
    severity: severityField,
    status: statusField,
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          items: z.array(AnachronismSchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
          open_total: openTotal,
        })
        .describe('One page.')
        .meta({ id: 'Anachronisms' }),
    },
  },
  problems: ['ambiguous_entity'],
  run: async (context, { entity: name, ...asked }) => {
    const { deps, tenant } = context;
    const entity = name == null ? null : { path: 'entity', name };
    const body = await violationPage(context, { kind: 'anachronism', entity, ...asked }, async (violations) => {
      const described = await describeAnachronisms(deps, tenant, violations);
      return described.map(({ violation, sources, ...rest }) => {
        return { id: violation.id, ...rest, sources: sources.map(presentSource), ...presentLifecycle(violation) };
      });
    });
    return { status: 200, body };
  },
});
