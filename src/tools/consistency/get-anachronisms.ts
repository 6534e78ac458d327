import { z } from 'zod';
import { describeAnachronisms } from '../../flows/consistency/anachronisms.js';
import { defineTool } from '../define.js';
import { entityField } from '../lore-schemas.js';
import { tenantShape } from '../schemas.js';
import { AnachronismSchema, presentAnachronism } from './anachronism-schema.js';
import { sentencePage, violationPage, violationPageShape, violationPages } from './violation-page.js';

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
    ...violationPageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      ...violationPages(AnachronismSchema, 'Anachronisms'),
    },
  },
  problems: ['ambiguous_entity'],
  run: async (context, { entity: name, ...asked }) => {
    const { deps, tenant } = context;
    const entity = name == null ? null : { path: 'entity', name };
    const page = await violationPage(context, { kind: 'anachronism', entity, ...asked }, async (violations) => {
      const described = await describeAnachronisms(deps, tenant, violations, asked.knownAt ?? undefined);
      return described.map((one) => ({ violation: one.violation, shown: presentAnachronism(one) }));
    });
    return { status: 200, body: { view: 'full', ...page }, short: () => sentencePage(page) };
  },
});
