import { readFile } from 'node:fs/promises';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { glossaryMarkdown } from '../tools/glossary.js';
import { COUNTED } from './answer-headers.js';
import { collectDescribed, type RouteDescription } from './described-route.js';
import { readExamples } from './examples.js';
import { openapiDocument } from './openapi-document.js';
import { problemResponse } from './problem-response.js';

/**
 * What a browser may do on the page: load and call what this server serves, nothing else. The page styles its parts in
 * place. Whether it is served over TLS is the matter of a proxy.
 */
const PAGE_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
    },
  },
  strictTransportSecurity: false,
};

/** What the document says of the service as a whole. */
const HEAD = {
  openapi: '3.1.0',
  servers: [{ url: '/' }],
  tags: [
    { name: 'write', description: 'Guarded writes and what belongs to them.' },
    { name: 'read', description: 'Reads of claims and decisions.' },
    { name: 'lore', description: 'Reads of the world: entities, relations, contradictions.' },
    { name: 'curate', description: 'What curators write of the world.' },
    { name: 'admin', description: 'API keys and what a project sets for itself.' },
    { name: 'service', description: 'The state of the service itself; no key is needed.' },
  ],
  components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  security: [{ apiKey: [] }],
};

const INFO = {
  title: 'Loreguard',
  summary: "Shared memory that can't contradict itself.",
  description:
    'Claims are checked against what is believed at the moment of writing: stored, stored with warnings, or ' +
    `refused with the conflicting claims, the reasons and ready-made ways out.\n\n${glossaryMarkdown('##')}`,
  contact: { name: 'Whoever runs this server' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** Makes `app.swagger()` the OpenAPI document of the routes that are registered from now on. */
export async function registerOpenapi(app: FastifyInstance, version: string): Promise<void> {
  const routes = collectDescribed(app);
  await app.register(swagger, {
    openapi: { openapi: HEAD.openapi },
    // The document is made from what the routes tell of themselves, not by the plugin, which serves it.
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => openapiDocument({ ...HEAD, info: { ...INFO, version } }, routes, readExamples()),
  });
}

/** The document as `npm run openapi` wrote it; making it anew holds the process for most of a second. */
const FILE = new URL('../../openapi/openapi.json', import.meta.url);

/** Where the plugin of the page would write the document anew. */
const COPIES = new Set(['/docs/json', '/docs/yaml']);

/** Serves the document at /openapi.json and a page to browse it at /docs. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    await docs.register(helmet, PAGE_HEADERS);
    docs.addHook('onRequest', async ({ routeOptions }, reply) => {
      if (COPIES.has(routeOptions.url ?? '')) return reply.redirect('../openapi.json');
    });
    await docs.register(swaggerUi, { routePrefix: '/docs' });
  });
  const schema: RouteDescription = {
    operationId: 'openapi',
    tags: ['service'],
    summary: 'This document',
    description: 'What the API takes and answers, to generate clients from.',
    security: [],
    response: {
      200: {
        description: 'OpenAPI 3.1.',
        content: { 'application/json': { schema: z.record(z.string(), z.unknown()).describe('The document.') } },
        headers: COUNTED,
      },
      429: problemResponse(['rate_limited']),
    },
  };
  let text: Promise<string> | undefined;
  app.get('/openapi.json', { schema }, async (_request, reply) => {
    text ??= readDocument().catch((error) => {
      text = undefined;
      throw error;
    });
    return reply.type('application/json; charset=utf-8').send(await text);
  });
}

/** Without the spaces that make it twice as long. */
async function readDocument(): Promise<string> {
  return JSON.stringify(JSON.parse(await readFile(FILE, 'utf8')));
}
