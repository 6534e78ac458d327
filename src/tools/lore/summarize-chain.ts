import { z } from 'zod';
import { summarizeChain as summarize } from '../../flows/lore/read/narrate.js';
import { defineTool } from '../define.js';
import { entityField } from '../lore-schemas.js';
import { answerNarration, narrationResponse, SENTENCES, sentencesField, styleField } from '../narration-schemas.js';
import { knownAtField, tenantShape } from '../schemas.js';
import { CHAIN_DEPTH_MAX, depthField } from '../steps-schemas.js';

const DEPTH = 3;

export const summarizeChain = defineTool({
  name: 'summarize_chain',
  method: 'GET',
  path: '/v1/lore/summarize-chain',
  tag: 'lore',
  role: 'reader',
  summary: 'Tell a chain of events in order, each sentence cited',
  description:
    'The spine of a story: what led to an event and what came of it, in the order of time, one sentence for each thing ' +
    'that is recorded, with its citations. What is disputed or uncertain is said to be. A model words it where one is ' +
    'configured and keeps to that.',
  useWhen: 'you are asked to tell about an event, a war, an era, or what somebody set going.',
  notFor: 'the chain itself: use event_chain. A whole life: use narrate_arc.',
  query: z.strictObject({
    ...{ ...tenantShape, entity: entityField, depth: depthField(CHAIN_DEPTH_MAX, DEPTH), style: styleField },
    ...{ known_at: knownAtField, limit: sentencesField },
  }),
  responses: { 200: narrationResponse('ChainSummary', 'What happened, in order.') },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, { limit, depth, style, ...asked }) =>
    answerNarration(
      await summarize(context, {
        ...{ ...asked, depth: depth ?? DEPTH, style: style ?? 'chronicle', limit: limit ?? SENTENCES },
      }),
    ),
});
