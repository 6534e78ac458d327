import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { type ChainLink, chainOf, DIRECTIONS } from '../../flows/lore/read/chain.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields, FactSchema, TruthSchema } from '../envelope-schemas.js';
import { aboutField, factsField, linesField } from '../facts-answer.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { knownAtField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import {
  CHAIN_DEPTH_MAX,
  compactWalk,
  compactWalkFields,
  depthField,
  factsTotalField,
  presentWalk,
  walkFields,
} from '../steps-schemas.js';
import { StoryWindowSchema } from '../time-schemas.js';

const DEPTH = 3;

const LinkSchema = z
  .object({
    event: EntityRefSchema.describe('The event, or whatever else causes or is caused.'),
    side: z.enum(['start', 'cause', 'effect']).describe('`start`: the chain begins with it.'),
    depth: z.number().int().describe('Fewest steps to it; 0: the chain begins with it.'),
    when: StoryWindowSchema.nullable().describe('When; null: nobody tells.'),
    held: TruthSchema.nullable().describe('Of an event of the era that is asked about: whether it surely was in it.'),
    places: z.array(EntityRefSchema).describe('Where; empty: nobody tells.'),
    told: factsField('Who says when and where.'),
    facts: factsField('CAUSED and PRECEDED by which it is come to.'),
    facts_total: factsTotalField,
    link: FactSchema.nullable().describe(
      'Of a start: how it belongs to what was asked about; null: it is that itself.',
    ),
  })
  .describe('A link of a chain of events.')
  .meta({ id: 'ChainLink' });

export const eventChain = defineTool({
  name: 'event_chain',
  method: 'GET',
  path: '/v1/lore/event-chain',
  tag: 'lore',
  role: 'reader',
  summary: 'Follow what led to an event and what came of it',
  description:
    'Causes and effects over CAUSED and PRECEDED, by how many steps away they are, each once; with what of them can not be ' +
    'right. Of an era the chain begins with it and its events; of anything else with the events that it caused or took ' +
    'part in, or that occurred there.',
  useWhen: 'you are asked why something happened, what came of it, or how somebody came to be what they are.',
  notFor: 'all that happened in a time: use events_during. Whether one thing caused another: use was_true_at.',
  query: z.strictObject({
    ...{ ...tenantShape, entity: entityField, depth: depthField(CHAIN_DEPTH_MAX, DEPTH) },
    direction: z.enum(DIRECTIONS).nullish().describe('Default: both.'),
    ...{ known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: aboutField },
          chain: z.array(LinkSchema).describe('Nearest first; empty: no event is told of.'),
          ...walkFields,
        })
        .describe('A chain of events.')
        .meta({ id: 'EventChain' }),
      short: z
        .object({ ...compactEnvelopeFields, chain: linesField('`cause 1: event, when`.'), ...compactWalkFields })
        .describe('A chain of events, in short.')
        .meta({ id: 'CompactEventChain' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, { limit, depth, direction, ...asked }) => {
    const bounds = { depth: depth ?? DEPTH, direction: direction ?? ('both' as const), limit: limit ?? PAGE_DEFAULT };
    const { entity, chain, ...answer } = await chainOf(context, { ...asked, ...bounds });
    const walk = presentWalk(context, answer);
    const short = () => ({ ...compactEnvelope(answer), chain: chain.map(line), ...compactWalk(answer) });
    return { status: 200, body: { view: 'full', ...answer, entity: entityRef(entity), chain, ...walk }, short };
  },
});

/** "cause 1: Burning of Candlewick, 331 AL" */
function line({ event, side, depth, when, held }: ChainLink): string {
  const place = side === 'start' ? '' : `${side} ${depth}: `;
  return `${place}${event.name}, ${when?.from?.text ?? 'undated'}${held === 'unknown' ? ' (unsure)' : ''}`;
}
