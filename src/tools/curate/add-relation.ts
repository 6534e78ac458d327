import { z } from 'zod';
import { addRelation as add } from '../../flows/lore/add-relation.js';
import { defineTool } from '../define.js';
import { dateField, entityField } from '../lore-schemas.js';
import { ConflictProblemSchema, label, reasonField, StoredSchema, tenantShape, whoField } from '../schemas.js';
import { answerWrite } from '../write/answer.js';

export const addRelation = defineTool({
  name: 'add_relation',
  method: 'POST',
  path: '/v1/lore/add-relation',
  tag: 'curate',
  role: 'curator',
  summary: 'Add a relation, unless it contradicts what is stored',
  description:
    'A guarded write: a second ruler of one realm in the same years, an act after a death, a third parent or a circle of ' +
    'parents is refused, with the relations that it contradicts and ways out. What may contradict, by some reading of ' +
    'the dates, is stored with a warning. Who is not known yet becomes a provisional entity. It is stored beside a ' +
    'claim that says it, which supersede and cancel address.',
  body: z.strictObject({
    ...tenantShape,
    type: label.describe('RULES, MEMBER_OF, BORN_ON …, or the name from the other end: RULED_BY.'),
    from: entityField,
    to: z.string().trim().min(1).max(1000).describe('Id or name of an entity; of an attribute its value.'),
    valid_from: dateField.nullish().describe('When it begins, or when it happens. Left out: open.'),
    valid_until: dateField.nullish().describe('When it ends; `unknown`: nobody knows. Left out: open.'),
    source: z.string().trim().min(1).max(2000).nullish().describe('Id or uri of the source that says so.'),
    who: whoField.nullish().describe('Who says so; default: the name of the API key.'),
    reason: reasonField.nullish().describe('Why it is believed.'),
    force_exception: z
      .boolean()
      .nullish()
      .describe('Store it in spite of a conflict: both sides become disputed and a contradiction opens.'),
  }),
  responses: {
    200: { description: 'Exactly this relation is stored already; nothing new was written.', schema: StoredSchema },
    201: { description: 'Stored, perhaps with warnings.', schema: StoredSchema },
    409: { description: 'Refused: it contradicts what is stored.', schema: ConflictProblemSchema },
  },
  problems: ['invalid_date', 'invalid_period', 'unknown_entity', 'ambiguous_entity', 'conflict'],
  run: async (
    { deps, tenant, caller },
    { type, from, to, validFrom, validUntil, source, who, reason, forceException },
  ) => {
    const { calendar } = await deps.contexts.of(tenant);
    const outcome = await add(deps, {
      ...{ tenant, caller, type, from, to, validFrom: validFrom ?? null, validUntil: validUntil ?? null },
      ...{ source: source ?? null, who: who ?? caller.name, reason: reason ?? null },
      forceException: forceException ?? false,
    });
    return answerWrite(outcome, calendar);
  },
});
