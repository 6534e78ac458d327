import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../src/core/errors.js';
import { problemResult, resultOf } from '../../src/mcp/result.js';
import { speaksLines } from '../../src/tools/define.js';
import { TOOLS } from '../../src/tools/index.js';
import { ODD_KEYS, ODD_NUMBERS, ODD_TEXTS } from '../fuzz/odd-values.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { inParallel } from '../helpers/client.js';
import { callTool, connectHttp } from '../helpers/mcp.js';
import { argumentsFor, isOfProject, makeWorld, STORED, type World } from '../helpers/operations.js';

const NOT_OURS = new Set(['internal', 'unavailable', 'overloaded']);

let app: TestApp;
let url = '';
let client: Client;
beforeAll(async () => {
  app = await createTestApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  client = await connectHttp({ url, key: API_KEY });
});
afterAll(async () => {
  await client.close();
  await app.close();
});

describe('every tool', () => {
  /** What asks only leaves a world as it is: all of that is asked of one. */
  let asked: Promise<World> | null = null;
  const worldToAsk = (tenant: { org_id: string; project: string }): Promise<World> => {
    asked ??= makeWorld(app, tenant, API_KEY);
    return asked;
  };

  test.each(TOOLS.filter((tool) => !speaksLines(tool)).map((tool) => [tool.name, tool] as const))(
    '%s does what it is asked',
    async (name, tool) => {
      const isAsking = tool.role === 'reader';
      const tenant = { org_id: 'default', project: isAsking ? 'asked' : name };
      const world = await (isAsking ? worldToAsk(tenant) : makeWorld(app, tenant, API_KEY));
      const given = argumentsFor(tool, world);
      const { isError, answer } = await callTool(client, name, { ...given, ...(isOfProject(tool) && tenant) });
      expect(isError, JSON.stringify(answer)).toBe(false);
    },
  );

  test('what comes back holds no null and no inner detail of the guard', async () => {
    const tenant = { org_id: 'default', project: 'shown' };
    const { claimId } = await makeWorld(app, tenant, API_KEY);
    const { answer } = await callTool(client, 'get_claim', { claim_id: claimId, project: 'shown' });
    expect(answer).toMatchObject({ id: claimId, reason: 'The dashboards watch blue', kind: 'decision' });
    expect(JSON.stringify(answer)).not.toMatch(/null|"norms"|"view"/);
    const listed = await callTool(client, 'list_claims', { project: 'shown' });
    expect(listed.answer.items).toHaveLength(6);
    expect(JSON.stringify(listed.answer)).not.toMatch(/null|"norms"|"view"/);
  });

  test('the history of a claim holds its versions, and a decision what was compared', async () => {
    const tenant = { org_id: 'default', project: 'history' };
    const { claimId, decisionId } = await makeWorld(app, tenant, API_KEY);
    const history = await callTool(client, 'claim_history', { claim_id: claimId, project: 'history' });
    expect(history.answer.versions).toEqual([expect.objectContaining({ statement: STORED })]);
    const decision = await callTool(client, 'get_decision', { decision_id: decisionId, project: 'history' });
    expect(decision.answer).toMatchObject({
      statement: STORED,
      tier: 'clean',
      versions: { rules: expect.any(Number) },
    });
  });

  test('ways out keep the project that a call named, and only that', async () => {
    const project = 'named';
    await makeWorld(app, { org_id: 'default', project }, API_KEY);
    const red = { statement: 'Deploys must use a red canary', who: 'bob', reason: 'Agreed' };
    const named = await callTool(client, 'remember', { ...red, project });
    const [way] = named.answer.ways;
    expect(way.arguments).toMatchObject({ project });
    const bound = await connectHttp({ url, key: API_KEY, project });
    const unnamed = await callTool(bound, 'remember', red);
    expect(unnamed.answer.ways[0].arguments).not.toHaveProperty('project');
    expect(unnamed.answer.ways[0].arguments).not.toHaveProperty('org_id');
    await bound.close();
  });

  test('a contradiction is settled by a way that it offers', async () => {
    const { violationId } = await makeWorld(app, { org_id: 'default', project: 'settled' }, API_KEY);
    const bound = await connectHttp({ url, key: API_KEY, project: 'settled', toolset: 'memory,curate' });
    const { answer } = await callTool(bound, 'get_contradiction', { contradiction_id: violationId });
    expect(answer.ways.map(({ way }: { way: string }) => way)).toEqual(['keep', 'keep', 'merge', 'dismiss']);
    const [first] = answer.ways;
    expect(first).toMatchObject({ tool: 'resolve_contradiction', fill: ['reason'] });
    const settled = await callTool(bound, first.tool, { ...first.arguments, reason: 'They must' });
    expect(settled.isError, JSON.stringify(settled.answer)).toBe(false);
    await bound.close();
  });

  test('what would be refused says why and how it could be said, when it is checked', async () => {
    await makeWorld(app, { org_id: 'default', project: 'checked' }, API_KEY);
    const red = { statement: 'Deploys must use a red canary', who: 'bob', reason: 'Agreed', project: 'checked' };
    const { isError, answer } = await callTool(client, 'check', { op: 'remember', ...red });
    expect([isError, answer.status, answer.tier]).toEqual([false, 409, 'block']);
    expect(answer.conflicts[0]).toMatchObject({ statement: 'Deploys must use a blue canary', code: 'value_differs' });
    expect(answer.ways[0]).toMatchObject({ tool: 'supersede' });
  });
});

