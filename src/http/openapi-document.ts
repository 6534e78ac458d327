import type { z } from 'zod';
import { ANSWER_HEADERS, type AnswerHeader } from './answer-headers.js';
import type { DescribedAnswer, DescribedRoute, RouteDescription } from './described-route.js';
import { addDiscriminators, type Json, nameShared, Schemas } from './openapi-schemas.js';

/** What the document says beside its operations. */
export type DocumentHead = Json & { components: Json };

/** The OpenAPI 3.1 document of some routes. */
export function openapiDocument(head: DocumentHead, routes: readonly DescribedRoute[]): Json {
  const schemas = new Schemas();
  for (const { schema } of routes) announce(schema, schemas);
  const operations = routes.map((route) => ({ route, ...operationOf(route.schema, schemas) }));
  const components = schemas.reached(
    operations.map(({ request }) => request),
    operations.map(({ responses }) => responses),
  );
  const paths: Record<string, Json> = {};
  for (const { route, request, responses } of operations) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    const { operationId, tags, summary, description, deprecated, security } = route.schema;
    const said = {
      ...{ operationId, tags, summary, ...(description && { description }) },
      ...{ ...(deprecated && { deprecated }), ...(security && { security }) },
    };
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: { ...said, ...request, responses } };
  }
  const headers = Object.fromEntries(
    Object.entries(ANSWER_HEADERS).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
  );
  const document = { ...head, paths, components: { ...head.components, headers, schemas: components } };
  addDiscriminators(document, components);
  nameShared(components);
  return document;
}

function announce({ params, headers, querystring, body, response }: RouteDescription, schemas: Schemas): void {
  for (const schema of [params, headers, querystring, body]) if (schema !== undefined) schemas.add(schema, 'input');
  for (const { content } of Object.values(response)) {
    for (const { schema } of Object.values(content)) schemas.add(schema, 'output');
  }
}

function operationOf({ params, headers, querystring, body, response }: RouteDescription, schemas: Schemas) {
  const parameters = [
    ...parametersIn('path', params, schemas),
    ...parametersIn('query', querystring, schemas),
    ...parametersIn('header', headers, schemas),
  ];
  const content = body && { 'application/json': { schema: schemas.of(body, 'input') } };
  const request = {
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
  };
  const responses = Object.fromEntries(
    Object.entries(response).map(([status, answer]) => [status, answerOf(answer, schemas)]),
  );
  return { request, responses };
}

function answerOf({ description, content, headers = [] }: DescribedAnswer, schemas: Schemas): Json {
  const shown = Object.entries(content).map(([type, { schema }]) => [type, { schema: schemas.of(schema, 'output') }]);
  return { description, headers: headerRefs(headers), content: Object.fromEntries(shown) };
}

function headerRefs(names: readonly AnswerHeader[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A parameter is there or not: null is no value of one. */
function parametersIn(place: 'path' | 'query' | 'header', shape: z.ZodObject | undefined, schemas: Schemas): Json[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(shape, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = withoutNull(schema as Json);
    const isRequired = required.includes(name);
    return {
      name,
      in: place,
      ...(isRequired && { required: true }),
      ...(description ? { description } : {}),
      schema: rest,
    };
  });
}

function withoutNull(schema: Json): Json {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) return { ...rest, type: type.find((name) => name !== 'null') };
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...others] = (anyOf as Json[]).filter((each) => each.type !== 'null');
  return others.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: [only, ...others] };
}
