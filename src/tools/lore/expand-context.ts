import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { expand } from '../../flows/lore/read/expand.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, factsField, linesField } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, tenantShape } from '../schemas.js';
import { hubsField, isCutField, nodeLine, nodesField, presentNodes } from '../walk-answer.js';

const HOPS_DEFAULT = 2;
const HOPS_MAX = 4;
const CONFIDENCE_DEFAULT = 0.5;

export const expandContext = defineTool({
  name: 'expand_context',
  method: 'GET',
  path: '/v1/lore/expand-context',
  tag: 'lore',
  role: 'reader',
  summary: 'Show the neighbourhood of an entity as a graph',
  description:
    'Everything within some steps of it, whichever way the relations point, by what held at the time (of what happens ' +
    'once, what had happened by then) and can be relied on enough. Each thing once, nearest first.',
  useWhen: 'entity_context says too little, and you need what surrounds something.',
  notFor: 'one kind of relation over several steps: use graph_traverse.',
  query: z.strictObject({
    ...{ ...tenantShape, entity: entityField },
    hops: z.coerce.number().int().min(1).max(HOPS_MAX).nullish().describe(`Steps; default ${HOPS_DEFAULT}.`),
    min_confidence: z.coerce
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe(`What can be relied on less is not followed; default ${CONFIDENCE_DEFAULT}.`),
    ...{ at_time: atTimeField, known_at: knownAtField },
  }),
  responses: {
    200: {
      description: 'The neighbourhood.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: aboutField, nodes: nodesField },
          edges: factsField('The relations between them.'),
          ...{ hubs: hubsField, is_cut: isCutField },
        })
        .describe('What surrounds an entity.')
        .meta({ id: 'Neighbourhood' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, nodes: linesField('How many steps away, and the name.') },
          ...{ edges: linesField('The relations in lines.'), is_cut: isCutField },
        })
        .describe('What surrounds an entity, in short.')
        .meta({ id: 'CompactNeighbourhood' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { hops, minConfidence, ...asked }) => {
    const bounds = { hops: hops ?? HOPS_DEFAULT, minConfidence: minConfidence ?? CONFIDENCE_DEFAULT };
    const { entity, hubs, nodes, ...answer } = await expand(context, { ...asked, ...bounds });
    const { edges, isCut } = answer;
    const short = () => ({
      ...{ ...compactEnvelope(answer), nodes: nodes.map(nodeLine), edges: edges.map(factLine), isCut },
    });
    const body = { ...answer, entity: entityRef(entity), nodes: presentNodes(nodes), hubs: hubs.map(entityRef) };
    return { status: 200, body: { view: 'full', ...body }, short };
  },
});
