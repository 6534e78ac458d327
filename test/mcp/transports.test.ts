import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';
import { callTool, connectHttp, connectStdio, type McpEntry } from '../helpers/mcp.js';

const BLUE = { statement: 'Deploys must use a blue canary', who: 'alice', reason: 'The dashboards watch blue' };
const RED = { statement: 'Deploys must use a red canary', who: 'bob', reason: 'Red is easier to see' };

let app: TestApp;
let url = '';
beforeAll(async () => {
  app = await createTestApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

describe.each([
  ['HTTP', 'legacy', connectHttp],
  ['HTTP', 'auto', connectHttp],
  ['stdio', 'legacy', connectStdio],
  ['stdio', 'auto', connectStdio],
] as const)('over %s, revision %s', (transport, era, connect: (entry: McpEntry) => Promise<Client>) => {
  let client: Client;
  const project = `${transport}-${era}`;
  beforeAll(async () => {
    client = await connect({ url, key: API_KEY, project, toolset: 'memory,curate', era });
  });
  afterAll(() => client.close());

  test('the server tells who it is and how it is used', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'loreguard', version: '0.0.0-test' });
    expect(client.getInstructions()).toContain('refused');
  });

  test('tools are listed, one is called, refused, and the conflict resolved by a way that was offered', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['remember', 'supersede', 'vouch']));

    const stored = await callTool(client, 'remember', BLUE);
    expect(stored).toMatchObject({ isError: false, answer: { result: 'stored', tier: 'clean' } });

    const refused = await callTool(client, 'remember', RED);
    expect(refused).toMatchObject({ isError: false, answer: { result: 'refused' } });
    const { conflicts, ways } = refused.answer;
    expect(conflicts).toEqual([
      expect.objectContaining({ claim_id: stored.answer.claim_id, statement: BLUE.statement, code: 'value_differs' }),
    ]);
    expect(ways.at(-1)).toEqual({ way: 'abandon' });

    const way = ways.find((one: { tool?: string }) => one.tool === 'supersede');
    expect(way.fill).toBeUndefined();
    const replaced = await callTool(client, way.tool, way.arguments);
    expect(replaced).toMatchObject({ isError: false, answer: { result: 'stored', closed: [stored.answer.claim_id] } });

    // What the address named is where all of it went.
    const { body } = await app.get(`/v1/claims?project=${project}`);
    expect(body.items.map(({ statement }: { statement: string }) => statement)).toEqual([RED.statement]);
  });

  test('a problem is an answer with its code and what to do', async () => {
    expect(await callTool(client, 'remember', { statement: 5 })).toMatchObject({
      isError: true,
      answer: { code: 'invalid_request', errors: [{ path: 'statement' }], what_to_do: expect.any(String) },
    });
    expect(await callTool(client, 'get_claim', {})).toMatchObject({
      isError: true,
      answer: { code: 'invalid_request', errors: [{ path: 'claim_id', message: 'is required' }] },
    });
    expect(await callTool(client, 'no_such_tool', {})).toMatchObject({ isError: true, answer: { code: 'not_found' } });
  });

  test('resources are listed and read', async () => {
    const { claim_id, decision_id } = (await callTool(client, 'remember', { ...BLUE, statement: 'Logs must be kept' }))
      .answer;
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resources.map(({ name }) => name)).toEqual(['contradictions', 'calendar', 'harness', 'types']);
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['claim', 'history', 'decision', 'problem']);
    const addresses = [
      ...resources.map((one) => one.uri),
      ...[`loreguard://claims/${claim_id}`, `loreguard://claims/${claim_id}/history`],
      ...[`loreguard://decisions/${decision_id}`, 'loreguard://problems/conflict'],
    ];
    for (const uri of addresses) {
      const { contents } = await client.readResource({ uri });
      expect(contents, uri).toEqual([{ uri, mimeType: 'application/json', text: expect.any(String) }]);
    }
    const { contents } = await client.readResource({ uri: `loreguard://claims/${claim_id}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id: claim_id, reason: BLUE.reason });
    await expect(client.readResource({ uri: 'loreguard://problems/toString' })).rejects.toThrow(/not found/i);
  });

  test('prompts are listed and read, with what they are about', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      ...['resolve_conflict', 'record_decision', 'work_queue', 'answer_about_world'],
    ]);
    const asked = { name: 'answer_about_world', arguments: { question: 'Who ruled Valdorn?' } };
    const { messages } = await client.getPrompt(asked);
    expect(JSON.stringify(messages)).toContain('Who ruled Valdorn?');

    const refused = await callTool(client, 'remember', BLUE);
    const { decision_id } = refused.answer;
    const resolve = await client.getPrompt({ name: 'resolve_conflict', arguments: { decision_id } });
    expect(resolve.messages[1]?.content).toMatchObject({
      type: 'resource',
      resource: { text: expect.stringContaining(RED.statement) },
    });
    await expect(client.getPrompt({ name: 'answer_about_world' })).rejects.toThrow('question is required');
    await expect(client.getPrompt({ name: 'no_such_prompt' })).rejects.toThrow('no such prompt');
  });
});
