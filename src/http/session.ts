import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tenant } from '../core/scope.js';
import { SESSION_NAME, SESSION_NAME_RULE } from '../core/session-name.js';
import type { Deps } from '../flows/deps.js';
import { SessionUse } from '../flows/lore/sessions.js';
import { isRead, type Tool, takesSession } from '../tools/define.js';

const HEADER = 'loreguard-session';

/** What the API description says of the header. */
export const SessionHeaders = z.looseObject({
  [HEADER]: z
    .string()
    .regex(SESSION_NAME, SESSION_NAME_RULE)
    .optional()
    .describe(
      'A conversation, by a name of your own: "he", "it" or "the city" in its questions is what it last spoke of, `recall` ' +
        'puts what it showed or wrote higher, and `session_calls` lists its questions. It counts for one API key and ' +
        'project, and ends when it was not used for 24 hours.',
    ),
});

/** The session that a request names, or null. */
export function sessionOf(tool: Tool, request: FastifyRequest, tenant: Tenant): SessionUse | null {
  const id = request.headers[HEADER];
  if (id === undefined || !takesSession(tool)) return null;
  return new SessionUse({ tenant, id: String(id), caller: request.caller.keyId ?? '' });
}

interface Asked {
  deps: Deps;
  session: SessionUse;
  tool: Tool;
  request: FastifyRequest;
  reply: FastifyReply;
  report(error: unknown): void;
}

/** Writes a question down once it is answered, whatever the answer; of a write only what it touched. */
export function recordUse({ deps, session, tool, request, reply, report }: Asked): void {
  const write = () => {
    if (!isRead(tool) && tool.tag !== 'read') return deps.sessions.keep(session, report);
    const { entities, claims, caveats, relations, unmet } = session;
    const query = { ...(request.query as object), ...(request.params as object) };
    const told = { entities, claims, caveats, relations, unmet };
    const call = { id: deps.ids.next(), tool: tool.name, query, status: reply.statusCode, ...told };
    deps.sessions.record(session, call, report);
  };
  reply.raw.once('finish', write);
}
