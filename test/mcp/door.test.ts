import { afterEach, describe, expect, test } from 'vitest';
import { openDoor } from '../../src/http/auth.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { callTool, connectHttp, type McpEntry } from '../helpers/mcp.js';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = { accept: 'application/json, text/event-stream' };
const BLUE = { statement: 'Deploys must use a blue canary', who: 'alice', reason: 'Agreed' };
const KEY_META = 'loreguard/idempotency-key';

let app: TestApp | undefined;
afterEach(() => app?.close());

async function start(...given: Parameters<typeof createTestApp>): Promise<{ app: TestApp; url: string }> {
  const started = await createTestApp(...given);
  app = started;
  return { app: started, url: await started.app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** A message as it goes over the wire. */
function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const said = { 'content-type': 'application/json', ...ACCEPT, ...bearer(API_KEY), ...headers };
  return fetch(url, { method: 'POST', headers: said, body: JSON.stringify(body) });
}

async function namesFor(entry: McpEntry): Promise<string[]> {
  const client = await connectHttp(entry);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

describe('toolsets and roles', () => {
  test('what a role may not call is neither listed nor done', async () => {
    const { app, url } = await start();
    const key = await app.keyFor('reader');
    const listed = await namesFor({ url, key, toolset: 'memory,lore,curate,admin' });
    expect(listed).toEqual(expect.arrayContaining(['check', 'get_claim', 'lookup', 'list_claims']));
    for (const name of ['remember', 'cancel', 'vouch', 'create_key', 'erase']) expect(listed).not.toContain(name);

    const client = await connectHttp({ url, key });
    expect(await callTool(client, 'remember', BLUE)).toMatchObject({ isError: true, answer: { code: 'forbidden' } });
    await client.close();
    expect((await app.get('/v1/claims')).body.items).toEqual([]);
  });

  test('each toolset lists its own, in any combination', async () => {
    const { url } = await start();
    const list = (toolset?: string) => namesFor({ url, key: API_KEY, ...(toolset !== undefined && { toolset }) });
    const [memory, lore, both] = [await list(), await list('lore'), await list('memory,lore')];
    expect(memory).toEqual(await list('memory'));
    expect(new Set(both)).toEqual(new Set([...memory, ...lore]));
    expect(memory).not.toContain('lookup');
    expect(await list('admin')).toContain('create_key');
    for (const [query, path] of [
      ['toolsets=lore', 'toolsets'],
      ['toolset=everything', 'toolset'],
      ['toolset=memory&toolset=everything', 'toolset'],
      ['project=', 'project'],
      ['project=a&project=b', 'project'],
    ]) {
      const wrong = await post(`${url}/mcp?${query}`, LIST);
      expect([wrong.status, await wrong.json()], query).toMatchObject([400, { errors: [{ path }] }]);
    }
    expect((await post(`${url}/mcp?toolset=memory&toolset=lore`, LIST)).status).toBe(200);
  });

  test('ways out that the role may not go are not offered', async () => {
    const { app, url } = await start();
    const refusedAs = async (key: string) => {
      const client = await connectHttp({ url, key });
      const { answer } = await callTool(client, 'remember', { ...BLUE, statement: 'Deploys must use a red canary' });
      await client.close();
      return answer.ways.map(({ way }: { way: string }) => way);
    };
    await app.put('/v1/settings', { force_role: 'curator' });
    await app.post('/v1/remember', BLUE);
    expect(await refusedAs(API_KEY)).toContain('force_exception');
    expect(await refusedAs(await app.keyFor('writer'))).not.toContain('force_exception');
  });
});

describe('idempotency', () => {
  test('a call with the same key is done once, and its key stands for one call', async () => {
    const { app, url } = await start();
    const client = await connectHttp({ url, key: API_KEY });
    const meta = { [KEY_META]: 'once' };
    const first = await callTool(client, 'remember', BLUE, meta);
    expect(await callTool(client, 'remember', BLUE, meta)).toEqual(first);
    expect(first.answer.result).toBe('stored');
    const other = await callTool(client, 'remember', { ...BLUE, statement: 'Logs must be kept' }, meta);
    expect(other).toMatchObject({ isError: true, answer: { code: 'idempotency_mismatch' } });
    // A tool that takes none is called all the same.
    expect((await callTool(client, 'check', { op: 'remember', ...BLUE }, meta)).isError).toBe(false);
    const odd = await callTool(client, 'remember', BLUE, { [KEY_META]: 7 });
    expect(odd).toMatchObject({ isError: true, answer: { code: 'invalid_request' } });
    await client.close();
    expect((await app.get('/v1/claims')).body.items).toHaveLength(1);
  });
});

describe('limits', () => {
  test('a call counts once, as over REST, and one too many is a problem that says how long to wait', async () => {
    const { url } = await start({}, { protection: { requestsPerMinute: 6 } });
    // Its greeting and the note that it is done are two.
    const client = await connectHttp({ url, key: API_KEY });
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await callTool(client, 'check', { op: 'remember', ...BLUE }));
    const allowed = answers.filter(({ isError }) => !isError).length;
    expect(allowed).toBeGreaterThanOrEqual(3);
    expect(allowed).toBeLessThanOrEqual(4);
    const { isError, answer } = answers.at(-1) ?? { isError: false, answer: {} };
    expect([isError, answer.code]).toEqual([true, 'rate_limited']);
    expect(answer.retry_after_s).toBeGreaterThan(0);
    await client.close();
  });

  test('429 for too many messages that ask nothing of the API, unknown tools and wrong addresses among them', async () => {
    const { url } = await start({}, { protection: { requestsPerMinute: 3 } });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } };
    const statuses = [];
    const wrong = { ...call, params: { name: 'whoami' } };
    statuses.push((await post(`${url}/mcp?toolset=everything`, wrong)).status);
    for (const message of [LIST, call, call]) statuses.push((await post(`${url}/mcp`, message)).status);
    expect(statuses).toEqual([400, 200, 200, 429]);
    expect((await post(`${url}/mcp`, LIST)).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('413 for a body that is too large, and 400 for one message that is many', async () => {
    const { url } = await start({}, { limits: { bodyBytes: 2000 } });
    const long = { ...LIST, params: { _meta: { padding: 'x'.repeat(2000) } } };
    expect((await post(`${url}/mcp`, long)).status).toBe(413);
    const many = await post(`${url}/mcp`, [LIST, LIST]);
    expect([many.status, await many.json()]).toMatchObject([400, { code: 'invalid_request' }]);
  });
});

describe('the door', () => {
  test('401 without a valid key, before anything is told', async () => {
    const { url } = await start();
    for (const authorization of ['', 'Bearer lg_default_nobody_0123456789']) {
      const response = await post(`${url}/mcp`, LIST, { authorization });
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'unauthorized' }]);
    }
  });

  test('403 for a page of another origin, and none for one that may call', async () => {
    const { url } = await start({}, { protection: { corsOrigins: ['https://desk.example'] } });
    const from = async (origin: string) => (await post(`${url}/mcp`, LIST, { origin })).status;
    expect(await from('https://evil.example')).toBe(403);
    expect(await from('null')).toBe(403);
    expect(await from('https://desk.example')).toBe(200);
    expect(await from('http://localhost:5173')).toBe(200);
  });

  test('403 where no key is asked for and the server is called by a name that is not its own', async () => {
    const { app } = await start({}, { authenticator: openDoor });
    const called = async (host: string) =>
      (
        await app.app.inject({
          ...{ method: 'POST', url: '/mcp', payload: LIST },
          headers: { host, ...ACCEPT },
        })
      ).statusCode;
    expect(await called('rebound.example:8787')).toBe(403);
    expect(await called('localhost:8787')).toBe(200);
  });

  test('405 for what is no POST: no stream is kept open, and no session ended', async () => {
    const { url } = await start();
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${url}/mcp`, { method, headers: { ...ACCEPT, ...bearer(API_KEY) } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      await response.text();
    }
  });
});
