import { addRelation as add } from '../../flows/lore/add-relation.js';
import { MinimalStoredSchema } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { StoredSchema } from '../stored-schemas.js';
import { answerWrite } from '../write/answer.js';
import { AddRelationRequestSchema } from './bodies.js';

export const addRelation = defineTool({
  name: 'add_relation',
  method: 'POST',
  path: '/v1/lore/add-relation',
  tag: 'curate',
  role: 'curator',
  takesSession: true,
  summary: 'Add a relation, unless it contradicts what is stored',
  description:
    'A guarded write: a second ruler of one realm in the same years, an act after a death, a third parent or a circle of ' +
    'parents is refused, with the relations that it contradicts and ways out. What may contradict, by some reading of ' +
    'the dates, is stored with a warning. Who is not known yet becomes a provisional entity. It is stored beside a ' +
    'claim that says it, which supersede and cancel address.',
  useWhen: 'you know the relation and both of its ends, and would rather not rely on words.',
  notFor: 'a sentence: use remember or learn, which read relations out of it.',
  onConflict:
    'read `conflicts[].relations`, then send one of `resolutions` with its `needs` filled in, or leave what is stored.',
  body: AddRelationRequestSchema,
  responses: {
    200: {
      description: 'Exactly this relation is stored already; nothing new was written.',
      schema: StoredSchema,
      short: MinimalStoredSchema,
    },
    201: {
      description: 'Stored, perhaps with warnings.',
      schema: StoredSchema,
      short: MinimalStoredSchema,
      headers: ['Location'],
    },
  },
  problems: ['invalid_date', 'invalid_period', 'unknown_entity', 'ambiguous_entity', 'conflict'],
  run: async (
    { deps, tenant, caller, session },
    { type, from, to, validFrom, validUntil, source, who, reason, forceException },
  ) => {
    const { calendar } = await deps.contexts.of(tenant);
    const outcome = await add(deps, {
      ...{ tenant, caller, type, from, to, validFrom: validFrom ?? null, validUntil: validUntil ?? null },
      ...{ source: source ?? null, who: who ?? caller.name, reason: reason ?? null },
      forceException: forceException ?? false,
    });
    return answerWrite(outcome, calendar, session);
  },
});
