import { supersede as supersedeClaims } from '../../flows/supersede.js';
import { MinimalStoredSchema } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { relatedQuery } from '../related.js';
import { SupersededSchema } from '../stored-schemas.js';
import { answerWrite } from './answer.js';
import { SupersedeRequestSchema, supersedeRequest } from './bodies.js';

export const supersede = defineTool({
  name: 'supersede',
  method: 'POST',
  path: '/v1/supersede',
  tag: 'write',
  toolsets: ['memory'],
  role: 'writer',
  takesSession: true,
  isDestructive: true,
  summary: 'Replace claims by a new one, unless that contradicts others',
  description:
    'Stores a claim in place of one or several active claims, which are closed in the same step and linked to it. ' +
    'The new statement is guarded against all other active claims. What is left out of the body is inherited from ' +
    'the first claim that is replaced. ' +
    'Read what `related` shows beside your statement, as with remember.',
  useWhen: 'a stored claim is to be replaced, as the world changed (`update`) or it was wrong (`revision`).',
  notFor: 'taking a claim back without another in its place: use cancel.',
  onConflict:
    'another claim is in the way too: add its id to `claim_ids`, as the `supersede` of `resolutions` does, or leave both.',
  query: relatedQuery,
  body: SupersedeRequestSchema,
  responses: {
    201: {
      description: 'Stored; the claims that it replaces are closed.',
      schema: SupersededSchema,
      short: MinimalStoredSchema,
      headers: ['Location'],
    },
  },
  problems: ['invalid_date', 'invalid_period', 'unknown_dependency', 'not_found', 'conflict', 'not_active'],
  run: async (context, input) => {
    const { calendar } = await context.deps.contexts.of(context.tenant);
    return answerWrite(
      await supersedeClaims(context.deps, supersedeRequest(context, input)),
      calendar,
      context.session,
      input.related,
    );
  },
});
