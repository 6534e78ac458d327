import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../src/tools/index.js';
import { ROOT } from '../helpers/sources.js';

const run = promisify(execFile);

interface Operation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

describe('the OpenAPI document', () => {
  const committed = readFileSync(join(ROOT, 'openapi/openapi.json'), 'utf8');
  const document = JSON.parse(committed) as Document;

  // In a process of its own: schemas have their names once a process, and other tests load them too.
  test('is what the routes make', async () => {
    await expect(
      run(process.execPath, ['--import', 'tsx', 'src/cli/openapi.ts', '--check'], { cwd: ROOT }),
    ).resolves.toMatchObject({ stderr: '' });
  });

  test('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    const result = await new Validator().validate(JSON.parse(committed));
    expect(result).toMatchObject({ valid: true });
  });

  test('has every tool under its name and path', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    expect(operations).toEqual(
      expect.arrayContaining(TOOLS.map(({ name, method, path }) => `${name} ${method} ${path}`)),
    );
  });

  test('gives every answer a schema', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods)) {
        for (const [status, { content }] of Object.entries(operation.responses)) {
          const schemas = Object.values(content ?? {}).map(({ schema }) => schema);
          expect(schemas, `${path} ${status}`).not.toEqual([]);
          expect(
            schemas.every((schema) => Object.keys(schema ?? {}).length > 0),
            `${path} ${status}`,
          ).toBe(true);
        }
      }
    }
  });
});
