import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit.js';
import { runExport } from '../../src/cli/transfer/export.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { makeWorld } from '../helpers/operations.js';

const TENANT = { org_id: 'acme', project: 'web' };
const PATH = `/v1/export?${new URLSearchParams(TENANT)}`;

describe('GET /v1/export', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    await makeWorld(app, TENANT, API_KEY);
  });
  afterAll(() => app.close());

  const text = async (path = PATH) =>
    (await app.app.inject({ method: 'GET', url: path, headers: bearer(API_KEY) })).payload;

  test('200 with a header that counts, every row, and a trailer with the digest of what is before it', async () => {
    const { status, headers } = await app.get(PATH);
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const whole = await text();
    const [header, ...rest] = whole
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const trailer = rest.pop();
    expect(header).toMatchObject({ line: 'header', format: 1 });
    const counted = header.tables.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0);
    expect([rest.length, trailer.rows]).toEqual([counted, counted]);
    const before = whole.slice(0, whole.trimEnd().lastIndexOf('\n') + 1);
    expect(trailer.sha256).toBe(createHash('sha256').update(before).digest('hex'));
    const tables = new Set(rest.map(({ table }: { table: string }) => table));
    expect([...tables]).toEqual(expect.arrayContaining(['projects', 'claims', 'decisions', 'entities', 'violations']));
    expect(rest.some(({ row }: { row: object }) => 'org_id' in row || 'project' in row)).toBe(false);
  });

  test('200 with the same bytes again, and with none of another project', async () => {
    const before = await text();
    await app.post('/v1/remember', {
      statement: 'Use pnpm for installs',
      kind: 'fact',
      org_id: 'acme',
      project: 'shop',
    });
    expect(await text()).toBe(before);
  });

  test('404 for a project that is not there, which the command tells without leaving a file', async () => {
    const { status, body } = await app.get('/v1/export?org_id=acme&project=nothing');
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(body.detail).toContain('no project nothing');
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    const out = join(tmpdir(), `loreguard-export-${process.pid}.jsonl`);
    const options = { url, key: API_KEY, orgId: 'acme' };
    expect(await runExport({ ...options, project: 'nothing', out })).toBe(EXIT.usage);
    expect(existsSync(out)).toBe(false);
    expect(await runExport({ ...options, project: 'web', out })).toBe(EXIT.ok);
    await rm(out);
  });

  test('400 for a parameter that there is not', async () => {
    expect((await app.get(`${PATH}&since=2026`)).status).toBe(400);
  });
});
