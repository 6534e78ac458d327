import type { Example } from '../../src/http/examples.js';
import { LINES_TYPE } from '../../src/http/lines.js';
import { API_KEY, readLines, type TestApp } from '../helpers/app.js';
import { Normaliser } from './normalise.js';
import { STEPS } from './scenario.js';
import type { Step, Told } from './step.js';

interface Operation {
  method: string;
  path: string;
}

/** Sends every request of the story to a running server, and writes down what it answers. */
export async function recordExamples(app: TestApp, url: string): Promise<Record<string, Example[]>> {
  const operations = operationsOf(app);
  const answers = new Map<string, unknown>();
  const normaliser = new Normaliser();
  const examples: Record<string, Example[]> = {};
  const told: Told = (name) => answers.get(name);
  for (const step of STEPS) {
    const operation = operations.get(step.operation);
    if (operation === undefined) throw new Error(`There is no operation ${step.operation}.`);
    const request = requestOf(step, told);
    const { status, body } = await send(url, operation, request);
    if (status !== step.status) throw new Error(`${step.name}: ${status} ${JSON.stringify(body)}`);
    answers.set(step.name, body);
    const { name, summary } = step;
    const shown = normaliser.of({ request, answer: body });
    examples[step.operation] = [...(examples[step.operation] ?? []), { name, summary, status, ...shown }];
  }
  return examples;
}

function operationsOf({ app }: TestApp): Map<string, Operation> {
  const { paths } = app.swagger() as unknown as { paths: Record<string, Record<string, { operationId: string }>> };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, { method, path }] as const),
    ),
  );
}

function requestOf({ params, query, body, lines, headers }: Step, told: Told): Example['request'] {
  const made = <T extends object>(part: T | ((told: Told) => T) | undefined) =>
    typeof part === 'function' ? part(told) : part;
  const [madeParams, madeQuery, madeBody] = [made(params), made(query), made(body)];
  return {
    ...(madeParams && { params: madeParams }),
    ...(madeQuery && { query: madeQuery }),
    ...(headers && { headers }),
    ...(madeBody && { body: madeBody }),
    ...(lines && { lines: lines(told) }),
  };
}

async function send(
  url: string,
  { method, path }: Operation,
  { params, query, headers, body, lines }: Example['request'],
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const asked = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const response = await fetch(`${url}${filled}${asked}`, {
    method: method.toUpperCase(),
    headers: {
      ...{ authorization: `Bearer ${API_KEY}`, ...headers },
      ...(body && { 'content-type': 'application/json' }),
      ...(lines && { 'content-type': LINES_TYPE }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(lines && { body: lines.map((line) => `${JSON.stringify(line)}\n`).join('') }),
  });
  const isLines = response.headers.get('content-type') === LINES_TYPE;
  const answer: unknown = isLines ? readLines(await response.text()) : await response.json();
  return { status: response.status, body: answer };
}
