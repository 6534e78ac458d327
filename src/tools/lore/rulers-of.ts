import { z } from 'zod';
import { factsAt } from '../../flows/lore/read/at-ends.js';
import { defineTool } from '../define.js';
import { atTimeField } from '../envelope-schemas.js';
import { factsResponse } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { answerFacts } from '../present-envelope.js';
import { knownAtField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const rulersOf = defineTool({
  name: 'rulers_of',
  method: 'GET',
  path: '/v1/lore/rulers-of',
  tag: 'lore',
  role: 'reader',
  summary: 'List who ruled or controlled a place at a time',
  description:
    'Every holder of RULES and CONTROLS at the time, with its window and who says so. Where sources dispute the rule all ' +
    'claims are listed, each with `is_disputed`; nothing is decided between them.',
  useWhen: 'you want to know who held a kingdom, region or place.',
  notFor:
    'whether one named person ruled it: use was_true_at. All rulers there ever were: use timeline with `relation`.',
  query: z.strictObject({
    ...tenantShape,
    location: entityField.describe('Id or name of a kingdom, region or place.'),
    at_time: atTimeField,
    known_at: knownAtField,
    ...pageShape,
  }),
  responses: {
    200: factsResponse('Rulers', {
      answer: 'Who ruled or controlled it then.',
      facts: 'RULES and CONTROLS that held then, surely or perhaps.',
    }),
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { location, atTime, knownAt, limit, cursor }) =>
    answerFacts(
      await factsAt(context, {
        ...{ path: 'location', name: location, from: [], to: ['RULES', 'CONTROLS'], atTime, knownAt },
        ...{ of: ['kingdom', 'location', 'region'], hint: 'What somebody ruled is told by state_at.' },
        ...{ limit: limit ?? PAGE_DEFAULT, cursor },
      }),
    ),
});
