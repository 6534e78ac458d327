import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

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

/** Serves the OpenAPI document, made from the routes, at /openapi.json and a page to browse it at /docs. */
export async function registerOpenapi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Loreguard',
        version,
        summary: "Shared memory that can't contradict itself.",
        description:
          'Claims are checked against what is believed at the moment of writing: stored, stored with warnings, or ' +
          'refused with the conflicting claims, the reasons and ready-made ways out.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
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
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(async (docs) => {
    await docs.register(helmet, PAGE_HEADERS);
    await docs.register(swaggerUi, { routePrefix: '/docs' });
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
