import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { lineageOf } from '../../flows/lore/read/kin.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, linesField } from '../facts-answer.js';
import { KinSchema, kinLine } from '../kin-schemas.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { knownAtField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import {
  compactWalk,
  compactWalkFields,
  depthField,
  KIN_DEPTH_MAX,
  presentWalk,
  walkFields,
} from '../steps-schemas.js';

export const listLineage = defineTool({
  name: 'list_lineage',
  method: 'GET',
  path: '/v1/lore/list-lineage',
  tag: 'lore',
  role: 'reader',
  summary: 'List a bloodline and its members',
  description:
    'Of a person: ancestors, descendants, the lineages that it or an ancestor descends from, and all their members. Of a ' +
    'lineage: who founded it, its members, and whoever descends from them; generations count from members whose parents ' +
    'are none.',
  useWhen: 'you are asked about a house, a dynasty or a bloodline.',
  notFor: 'only what came before or after: use ancestors_of or descendants_of.',
  query: z.strictObject({
    ...tenantShape,
    person: entityField.nullish().describe('Id or name of a person; or give `lineage`.'),
    lineage: entityField.nullish().describe('Id or name of a lineage; or give `person`.'),
    depth: depthField(KIN_DEPTH_MAX, KIN_DEPTH_MAX),
    ...{ known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          ...{ ...envelopeFields, subject: aboutField },
          lineages: z.array(EntityRefSchema).describe('The lineages; empty: none is told.'),
          members: z.array(KinSchema).describe('Nearest first; at the end those whom no parentage leads to.'),
          ...walkFields,
        })
        .describe('A bloodline and its members.')
        .meta({ id: 'Bloodline' }),
      short: z
        .object({
          ...{
            ...compactEnvelopeFields,
            lineages: linesField('Their names.'),
            members: linesField('`1: name (role)`.'),
          },
          ...compactWalkFields,
        })
        .describe('A bloodline, in short.')
        .meta({ id: 'CompactBloodline' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, { limit, depth, ...asked }) => {
    const bounds = { depth: depth ?? KIN_DEPTH_MAX, limit: limit ?? PAGE_DEFAULT };
    const { subject, lineages, members, ...answer } = await lineageOf(context, { ...asked, ...bounds });
    const walk = presentWalk(context, answer);
    const names = { lineages: lineages.map(({ name }) => name), members: members.map(kinLine) };
    const short = () => ({ ...compactEnvelope(answer), ...names, ...compactWalk(answer) });
    const body = { view: 'full', ...answer, subject: entityRef(subject), lineages: lineages.map(entityRef), members };
    return { status: 200, body: { ...body, ...walk }, short };
  },
});
