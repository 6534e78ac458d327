import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { trueDuring as during } from '../../flows/lore/read/true-during.js';
import { defineTool } from '../define.js';
import {
  compactEnvelopeFields,
  envelopeFields,
  eraField,
  fromField,
  toField,
  untilField,
} from '../envelope-schemas.js';
import { factsField, linesField, propheciesField } from '../facts-answer.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, label, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const trueDuring = defineTool({
  name: 'true_during',
  method: 'GET',
  path: '/v1/lore/true-during',
  tag: 'lore',
  role: 'reader',
  summary: 'List when a relation was so within a stretch of time',
  description:
    'Every recorded window that overlaps the time, as it is recorded and not cut at its edges, in the order of time; ' +
    'those of which nobody knows when at the end. Without `object` those with everybody.',
  useWhen: 'was_true_at said false or unknown, or you are asked since when and until when.',
  notFor: 'whether it was so at one time: use was_true_at.',
  query: z.strictObject({
    ...{ ...tenantShape, relation: label.describe('RULES, MEMBER_OF …, or the name from the other end: RULED_BY.') },
    subject: entityField,
    object: label.nullish().describe('Id or name of an entity. Left out: whoever it was with.'),
    ...{ era: eraField, from: fromField, until: untilField, to: toField, known_at: knownAtField, ...pageShape },
  }),
  responses: {
    200: {
      description: 'The windows.',
      schema: z
        .object({
          ...{ ...envelopeFields, subject: EntityRefSchema.describe('Whom it was asked of.') },
          object: EntityRefSchema.nullable().describe('With whom; null: the question left that open.'),
          intervals: factsField('Windows that overlap the time, surely or perhaps, in the order of time.'),
          ...{ prophecies: propheciesField, next_cursor: nextCursorField },
        })
        .describe('When a relation was so.')
        .meta({ id: 'TrueDuring' }),
      short: z
        .object({
          ...{
            ...compactEnvelopeFields,
            intervals: linesField('The windows, in lines.'),
            next_cursor: nextCursorField,
          },
        })
        .describe('When a relation was so, in short.')
        .meta({ id: 'CompactTrueDuring' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date', 'invalid_period'],
  run: async (context, { limit, ...asked }) => {
    const { subject, object, ...answer } = await during(context, { ...asked, limit: limit ?? PAGE_DEFAULT });
    const { intervals, prophecies, nextCursor } = answer;
    const short = () => ({
      ...{ ...compactEnvelope(answer), intervals: [...intervals, ...prophecies].map(factLine), nextCursor },
    });
    const ends = { subject: entityRef(subject), object: object && entityRef(object) };
    return { status: 200, body: { view: 'full', ...answer, ...ends }, short };
  },
});
