import type { FastifyInstance, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { AnswerHeader } from './answer-headers.js';

/** One answer of an operation, as the API description tells it. */
export interface DescribedAnswer {
  description: string;
  /** By media type. */
  content: Readonly<Record<string, { schema: z.ZodType }>>;
  headers?: readonly AnswerHeader[];
}

/** What a route tells of itself. The http layer holds requests to its schemas. */
export interface RouteDescription {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  deprecated?: true;
  /** [] where no key is needed. */
  security?: readonly [];
  params?: z.ZodObject;
  headers?: z.ZodObject;
  querystring?: z.ZodObject;
  body?: z.ZodType;
  /** In place of a body: what each line of it is. Not held to it here: the route reads them. */
  lines?: z.ZodType;
  response: Readonly<Record<number, DescribedAnswer>>;
}

export interface DescribedRoute {
  method: string;
  /** With parameters as `:name`. */
  url: string;
  schema: RouteDescription;
}

/** The routes that describe themselves, of those that are registered from now on, in their order. */
export function collectDescribed(app: FastifyInstance): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }: RouteOptions) => {
    if (typeof method !== 'string' || method === 'HEAD' || !isDescription(schema)) return;
    routes.push({ method, url, schema });
  });
  return routes;
}

function isDescription(schema: object | undefined): schema is RouteDescription {
  return schema !== undefined && 'operationId' in schema && 'response' in schema;
}
