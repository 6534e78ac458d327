import { z } from 'zod';
import { factsAt } from '../../flows/lore/read/at-ends.js';
import { defineTool } from '../define.js';
import { atTimeField } from '../envelope-schemas.js';
import { factsResponse } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { answerFacts } from '../present-envelope.js';
import { knownAtField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const membersOf = defineTool({
  name: 'members_of',
  method: 'GET',
  path: '/v1/lore/members-of',
  tag: 'lore',
  role: 'reader',
  summary: 'List who belonged to a faction at a time',
  description:
    'The roster: every MEMBER_OF that held at the time, of a culture BELONGS_TO as well. Who had died by then is no ' +
    'member any more, and a membership without dates lasts a life.',
  useWhen: 'you want to know who was in a guild, an order, a house or a people.',
  notFor: 'whether one named person was: use was_true_at. Who led it: use state_at.',
  query: z.strictObject({
    ...tenantShape,
    faction: entityField.describe('Id or name of a faction, culture or lineage.'),
    at_time: atTimeField,
    known_at: knownAtField,
    ...pageShape,
  }),
  responses: {
    200: factsResponse('Members', {
      answer: 'Who belonged to it then.',
      facts: 'Memberships that held then, surely or perhaps. A page may hold fewer than `limit`.',
    }),
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { faction, atTime, knownAt, limit, cursor }) =>
    answerFacts(
      await factsAt(context, {
        ...{ path: 'faction', name: faction, from: [], to: ['MEMBER_OF', 'BELONGS_TO'], atTime, knownAt },
        ...{ of: ['faction', 'culture', 'lineage'], hint: 'What somebody belonged to is told by entity_context.' },
        ...{ limit: limit ?? PAGE_DEFAULT, cursor },
      }),
    ),
});
