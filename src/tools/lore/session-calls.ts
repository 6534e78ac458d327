import { z } from 'zod';
import { CONTRACT } from '../../core/contract.js';
import { CAVEAT_CODES } from '../../core/record.js';
import { mayDo } from '../../core/role.js';
import { type SessionReview, sessionReview } from '../../flows/lore/session-review.js';
import { defineTool } from '../define.js';
import { nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';

const CallSchema = z
  .object({
    id: z.string().describe('Of the call.'),
    at: Timestamp.describe('When it was answered.'),
    tool: z.string().describe('The operation.'),
    query: z.record(z.string(), z.unknown()).describe('What it was asked, as it was sent.'),
    status: z.number().int().describe('The status of the answer.'),
    entities: z.array(z.string()).describe('Ids of the entities that it was about.'),
    caveats: z.array(z.enum(CAVEAT_CODES)).describe('What had to be said with the answer.'),
    relations: z.array(z.string()).describe('Ids of the relations that the answer rested on, the first of them.'),
    unmet: z.array(z.string()).describe('Of verify_answer: the rules that the draft did not meet.'),
  })
  .describe('A question of a session.')
  .meta({ id: 'SessionCall' });

const UnmetSchema = z
  .object({
    rule: z.string().describe('Of the contract that `harness` tells.'),
    text: z.string().describe('What it asks for.'),
    calls: z.array(z.string()).describe('The calls that do not meet it, the first of them.'),
  })
  .describe('A rule that a session did not meet.')
  .meta({ id: 'UnmetRule' });

export const sessionCalls = defineTool({
  name: 'session_calls',
  method: 'GET',
  path: '/v1/sessions/{session}/calls',
  tag: 'lore',
  role: 'reader',
  summary: 'List what a session asked, for review',
  description:
    'The last 500 questions that came with the header `Loreguard-Session`, oldest first, with the caveats of their ' +
    'answers; and of all of them the rules of the contract that they do not meet. A key sees its own sessions, a curator those of every key. Gone when the session was not used for 24 hours.',
  useWhen: 'you review what an answer rests on, or what an agent left unsaid.',
  notFor: 'writes and their decisions: use list_decisions.',
  params: z.strictObject({
    session: z.string().min(1).max(100).describe('The session, as the header named it.'),
  }),
  query: z.strictObject({ ...tenantShape, ...pageShape }),
  responses: {
    200: {
      description: 'One page; empty: there is no such session, or it is over.',
      schema: z
        .object({
          items: z.array(CallSchema).describe('Oldest first.'),
          unmet_rules: z.array(UnmetSchema).describe('By the whole session, whatever page is shown.'),
          next_cursor: nextCursorField,
        })
        .describe('One page.')
        .meta({ id: 'SessionCallPage' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant, caller }, { session: id, limit, cursor }) => {
    const own = { tenant, id, caller: caller.keyId ?? '' };
    await deps.sessions.settled(own);
    const whose = mayDo(caller.role, 'curator') ? null : own.caller;
    const page = { limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined };
    const { unmet, ...calls } = await sessionReview(deps, { ...own, caller: whose }, page);
    return { status: 200, body: { ...calls, unmetRules: unmet.map(inWords) } };
  },
});

function inWords({ rule, calls }: SessionReview['unmet'][number]) {
  return { rule, text: CONTRACT.find(({ id }) => id === rule)?.text ?? rule, calls };
}
