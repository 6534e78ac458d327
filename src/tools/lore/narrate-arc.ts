import { z } from 'zod';
import { narrateArc as narrate } from '../../flows/lore/read/narrate.js';
import { defineTool } from '../define.js';
import { fromField, toField, untilField } from '../envelope-schemas.js';
import { entityField } from '../lore-schemas.js';
import { answerNarration, narrationResponse, SENTENCES, sentencesField, styleField } from '../narration-schemas.js';
import { knownAtField, tenantShape } from '../schemas.js';

export const narrateArc = defineTool({
  name: 'narrate_arc',
  method: 'GET',
  path: '/v1/lore/narrate-arc',
  tag: 'lore',
  role: 'reader',
  summary: 'Tell the story of an entity, each sentence cited',
  description:
    'All that is recorded of an entity, with the events that it had to do with, what led to them and what came of them, ' +
    'in the order of time, as prose in which every sentence keeps its citations. What is disputed or uncertain is said ' +
    'to be; what is foretold is left out. A model words it where one is configured and keeps to that.',
  useWhen: 'you are asked for a life, the story of a house, a place or an era.',
  notFor: 'facts to reason with: use timeline. One chain of events: use summarize_chain.',
  query: z.strictObject({
    ...{ ...tenantShape, entity: entityField, from: fromField, until: untilField, to: toField, style: styleField },
    ...{ known_at: knownAtField, limit: sentencesField },
  }),
  responses: { 200: narrationResponse('Arc', 'The story of an entity.') },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date', 'invalid_period'],
  run: async (context, { limit, style, ...asked }) =>
    answerNarration(await narrate(context, { ...asked, style: style ?? 'chronicle', limit: limit ?? SENTENCES })),
});
