import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type AppOptions, buildApp } from '../../src/app.js';
import { PROBLEMS } from '../../src/core/errors.js';
import type { Role } from '../../src/core/role.js';
import { ThreadReader } from '../../src/documents/reader.js';
import type { Deps } from '../../src/flows/deps.js';
import { KeyRing } from '../../src/flows/key-ring.js';
import { KeyedQueue } from '../../src/flows/keyed-queue.js';
import { createKey } from '../../src/flows/keys.js';
import { Sessions } from '../../src/flows/lore/sessions.js';
import { ProjectContexts } from '../../src/flows/project-contexts.js';
import { rulesSource } from '../../src/flows/rules-source.js';
import { keyAuth } from '../../src/http/auth.js';
import { LINES_TYPE } from '../../src/http/lines.js';
import { problemsOf } from '../../src/http/register.js';
import { nliOff } from '../../src/inference/off.js';
import { systemClock, systemIds, systemRandom, systemSecrets } from '../../src/start/system.js';
import { openStore, type Store } from '../../src/store/store.js';
import { Metrics } from '../../src/telemetry/metrics.js';
import type { Tool } from '../../src/tools/define.js';
import { TOOLS } from '../../src/tools/index.js';
import { PROBLEM_SCHEMAS } from '../../src/tools/problems.js';
import { createDatabase, type TestDatabase } from './database.js';
import { lexicon } from './lexicon.js';

export const API_KEY = 'lg_default_test_0123456789abcdef';

/** One thread for all the tests of this process: starting one from source takes a while. It ends with the process. */
export const documentReader = new ThreadReader({ clock: systemClock });

export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape it expects
  body: any;
}

export interface TestApp {
  app: FastifyInstance;
  store: Store;
  database: TestDatabase;
  deps: Deps;
  send(method: Tool['method'], path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** A new API key, as it is sent. */
  keyFor(role: Role, orgId?: string): Promise<string>;
  close(): Promise<void>;
}

interface TestAppOptions extends Partial<AppOptions> {
  /** A database that another application uses too, and drops. */
  sharedDatabase?: TestDatabase;
}

/**
 * The real application on a database of its own, or one more instance on another's; every answer of a tool is held to
 * the schema it declares.
 */
export async function createTestApp(
  overrides: Partial<Deps> = {},
  { sharedDatabase, ...options }: TestAppOptions = {},
): Promise<TestApp> {
  const database = sharedDatabase ?? (await createDatabase());
  const store = await openStore({ random: systemRandom, url: database.url, poolSize: 8 });
  const metrics = options.metrics ?? new Metrics();
  const deps: Deps = {
    store,
    lexicon,
    normSource: rulesSource(systemClock),
    scorer: nliOff,
    storyteller: null,
    judging: null,
    detective: null,
    documents: documentReader,
    clock: systemClock,
    ids: systemIds,
    random: systemRandom,
    secrets: systemSecrets,
    queue: new KeyedQueue(),
    keys: new KeyRing(store, overrides.clock ?? systemClock),
    contexts: new ProjectContexts(store),
    sessions: new Sessions(store),
    telemetry: metrics,
    // Where many tests run at once, what is to be found is found all the same.
    rulesLimitMs: 10_000,
    version: '0.0.0-test',
    ...overrides,
  };
  const app = await buildApp(deps, {
    ...{ authenticator: keyAuth(API_KEY, deps.keys), logger: false, metrics },
    ...options,
  });
  const send = async (options: InjectOptions, headers: Record<string, string>): Promise<Reply> => {
    const response = await app.inject({ ...options, headers: { ...bearer(API_KEY), ...headers } });
    const isLines = String(response.headers['content-type']).startsWith(LINES_TYPE);
    const body = isLines ? readLines(response.payload) : response.json();
    const reply = { status: response.statusCode, headers: response.headers, body };
    holdToSchema(options.method ?? '', String(options.url), reply);
    return reply;
  };
  const self: TestApp = {
    app,
    store,
    database,
    deps,
    send: (method, url, payload, headers = {}) =>
      send({ method, url, ...(payload === undefined ? {} : { payload: payload as object }) }, headers),
    post: (url, payload, headers) => self.send('POST', url, payload, headers),
    put: (url, payload, headers) => self.send('PUT', url, payload, headers),
    get: (url, headers) => self.send('GET', url, undefined, headers),
    keyFor: async (role, orgId = 'default') => {
      const request = {
        tenant: { orgId, project: 'default' },
        name: `${role} of ${orgId}`,
        role,
        projects: null,
        expiresAt: null,
      };
      return (await createKey(deps, request, { name: 'test', keyId: null, projects: null })).secret;
    },
    close: async () => {
      await app.close();
      await store.close();
      if (sharedDatabase === undefined) await database.drop();
    },
  };
  return self;
}

/** Lines of JSON, each of them read. */
export function readLines(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The header that carries a key. */
export function bearer(key: string): { authorization: string } {
  return { authorization: `Bearer ${key}` };
}

/** Fails when an answer has another status, other fields or other types than its operation declares. */
function holdToSchema(method: string, url: string, { status, body }: Reply): void {
  const tool = TOOLS.find(
    (candidate) => candidate.method === method && pathPattern(candidate).test(url.split('?')[0] ?? ''),
  );
  if (tool === undefined) return;
  const isDeclaredProblem = problemsOf(tool).some((code) => code === body.code && PROBLEMS[code].status === status);
  const answer = tool.responses[status];
  const isShort = body.view === 'minimal' || body.view === 'compact';
  const schema = status < 400 ? (isShort ? answer?.short : answer?.schema) : PROBLEM_SCHEMAS.get(body.code);
  if (schema !== undefined && 'lineSchema' in schema) {
    for (const line of body) expect(schema.lineSchema.parse(line)).toEqual(line);
    return;
  }
  expect(
    schema,
    `${method} ${url} answered ${status}, which it does not declare: ${JSON.stringify(body)}`,
  ).toBeDefined();
  if (status >= 400) expect(isDeclaredProblem, `${method} ${url} answered ${status} ${body.code}`).toBe(true);
  // What parsing takes away was not declared.
  expect(schema?.parse(body)).toEqual(body);
}

function pathPattern({ path }: Tool): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}
