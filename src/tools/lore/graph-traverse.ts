import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { DIRECTIONS, traverse } from '../../flows/lore/read/traverse.js';
import { defineTool } from '../define.js';
import { atTimeField, compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, factsField, linesField } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { hubsField, isCutField, nodeLine, nodesField, presentNodes } from '../walk-answer.js';

const HOPS_DEFAULT = 2;
const HOPS_MAX = 6;
const TYPES_MAX = 50;

const typesField = z
  .string()
  .max(2000)
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.string().min(1).max(200)).max(TYPES_MAX));

export const graphTraverse = defineTool({
  name: 'graph_traverse',
  method: 'GET',
  path: '/v1/lore/graph-traverse',
  tag: 'lore',
  role: 'reader',
  summary: 'Walk from an entity along relations, step by step',
  description:
    'All that is come to in so many steps along what held at the time; of what happens once, what had happened by then. ' +
    'Nothing is come to twice, so circles end. Prophecies are not followed.',
  useWhen: 'you follow one kind of relation from thing to thing: vassals of vassals, who knows whom.',
  notFor: 'all that is near something: use expand_context. Everything of a hub: use list_relations.',
  query: z.strictObject({
    ...{ ...tenantShape, start: entityField },
    relations: typesField.nullish().describe('RULES, SERVED_BY …, with commas between. Left out: all.'),
    direction: z.enum(DIRECTIONS).nullish().describe('Along the arrows, against them, or both. Default: both.'),
    hops: z.coerce.number().int().min(1).max(HOPS_MAX).nullish().describe(`Steps; default ${HOPS_DEFAULT}.`),
    ...{ at_time: atTimeField, known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'One page of what is come to.',
      schema: z
        .object({
          ...{ ...envelopeFields, start: aboutField, nodes: nodesField },
          edges: factsField('The relations that connect these with what is nearer, or on this page.'),
          ...{ hubs: hubsField, is_cut: isCutField, next_cursor: nextCursorField },
        })
        .describe('What is come to from an entity.')
        .meta({ id: 'Traversal' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, nodes: linesField('How many steps away, and the name.') },
          ...{ edges: linesField('The relations in lines.'), is_cut: isCutField, next_cursor: nextCursorField },
        })
        .describe('What is come to from an entity, in short.')
        .meta({ id: 'CompactTraversal' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { limit, direction, hops, ...asked }) => {
    const bounds = { direction: direction ?? 'both', hops: hops ?? HOPS_DEFAULT, limit: limit ?? PAGE_DEFAULT };
    const { start, hubs, nodes, ...answer } = await traverse(context, { ...asked, ...bounds });
    const { edges, isCut, nextCursor } = answer;
    const short = () => ({
      ...{ ...compactEnvelope(answer), nodes: nodes.map(nodeLine) },
      ...{ edges: edges.map(factLine), isCut, nextCursor },
    });
    const body = { ...answer, start: entityRef(start), nodes: presentNodes(nodes), hubs: hubs.map(entityRef) };
    return { status: 200, body: { view: 'full', ...body }, short };
  },
});
