import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/errors.js';
import { sendProblem, shownPath } from './problem.js';

/** Answers what no route answers: 405 where the path has other methods, their names for OPTIONS, 404 elsewhere. */
export function registerMethods(app: FastifyInstance): void {
  const routes = new Map<string, { path: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // The route by which the cors plugin takes preflights is no path.
    if (url === '*') return;
    const route = routes.get(url) ?? { path: pathPattern(url), methods: new Set() };
    routes.set(url, route);
    for (const name of [method].flat()) route.methods.add(name);
  });
  const methodsOf = (path: string): string[] =>
    [...routes.values()].filter((route) => route.path.test(path)).flatMap(({ methods }) => [...methods]);
  app.setNotFoundHandler((request, reply) =>
    answerUnrouted(request, reply, methodsOf(request.url.split('?')[0] ?? '')),
  );
}

function answerUnrouted(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): FastifyReply {
  const path = shownPath(request);
  if (methods.length === 0) {
    return sendProblem(request, reply, new Problem('not_found', `There is no ${request.method} ${path}.`));
  }
  reply.header('allow', [...new Set([...methods, 'OPTIONS'])].join(', '));
  if (request.method === 'OPTIONS') return reply.code(204).send();
  return sendProblem(request, reply, new Problem('method_not_allowed', `${path} has no ${request.method}.`));
}

/** `/v1/claims/:claim_id` as a pattern of whole paths. */
function pathPattern(url: string): RegExp {
  const literal = url.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')}$`);
}
