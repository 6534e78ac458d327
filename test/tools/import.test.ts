import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINES_TYPE } from '../../src/http/lines.js';
import { API_KEY, bearer, createTestApp, type Reply, type TestApp } from '../helpers/app.js';
import { makeWorld } from '../helpers/operations.js';

const TENANT = { org_id: 'acme', project: 'web' };
const QUERY = new URLSearchParams(TENANT);

/** An export of other lines, with a trailer that fits them. */
function sealed(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ line: 'trailer', rows: lines.length - 1, sha256 })}\n`;
}

describe('POST /v1/import', () => {
  let source: TestApp;
  let app: TestApp;
  let exported: string;
  let made = 0;

  beforeAll(async () => {
    [source, app] = [await createTestApp(), await createTestApp()];
    await makeWorld(source, TENANT, API_KEY);
    exported = await quietExport(source);
  });
  afterAll(async () => {
    await source.close();
    await app.close();
  });

  const exportOf = async ({ app: { inject } }: TestApp, query = QUERY) =>
    (await inject({ method: 'GET', url: `/v1/export?${query}`, headers: bearer(API_KEY) })).payload;
  /** Once what is written after the answers, such as that a conflict was delivered, is written. */
  const quietExport = async (of: TestApp): Promise<string> => {
    for (let last = ''; ; await sleep(100)) {
      const next = await exportOf(of);
      if (next === last) return next;
      last = next;
    }
  };
  const send = (text: string, query: URLSearchParams, to = app): Promise<Reply> =>
    to.send('POST', `/v1/import?${query}`, text, { 'content-type': LINES_TYPE });
  /** Into a project that nobody else uses. */
  const fresh = () => new URLSearchParams({ org_id: 'acme', project: `fresh-${++made}` });
  const lines = () => exported.trimEnd().split('\n').slice(0, -1);
  const isThere = async (query: URLSearchParams) => (await app.get(`/v1/claims?${query}`)).body.items.length > 0;

  test('200 and exports the same bytes from then on, and guards what it restored', async () => {
    const { status, body } = await send(exported, QUERY);
    expect([status, body.result]).toEqual([200, 'imported']);
    expect(body.rows).toBe(lines().length - 1);
    expect(await exportOf(app)).toBe(exported);
    const opposed = { statement: 'Deploys must use a red canary', reason: 'Red', ...TENANT };
    expect((await app.post('/v1/remember', opposed)).status).toBe(409);
    const found = await app.get(`/v1/lore/lookup?query=Osric+Vane&${QUERY}`);
    expect(found.body.items?.length ?? found.body.candidates?.length).toBeGreaterThan(0);
  });

  test('200 for nothing into nothing, which leaves nothing', async () => {
    const query = fresh();
    const header = `${JSON.stringify({ ...JSON.parse(lines()[0] ?? ''), tables: [] })}\n`;
    const sha256 = createHash('sha256').update(header).digest('hex');
    const empty = `${header}${JSON.stringify({ line: 'trailer', rows: 0, sha256 })}\n`;
    expect((await send(empty, query)).body).toMatchObject({ rows: 0, tables: [] });
    expect(JSON.parse(await exportOf(app, query))).toMatchObject({ code: 'not_found' });
  });

  test('400 for a parameter that there is not, and for an Idempotency-Key', async () => {
    expect((await send(exported, new URLSearchParams({ merge: 'true' }))).status).toBe(400);
    const headers = { 'content-type': LINES_TYPE, 'idempotency-key': 'a' };
    expect((await app.send('POST', `/v1/import?${fresh()}`, exported, headers)).status).toBe(400);
  });

  test('409 for a project that holds something', async () => {
    const { status, body } = await send(exported, QUERY, source);
    expect([status, body.code]).toEqual([409, 'project_not_empty']);
    expect(await exportOf(source)).toBe(exported);
  });

  test('415 for one object of JSON', async () => {
    expect((await app.post(`/v1/import?${fresh()}`, {})).status).toBe(415);
  });

  describe('422, and nothing is stored,', () => {
    const claim = () => lines().findIndex((line) => line.includes('"table":"claims"'));
    const changed = (change: (row: Record<string, unknown>) => object): string[] =>
      lines().map((line, at) => {
        if (at !== claim()) return line;
        const { row, ...rest } = JSON.parse(line);
        return JSON.stringify({ ...rest, row: change(row) });
      });
    const header = (change: object): string[] =>
      lines().map((line, at) => (at === 0 ? JSON.stringify({ ...JSON.parse(line), ...change }) : line));

    test.each<[string, () => string, RegExp]>([
      ['of a file that was cut', () => exported.slice(0, exported.length / 2), /trailer|JSON/],
      ['of a file without its last line', () => `${lines().join('\n')}\n`, /line \d+ is missing.*trailer/],
      ['of bytes that were changed', () => exported.replace('blue canary', 'grey canary'), /sha256/],
      ['of a line that is no JSON', () => sealed([...lines(), '{"line":']), /is not JSON/],
      ['of no lines', () => '', /line 1 is missing/],
      ['of lines without a header', () => sealed(lines().slice(1)), /line 1 must be the header/],
      ['of a row that is missing', () => sealed(lines().slice(0, -1)), /line 1 says \d+ rows/],
      ['of a row that is there twice', () => sealed([...lines(), lines().at(-1) ?? '']), /duplicate key|rows of/],
      ['of an id that is none', () => sealed(changed((row) => ({ ...row, id: 'x' }))), /uuid/],
      ['of a kind that there is not', () => sealed(changed((row) => ({ ...row, kind: 'rumour' }))), /row\.kind/],
      ['of a reading that nobody can read', () => sealed(changed((row) => ({ ...row, reading: [] }))), /row\.reading/],
      [
        'of a status that the table does not allow',
        () => sealed(changed((row) => ({ ...row, status: 'x' }))),
        /claims_status/,
      ],
      ['of a column that there is not', () => sealed(changed((row) => ({ ...row, colour: 1 }))), /row\.colour/],
      [
        'of a table that this version has not',
        () => sealed(header({ tables: [{ name: 'api_keys', columns: ['id'], rows: 0 }] })),
        /api_keys/,
      ],
      ['of a newer schema', () => sealed(header({ schema: '9999_later.sql' })), /newer/],
      ['of another format', () => sealed(header({ format: 2 })), /format 2/],
      ['of a line behind the trailer', () => `${exported}${lines()[1]}\n`, /behind the trailer/],
    ])('%s', async (_what, text, message) => {
      const query = fresh();
      const { status, body } = await send(text(), query);
      expect([status, body.code]).toEqual([422, 'import_refused']);
      const told = body.errors.map((error: { path: string; message: string }) => `${error.path} ${error.message}`);
      expect(told.join('\n')).toMatch(message);
      expect(await isThere(query)).toBe(false);
      expect(await exportOf(app, query)).not.toContain('"line":"row"');
    });
  });

  test('422 names the lines that are wrong, and no more than twenty', async () => {
    const wrong = lines().map((line, at) => (at === 3 || at === 5 ? 'x' : line));
    const { body } = await send(sealed(wrong), fresh());
    expect(body.errors.slice(0, 2).map(({ path }: { path: string }) => path)).toEqual(['line 4', 'line 6']);
    const many = [lines()[0] ?? '', ...Array.from({ length: 50 }, () => 'x')];
    expect((await send(sealed(many), fresh())).body.errors).toHaveLength(20);
  });
});
