import { z } from 'zod';
import { fullView } from './compact-schemas.js';
import { ConflictSchema } from './conflict-schemas.js';
import { AddRelationRequestSchema, retconBody } from './curate/bodies.js';
import { problemSchema } from './problem-schemas.js';
import { reasonField } from './schemas.js';
import { cancelBody, LearnRequestSchema, RememberRequestSchema, supersedeBody } from './write/bodies.js';

/** The refusal of a write as it stands on the wire. */

const NEEDED = [
  ...['reason', 'scope.env', 'scope.team', 'valid_from', 'valid_until'],
  ...['relation.valid_from', 'relation.valid_until'],
] as const;

/** The write again, with a change that lets both stand. */
const AGAIN = ['narrow_scope', 'narrow_window', 'force_exception'] as const;

const needs = z
  .array(z.enum(NEEDED))
  .describe('Fields of the body that only the writer can fill in; with them the request is complete.');

/** One kind of request that is a way out. */
function way<Operation extends string, Body extends z.ZodType>(
  id: string,
  operation: Operation,
  { path, actions, body }: { path: string; actions: readonly [string, ...string[]]; body: Body },
) {
  return z
    .object({
      operation: z.literal(operation).describe('The operation that the request asks for.'),
      action: z.enum(actions).describe('What it does about the conflict.'),
      method: z.literal('POST').describe('Method of the request.'),
      path: z.literal(path).describe('Path of the request.'),
      body: body.describe('The body of the request, complete but for `needs`.'),
      needs,
    })
    .describe('A way out of a refusal: a request.')
    .meta({ id });
}

const { reason: _ofCancel, ...cancelDraft } = cancelBody;
const { reason: _ofRetcon, ...retconDraft } = retconBody;
const SupersedeDraft = z
  .strictObject({ ...supersedeBody, reason: reasonField.nullable().describe('Why it holds; null: yet to be said.') })
  .describe('A supersede that may lack its reason.')
  .meta({ id: 'SupersedeDraft' });

const ResolutionSchema = z
  .discriminatedUnion('operation', [
    way('SupersedeWay', 'supersede', { path: '/v1/supersede', actions: ['supersede', ...AGAIN], body: SupersedeDraft }),
    way('RememberWay', 'remember', { path: '/v1/remember', actions: AGAIN, body: RememberRequestSchema }),
    way('LearnWay', 'learn', { path: '/v1/learn', actions: AGAIN, body: LearnRequestSchema }),
    way('AddRelationWay', 'add_relation', {
      path: '/v1/lore/add-relation',
      actions: AGAIN,
      body: AddRelationRequestSchema,
    }),
    way('CancelWay', 'cancel', {
      path: '/v1/cancel',
      actions: ['cancel_stored'],
      body: z.strictObject(cancelDraft).describe('A cancel without its reason.').meta({ id: 'CancelDraft' }),
    }),
    way('RetconWay', 'retcon', {
      path: '/v1/lore/retcon',
      actions: ['retcon'],
      body: z.strictObject(retconDraft).describe('A retcon without its reason.').meta({ id: 'RetconDraft' }),
    }),
    z
      .object({
        operation: z.literal('none').describe('There is nothing to ask for.'),
        action: z.literal('abandon').describe('Leave what is stored as it is.'),
        method: z.null().describe('There is nothing to send.'),
        path: z.null().describe('There is nothing to send.'),
        body: z.null().describe('There is nothing to send.'),
        needs: z.array(z.never()).describe('Nothing.'),
      })
      .describe('To leave what is stored as it is.')
      .meta({ id: 'AbandonWay' }),
  ])
  .describe('A ready-made way out of a refusal: a request, told apart by its `operation`.')
  .meta({ id: 'Resolution' });

export const conflictFields = {
  conflicts_total: z.number().int().describe('How many conflicts there are in all.'),
  conflicts: z.array(ConflictSchema).describe('Strongest first, at most 20.'),
  resolutions: z.array(ResolutionSchema).describe('Ways out, the likeliest first; empty where nothing conflicts.'),
};

export const ConflictProblemSchema = problemSchema('conflict', {
  view: fullView,
  result: z.literal('conflict').describe('As in the decision on the record.'),
  decision_id: z.string().describe('The decision on the record: `/v1/decisions/{decision_id}`.'),
  ...conflictFields,
})
  .describe('The refusal of a write, with what it contradicts and the ways out.')
  .meta({ id: 'ConflictProblem' });
