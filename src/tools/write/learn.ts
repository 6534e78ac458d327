import { guardedWrite } from '../../flows/guarded-write.js';
import { MinimalStoredSchema } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { relatedQuery } from '../related.js';
import { StoredSchema } from '../stored-schemas.js';
import { answerWrite } from './answer.js';
import { LearnRequestSchema, learnRequest } from './bodies.js';

export const learn = defineTool({
  name: 'learn',
  method: 'POST',
  path: '/v1/learn',
  tag: 'write',
  toolsets: ['memory'],
  role: 'writer',
  takesSession: true,
  summary: 'Store what a source says, unless it contradicts what is believed',
  description:
    'As remember, for what was read somewhere: a belief with its source. The guard sees the statement only, so the ' +
    'same sentence from two sources is the same claim. Of a registered source that is prophetic it is a prophecy, which is ' +
    'refused for nothing and refuses nothing. ' +
    'Read what `related` shows beside your statement, as with remember.',
  useWhen: 'you read something somewhere and can say where.',
  notFor: 'what a team decides or agrees on: use remember. Whole documents: use ingest.',
  onConflict:
    'read `conflicts`: where the source is newer or better, send the `supersede` of `resolutions`; else leave what is stored.',
  query: relatedQuery,
  body: LearnRequestSchema,
  responses: {
    200: {
      description: 'Exactly this claim is stored already; nothing new was written.',
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
  problems: ['invalid_date', 'invalid_period', 'unknown_dependency', 'conflict'],
  run: async (context, input) => {
    const { calendar } = await context.deps.contexts.of(context.tenant);
    return answerWrite(
      await guardedWrite(context.deps, learnRequest(context, input)),
      calendar,
      context.session,
      input.related,
    );
  },
});
