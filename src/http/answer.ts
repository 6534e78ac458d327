import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, PROBLEMS, Problem, problemBody } from '../core/errors.js';
import type { StoredAnswer } from '../store/queries/projects/idempotency.js';
import { asProblem, type ToolAnswer } from '../tools/define.js';
import { wireText } from '../tools/wire.js';
import { appliedTo } from './preference.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends an answer, with the time that it took in all and by stage. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .type(answer.contentType)
    .header('cache-control', 'no-store')
    .headers(appliedTo(answer.body))
    .header('server-timing', serverTiming({ ...request.told.trace?.timings, total: reply.elapsedTime }))
    .send(answer.body);
}

/** https://www.w3.org/TR/server-timing/, in milliseconds. */
function serverTiming(timings: Readonly<Record<string, number>>): string {
  return Object.entries(timings)
    .map(([stage, ms]) => `${stage};dur=${ms.toFixed(3)}`)
    .join(', ');
}

/** A problem of the client is an answer, and kept like one; a fault is none. */
export async function kept(run: () => Promise<StoredAnswer>, instance: string): Promise<StoredAnswer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || PROBLEMS[error.code].status >= 500) throw error;
    const body = problemBody(error.code, error.message, instance, error.errors);
    return { status: PROBLEMS[error.code].status, contentType: PROBLEM_TYPE, body: JSON.stringify(body) };
  }
}

/** The answer of a tool as it goes out, in short where that is wanted and there is a short one. */
export function rendered({ status, body, short }: ToolAnswer, instance: string, wantsShort: boolean): StoredAnswer {
  const contentType = status < 400 ? JSON_TYPE : PROBLEM_TYPE;
  if (wantsShort && short !== undefined) return { status, contentType, body: wireText(short()) };
  if (status < 400) return { status, contentType: JSON_TYPE, body: wireText(body) };
  return { status, contentType: PROBLEM_TYPE, body: wireText(asProblem(body, instance)) };
}
