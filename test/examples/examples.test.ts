import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_CODES } from '../../src/core/errors.js';
import type { Examples } from '../../src/http/examples.js';
import { TOOLS } from '../../src/tools/index.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { ROOT } from '../helpers/sources.js';
import { provokeProblems } from './problems.js';
import { recordExamples } from './record.js';
import { isTried, WITHOUT } from './scenario.js';

const FILE = join(ROOT, 'openapi/examples.json');

describe('the examples of the API', () => {
  let app: TestApp;
  let recorded: Examples;

  beforeAll(async () => {
    app = await createTestApp();
    const operations = await recordExamples(app, await app.app.listen({ host: '127.0.0.1', port: 0 }));
    recorded = { operations, problems: await provokeProblems(app, operations) };
    if (process.env.LOREGUARD_RECORD === '1') writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
  }, 60_000);
  afterAll(() => app.close());

  test('are what a running server answers; npm run examples writes them anew', () => {
    expect(recorded).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
  });

  test('show every operation with a request that it takes', () => {
    expect(TOOLS.filter((tool) => !isTried(tool)).map(({ name }) => name)).toEqual([]);
  });

  test('show every success of every operation', () => {
    const missing = TOOLS.flatMap(({ name, responses }) =>
      Object.keys(responses)
        .filter((status) => !recorded.operations[name]?.some((example) => String(example.status) === status))
        .map((status) => `${name} ${status}`),
    );
    expect(missing).toEqual([]);
  });

  test('show every problem', () => {
    expect(PROBLEM_CODES.filter((code) => recorded.problems[code] === undefined)).toEqual([]);
  });

  test('stand in the document that the server serves', () => {
    const { paths } = app.app.swagger() as unknown as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const shown = operations.filter((operation) => JSON.stringify(operation).includes('"examples":'));
    expect(operations.filter((one) => !shown.includes(one)).map(({ operationId }) => operationId)).toEqual([
      ...WITHOUT,
      ...TOOLS.filter(({ alias }) => alias !== undefined).map(({ name }) => `${name}_deprecated`),
    ]);
  });
});
