import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../src/core/errors.js';
import { TOOLS } from '../../src/tools/index.js';
import { ROOT } from '../helpers/sources.js';

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}
interface Answer {
  description: string;
  headers?: Record<string, Schema>;
  content: Record<string, { schema: Schema }>;
}
interface Operation {
  operationId: string;
  description?: string;
  deprecated?: boolean;
  parameters?: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, Schema> };
}

const document = JSON.parse(readFileSync(join(ROOT, 'openapi/openapi.json'), 'utf8')) as Document;
const { schemas } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const nameOf = ($ref: string | undefined) => $ref?.split('/').at(-1) ?? '';

/** A schema and all in it, with the way to each; not what it refers to. */
function* within(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema];
  for (const [name, part] of Object.entries(schema.properties ?? {})) yield* within(part, `${path}.${name}`);
  const parts = [schema.items, ...(schema.prefixItems ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  for (const part of parts) if (part !== undefined) yield* within(part, `${path}[]`);
}

function* everything(): Generator<[string, Schema]> {
  for (const [name, schema] of Object.entries(schemas)) yield* within(schema, name);
  for (const { operationId, requestBody, responses } of operations) {
    const contents = [requestBody?.content ?? {}, ...Object.values(responses).map(({ content }) => content)];
    for (const content of contents) {
      for (const { schema } of Object.values(content)) yield* within(schema, operationId);
    }
  }
}

/** Whether something is said of a schema, where it is used or where it is defined. */
function isDescribed({ description, $ref, anyOf = [] }: Schema): boolean {
  if (description !== undefined) return true;
  if ($ref !== undefined) return schemas[nameOf($ref)]?.description !== undefined;
  return anyOf.some(isDescribed);
}

test('nothing is a tuple', () => {
  expect([...everything()].filter(([, schema]) => schema.prefixItems !== undefined).map(([path]) => path)).toEqual([]);
});

test('every schema and every header is referred to, and none is a twin of another', () => {
  const text = JSON.stringify(document);
  const unused = [
    ...Object.keys(schemas).filter((name) => !text.includes(`#/components/schemas/${name}"`)),
    ...Object.keys(document.components.headers).filter((name) => !text.includes(`#/components/headers/${name}"`)),
  ];
  expect(unused).toEqual([]);
  expect(Object.keys(schemas).filter((name) => /(?:Input|Output)$/.test(name))).toEqual([]);
});

test('every schema, field and parameter is described', () => {
  const undescribed = [...everything()]
    .flatMap(([path, { properties = {} }]) =>
      Object.entries(properties).map(([name, part]): [string, Schema] => [`${path}.${name}`, part]),
    )
    .concat(Object.entries(schemas))
    .filter(([, schema]) => !isDescribed(schema));
  const parameters = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ description }) => description === undefined).map(({ name }) => `${operationId}?${name}`),
  );
  expect([...undescribed.map(([path]) => path), ...parameters]).toEqual([]);
});

test('every body has a name', () => {
  const inline = operations.filter(({ requestBody }) =>
    Object.values(requestBody?.content ?? {}).some(({ schema }) => schema.$ref === undefined),
  );
  expect(inline.map(({ operationId }) => operationId)).toEqual([]);
});

describe('a problem', () => {
  const refusals = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = content['application/problem+json']?.schema;
      return schema === undefined ? [] : [[`${operationId} ${status}`, Number(status), schema] as const];
    }),
  );
  const constantOf = (schema: Schema | undefined, field: string): unknown => {
    const [member] = schema?.oneOf ?? [];
    return schema?.properties?.[field]?.const ?? (member && constantOf(schemas[nameOf(member.$ref)], field));
  };

  test.each(refusals)('%s is told by its code', (_name, status, schema) => {
    const choices = schema.oneOf ?? [schema];
    const codes = choices.map(({ $ref }) => constantOf(schemas[nameOf($ref)], 'code'));
    expect(codes.every((code) => PROBLEMS[code as keyof typeof PROBLEMS].status === status)).toBe(true);
    expect(new Set(codes).size).toBe(choices.length);
    if (choices.length > 1) {
      expect(schema.discriminator?.propertyName).toBe('code');
      expect(Object.keys(schema.discriminator?.mapping ?? {}).sort()).toEqual([...codes].sort());
    }
  });
});

test('an answer in short is told from the one in full by its view', () => {
  const shorts = TOOLS.filter(({ responses }) => Object.values(responses).some(({ short }) => short !== undefined));
  expect(shorts.length).toBeGreaterThan(5);
  for (const { name, responses } of shorts) {
    for (const [status, { short }] of Object.entries(responses)) {
      if (short === undefined) continue;
      const answer = operations.find(({ operationId }) => operationId === name)?.responses[status];
      expect(answer?.content['application/json']?.schema.discriminator?.propertyName, `${name} ${status}`).toBe('view');
    }
  }
});

describe('every operation', () => {
  test.each(TOOLS)('$name says when to use it, and what else to use', ({ useWhen, notFor, onConflict, problems }) => {
    for (const text of [useWhen, notFor, onConflict]) if (text !== undefined) expect(text).toMatch(/^[a-z].*\.$/s);
    const named = [...notFor.matchAll(/\buse (\w+_\w+)/g)].map(([, other]) => other);
    expect(named.filter((other) => !TOOLS.some(({ name }) => name === other))).toEqual([]);
    expect(onConflict !== undefined).toBe(problems.some((code) => code === 'conflict' || code === 'batch_refused'));
  });

  test('declares its headers', () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        expect(Object.keys(headers), `${operationId} ${status}`).toContain('X-Request-Id');
      }
    }
  });

  test('that has another path says so', () => {
    const deprecated = operations.filter((operation) => operation.deprecated === true);
    expect(deprecated.map(({ operationId }) => operationId)).toEqual(
      TOOLS.filter(({ alias }) => alias !== undefined).map(({ name }) => `${name}_deprecated`),
    );
    for (const { responses } of deprecated) {
      expect(Object.keys(responses['200']?.headers ?? {})).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
    }
  });
});