describe('every problem', () => {
  const [tool] = TOOLS;
  const nobody = { toolAt: () => null, namesTenant: false };

  test.each(PROBLEM_CODES)('%s is told with its code and what to do, as a refusal or as an error', (code) => {
    const { status, help } = PROBLEMS[code];
    const body = { type: `/problems/${code}`, title: 't', status, code, detail: 'd', instance: 'i', errors: [] };
    const result = resultOf(tool as (typeof TOOLS)[number], { status, body, retryAfter: '2' }, nobody);
    const answer = JSON.parse(result.content[0].text);
    if (code === 'conflict' || code === 'batch_refused') {
      expect([result.isError, answer]).toEqual([false, { result: 'refused', detail: 'd' }]);
    } else {
      expect([result.isError, answer]).toEqual([true, { code, detail: 'd', retry_after_s: 2, what_to_do: help }]);
    }
  });

  test('a code that this version does not know is told as it is', () => {
    expect(problemResult({ code: 'new', detail: 'd' }).content[0].text).toBe('{"code":"new","detail":"d"}');
  });
});

describe('odd input', () => {
  const send = async (body: string): Promise<{ status: number; text: string }> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const request = { method: 'POST', headers: { ...headers, ...bearer(API_KEY) }, body };
    const response = await fetch(`${url}/mcp?project=odd`, request);
    return { status: response.status, text: await response.text() };
  };
  const ODD: readonly unknown[] = [
    ...ODD_TEXTS,
    ...ODD_NUMBERS,
    null,
    true,
    [],
    {},
    [[]],
    { a: { b: [null] } },
    '.',
    '..',
  ];

  test('in any field of any tool it is a result, and no fault of the server', async () => {
    const calls = TOOLS.flatMap((tool, at) => {
      const fields = Object.keys(fieldsOf(tool));
      return fields.flatMap((field, index) =>
        [0, 1].map((n) => {
          const odd = ODD[(at * 7 + index * 2 + n) % ODD.length];
          const given = Object.fromEntries(fields.map((name) => [name, name === field ? odd : 'Aldric']));
          return { name: tool.name, arguments: given };
        }),
      );
    });
    const messages = calls.map((params, id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    const answers = await inParallel(messages, 8, send);
    const wrong = answers.filter(({ status, text }) => {
      const result = status === 200 ? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result : undefined;
      return result === undefined || NOT_OURS.has(JSON.parse(result.content[0].text).code);
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(messages.length).toBeGreaterThan(200);
  });

  test('odd messages are refused, and none is left without an answer', async () => {
    const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const odd: unknown[] = [
      ...[null, 5, 'x', true, {}, [], [[]], { jsonrpc: '1.0' }, { jsonrpc: '2.0' }, { jsonrpc: '2.0', id: 1 }],
      ...[
        { jsonrpc: '2.0', id: {}, method: 'tools/list' },
        { jsonrpc: '2.0', id: 1, method: 5 },
      ],
      ...[
        { jsonrpc: '2.0', id: 1, method: 'no/such' },
        { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
      ],
      ...[
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: {} },
      ],
      ...[call(null), call([]), call({}), call({ name: 5 }), call({ name: 'remember', arguments: [] })],
      ...ODD_KEYS.map((key) => call({ name: key, arguments: {} })),
      ...ODD_KEYS.map((key) => call({ name: 'remember', arguments: { [key]: 1 } })),
      ...ODD_TEXTS.map((text) => ({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: text } })),
      ...ODD_TEXTS.map((text) => `loreguard://claims/${text}`).map((uri) => {
        return { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
      }),
      ...ODD_KEYS.map((name) => ({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name } })),
      ...ODD_TEXTS.map((text) => {
        const given = { name: 'resolve_conflict', arguments: { decision_id: text } };
        return { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: given };
      }),
    ];
    const bodies = [...odd.map((one) => JSON.stringify(one)), '', '{', '[1,', '\u0000', '{"__proto__":{}}'];
    const answers = await inParallel(bodies, 8, send);
    const wrong = answers.filter(({ status }) => status >= 500);
    expect(wrong).toEqual([]);
    expect((await app.get('/ready')).status).toBe(200);
  });
});

/** The fields that a tool takes, in its path, query and body. */
function fieldsOf({ params, query, body }: (typeof TOOLS)[number]): object {
  const shapes = [params, query, body].map((part) => (part as { shape?: object } | undefined)?.shape ?? {});
  return Object.assign({}, ...shapes);
}
