import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/errors.js';
import { sendProblem, shownPath } from './problem.js';

/** Answers what no route answers: 405 where the path has other methods, their names for OPTIONS, 404 elsewhere. */
export function registerMethods(app: FastifyInstance): void {
  const routes = new Map<string, { matches: (path: string) => boolean; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // The route by which the cors plugin takes preflights is no path.
    if (url === '*') return;
    const route = routes.get(url) ?? { matches: matcher(url), methods: new Set() };
    routes.set(url, route);
    for (const name of [method].flat()) route.methods.add(name);
  });
  const methodsOf = (path: string): string[] =>
    [...routes.values()].filter(({ matches }) => matches(path)).flatMap(({ methods }) => [...methods]);
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

/** Tells whether a path is one of `/v1/claims/:claim_id` or `/docs/*`. */
function matcher(url: string): (path: string) => boolean {
  const parts = url.split('/');
  const isOpen = parts.at(-1) === '*';
  const fixed = isOpen ? parts.slice(0, -1) : parts;
  return (path) => {
    const given = path.split('/');
    if (isOpen ? given.length <= fixed.length : given.length !== fixed.length) return false;
    return fixed.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]));
  };
}
