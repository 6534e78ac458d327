import { guardedWrite } from '../../flows/guarded-write.js';
import { MinimalStoredSchema } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { relatedQuery } from '../related.js';
import { StoredSchema } from '../stored-schemas.js';
import { answerWrite } from './answer.js';
import { RememberRequestSchema, rememberRequest } from './bodies.js';

export const remember = defineTool({
  name: 'remember',
  method: 'POST',
  path: '/v1/remember',
  tag: 'write',
  toolsets: ['memory'],
  role: 'writer',
  takesSession: true,
  summary: 'Store a decision, rule or fact, unless it contradicts what is believed',
  description:
    'Reads the statement into norms, compares them with the active claims of the project and decides: stored (201), ' +
    'stored with warnings (201), refused with the conflicting claims and ways out (409), or unchanged when exactly ' +
    'this claim is stored already (200). `related` shows the closest claims that no rule could judge beside it: read them, ' +
    'and where one can not hold beside yours, supersede it or call report_contradiction.',
  useWhen: 'somebody decides, agrees, requires, forbids or states something that others must keep to.',
  notFor: 'what was read in a source: use learn. Documents and bulk: use ingest. Changing a claim: use supersede.',
  onConflict:
    'read `conflicts` and why; then send one of `resolutions` with its `needs` filled in, or leave what is stored.',
  query: relatedQuery,
  body: RememberRequestSchema,
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
      await guardedWrite(context.deps, rememberRequest(context, input)),
      calendar,
      context.session,
      input.related,
    );
  },
});
