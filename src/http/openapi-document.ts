import type { z } from 'zod';
import type { ProblemCode } from '../core/errors.js';
import { problemName } from '../tools/problem-schemas.js';
import { ANSWER_HEADERS, type AnswerHeader } from './answer-headers.js';
import type { DescribedAnswer, DescribedRoute, RouteDescription } from './described-route.js';
import type { Example, Examples } from './examples.js';
import { LINES_TYPE } from './lines.js';
import { addDiscriminators, type Json, nameShared, Schemas } from './openapi-schemas.js';

/** What the document says beside its operations. */
export type DocumentHead = Json & { components: Json };

/** The OpenAPI 3.1 document of some routes. */
export function openapiDocument(
  head: DocumentHead,
  routes: readonly DescribedRoute[],
  { operations: examples, problems }: Examples,
): Json {
  const schemas = new Schemas();
  for (const { schema } of routes) announce(schema, schemas);
  const operations = routes.map((route) => {
    const shown = examples[route.schema.operationId] ?? [];
    return { route, ...operationOf(route.schema, schemas, shown) };
  });
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
  for (const [code, problem] of Object.entries(problems)) {
    Object.assign(components[problemName(code as ProblemCode)] ?? {}, { examples: [problem] });
  }
  addDiscriminators(document, components);
  nameShared(components);
  return document;
}

function announce({ params, headers, querystring, body, lines, response }: RouteDescription, schemas: Schemas): void {
  for (const schema of [params, headers, querystring, body, lines])
    if (schema !== undefined) schemas.add(schema, 'input');
  for (const { content } of Object.values(response)) {
    for (const { schema } of Object.values(content)) schemas.add(schema, 'output');
  }
}

function operationOf(
  { params, headers, querystring, body, lines, response }: RouteDescription,
  schemas: Schemas,
  examples: readonly Example[],
) {
  // What a form is filled with: a request that succeeds.
  const tried = examples.find(({ status }) => status < 400)?.request;
  const parameters = [
    ...parametersIn('path', params, schemas, tried?.params),
    ...parametersIn('query', querystring, schemas, tried?.query),
    ...parametersIn('header', headers, schemas, undefined),
  ];
  const content = contentOf(body, lines, schemas, examples);
  const request = {
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
  };
  const responses = Object.fromEntries(
    Object.entries(response).map(([status, answer]) => {
      const shown = examples.filter((example) => String(example.status) === status);
      return [status, answerOf(answer, schemas, shown)];
    }),
  );
  return { request, responses };
}

/** What is sent: one object, or lines of which the first is shown. */
function contentOf(
  body: z.ZodType | undefined,
  lines: z.ZodType | undefined,
  schemas: Schemas,
  examples: readonly Example[],
): Json | undefined {
  if (lines !== undefined) {
    const shown = examplesOf(examples, ({ request }) => request.lines?.[0]);
    return { [LINES_TYPE]: { schema: schemas.of(lines, 'input'), ...shown } };
  }
  if (body === undefined) return undefined;
  const shown = examplesOf(examples, ({ request }) => request.body);
  return { 'application/json': { schema: schemas.of(body, 'input'), ...shown } };
}

/** By name; nothing where there are none. */
function examplesOf(examples: readonly Example[], partOf: (example: Example) => unknown): Json {
  const shown = examples.flatMap((example) => {
    const value = partOf(example);
    return value === undefined ? [] : [[example.name, { summary: example.summary, value }] as const];
  });
  return shown.length === 0 ? {} : { examples: Object.fromEntries(shown) };
}

function answerOf(
  { description, content, headers = [] }: DescribedAnswer,
  schemas: Schemas,
  examples: readonly Example[],
): Json {
  const shown = Object.entries(content).map(([type, { schema }]) => [
    type,
    { schema: schemas.of(schema, 'output'), ...examplesOf(examples, ({ answer }) => shownOf(type, answer)) },
  ]);
  return { description, headers: headerRefs(headers), content: Object.fromEntries(shown) };
}

/** Of lines the first. */
function shownOf(type: string, answer: unknown): unknown {
  return type === LINES_TYPE && Array.isArray(answer) ? answer[0] : answer;
}

function headerRefs(names: readonly AnswerHeader[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A parameter is there or not: null is no value of one. */
function parametersIn(
  place: 'path' | 'query' | 'header',
  shape: z.ZodObject | undefined,
  schemas: Schemas,
  example: Readonly<Record<string, string>> | undefined,
): Json[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(shape, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = withoutNull(schema as Json);
    const isRequired = required.includes(name);
    const shown = example?.[name];
    return {
      ...{ name, in: place, ...(isRequired && { required: true }), ...(description ? { description } : {}) },
      ...{ schema: rest, ...(shown === undefined ? {} : { example: rest.type === 'integer' ? Number(shown) : shown }) },
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
