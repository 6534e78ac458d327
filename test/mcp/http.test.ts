import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('MCP over streamable HTTP', () => {
  let app: TestApp;
  let url = '';
  beforeAll(async () => {
    app = await createTestApp();
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  const connect = async (query = '', key = API_KEY): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
      requestInit: { headers: bearer(key) },
    });
    await client.connect(transport);
    return client;
  };

  test('a client lists the tools and calls one', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('remember');
    const stored = await client.callTool({
      name: 'remember',
      arguments: { statement: 'Deploys must use a blue canary', who: 'alice', reason: 'The dashboards watch blue' },
    });
    expect(stored.isError).toBe(false);
    expect(stored.content).toEqual([{ type: 'text', text: expect.stringContaining('"result":"stored"') }]);
    await client.close();
  });
});
