import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTarget } from '../../src/cli/mcp-command.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy.js';
import { callTool, connectStdio, MCP_COMMAND } from '../helpers/mcp.js';

const BLUE = { statement: 'Deploys must use a blue canary', who: 'alice', reason: 'Agreed' };

describe('the words of the command', () => {
  const defaults = { url: 'http://127.0.0.1:8787', key: 'kept' };

  test('name a server, what is chosen of it, and a key', () => {
    const plain = readTarget([], defaults);
    expect([plain.url.href, plain.key]).toEqual(['http://127.0.0.1:8787/mcp', 'kept']);
    const words = ['--url', 'https://lore.example/x/', '--key', 'k', '--toolset', 'memory,lore', '--project', 'p'];
    const { url, key } = readTarget(words, defaults);
    expect([url.href, key]).toEqual(['https://lore.example/x/mcp?toolset=memory%2Clore&project=p', 'k']);
    expect([plain.session, readTarget(['--session', 'talk-1'], defaults).session]).toEqual([null, 'talk-1']);
  });

  test('that are not understood are told', () => {
    expect(() => readTarget(['--nonsense'], defaults)).toThrow('--nonsense');
    expect(() => readTarget(['--url', 'lore.example'], defaults)).toThrow('no http:// or https:// address');
    expect(() => readTarget(['--session', 'a b'], defaults)).toThrow('--session must be');
    expect(() => readTarget(['--toolset', 'nope'], defaults)).toThrow('must be some of memory, lore, curate, admin');
    expect(() => readTarget(['--project', 'a b'], defaults)).toThrow('--project must be');
  });
});

describe('over a bad network', () => {
  let app: TestApp;
  let proxy: FaultProxy;
  beforeAll(async () => {
    app = await createTestApp();
    proxy = await startFaultProxy(await app.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    await proxy.close();
    await app.close();
  });

  test('a call whose answer is lost is sent again, and done once', async () => {
    const client = await connectStdio({ url: proxy.url, key: API_KEY, project: 'lost' });
    proxy.cutAt('tools/call', 'after');
    const { isError, answer } = await callTool(client, 'remember', BLUE);
    expect([isError, answer.result]).toEqual([false, 'stored']);
    await client.close();
    const { body } = await app.get('/v1/audit?project=lost');
    expect(body.items).toHaveLength(1);
  });

  test('a key is not made twice: the call is told as failed', async () => {
    const client = await connectStdio({ url: proxy.url, key: API_KEY, toolset: 'admin' });
    proxy.cutAt('tools/call', 'after');
    const made = await callTool(client, 'create_key', { name: 'once', role: 'reader' });
    expect(made).toMatchObject({ isError: true, answer: { code: 'unreachable' } });
    await client.close();
    const { body } = await app.get('/v1/keys');
    expect(body.items.filter(({ name }: { name: string }) => name === 'once')).toHaveLength(1);
  });

  test('a server that is gone is told in the answer, and found again when it is back', async () => {
    const client = await connectStdio({ url: proxy.url, key: API_KEY });
    await proxy.refuse();
    const gone = await callTool(client, 'check', { op: 'remember', ...BLUE });
    expect(gone).toMatchObject({ isError: true, answer: { code: 'unreachable', what_to_do: expect.any(String) } });
    await expect(client.listTools()).rejects.toThrow('unreachable');
    await proxy.heal();
    expect((await callTool(client, 'check', { op: 'remember', ...BLUE })).isError).toBe(false);
    await client.close();
  });

  test('a key that is not valid is told as the server tells it', async () => {
    await expect(connectStdio({ url: proxy.url, key: 'lg_default_nobody' })).rejects.toThrow('unauthorized');
  });
});

test('too many requests are told with how long to wait, where that is long', async () => {
  const limited = await createTestApp({}, { protection: { requestsPerMinute: 4 } });
  const url = await limited.app.listen({ host: '127.0.0.1', port: 0 });
  const client = await connectStdio({ url, key: API_KEY });
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await callTool(client, 'check', { op: 'remember', ...BLUE }));
  expect(answers.at(-1)).toMatchObject({ isError: true, answer: { code: 'rate_limited' } });
  await client.close();
  await limited.close();
});

describe('the process', () => {
  const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
  const run = async (words: string[], input: string) => {
    const child = spawn(process.execPath, [...MCP_COMMAND, ...words], { stdio: 'pipe' });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.err += chunk;
    });
    child.stdin.end(input);
    const [code] = await once(child, 'exit');
    return { code, ...said };
  };

  test('ends when its input does', async () => {
    expect(await run(['--url', 'http://127.0.0.1:9'], '')).toMatchObject({ code: 0, out: '' });
  });

  test('answers all that was asked before its input ended', async () => {
    const app = await createTestApp();
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    const who = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const messages = [
      request(1, 'initialize', who),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'tools/call', { name: 'remember', arguments: BLUE }),
      request(3, 'tools/list'),
    ];
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    const { code, out, err } = await run(['--url', url, '--key', API_KEY, '--project', 'at-once'], input);
    const answers = out.trim().split('\n');
    const ids = answers.map((line) => (JSON.parse(line) as { id: number }).id);
    expect([code, ids.sort(), err]).toEqual([0, [1, 2, 3], '']);
    const { body } = await app.get('/v1/audit?project=at-once');
    expect(body.items).toHaveLength(1);
    await app.close();
  });

  test('answers what it was asked before its input ended although no server does', async () => {
    const input = `${JSON.stringify(request(1, 'tools/list'))}\n`;
    const { code, out } = await run(['--url', 'http://127.0.0.1:9'], input);
    expect([code, JSON.parse(out)]).toMatchObject([0, { id: 1, error: { message: expect.any(String) } }]);
  });

  test('ends when nobody reads its answers', async () => {
    const child = spawn(process.execPath, [...MCP_COMMAND, '--url', 'http://127.0.0.1:9'], { stdio: 'pipe' });
    child.stdout.destroy();
    child.stdin.end(`${JSON.stringify(request(1, 'tools/list'))}\n`);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('says on its error stream what it does not understand, and ends as wrong usage', async () => {
    const wrong = await run(['--nonsense'], '');
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toContain('--toolset');
  });

  test('outlives what is no message', async () => {
    const { code, out } = await run(['--url', 'http://127.0.0.1:9'], 'nonsense\n{"jsonrpc":"1.0"}\n[]\n');
    expect([code, out]).toEqual([0, '']);
  });
});
