import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINES_TYPE } from '../../src/http/lines.js';
import { LEFT_OUT, TRANSFERRED } from '../../src/store/queries/transfer/transfer-tables.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { useStore } from '../helpers/database.js';
import { ingestExample } from '../helpers/transfer.js';

const context = useStore();

test('an export knows of every table that holds rows of projects, and says why it leaves some out', async () => {
  const rows = await context.database.asAdmin<{ name: string }>(`
    SELECT table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND c.column_name = 'project' AND t.table_type = 'BASE TABLE'
      AND table_name <> 'api_keys' ORDER BY 1`);
  expect([...TRANSFERRED, ...Object.keys(LEFT_OUT)].sort()).toEqual(rows.map(({ name }) => name));
});

describe('a whole world', () => {
  let source: TestApp;
  let target: TestApp;

  beforeAll(async () => {
    [source, target] = [await createTestApp(), await createTestApp()];
    await ingestExample(source, { orgId: 'default', project: 'lantern-coast' });
  }, 60_000);
  afterAll(async () => {
    await source.close();
    await target.close();
  });

  const QUERY = 'project=lantern-coast';
  const exported = async ({ app }: TestApp) =>
    (await app.inject({ method: 'GET', url: `/v1/export?${QUERY}`, headers: bearer(API_KEY) })).payload;
  const rowsOf = ({ database }: TestApp, table: string) =>
    database.asAdmin(`SELECT * FROM ${table} WHERE project = 'lantern-coast' ORDER BY ${table}`);

  test('exports, restores and exports to the same bytes; what is left out is made again alike', async () => {
    const text = await exported(source);
    const reply = await target.send('POST', `/v1/import?${QUERY}`, text, { 'content-type': LINES_TYPE });
    expect([reply.status, reply.body.rows > 1000]).toEqual([200, true]);
    expect(await exported(target)).toBe(text);
    for (const table of ['recall_keys', 'dependencies', 'past_dependencies', 'violation_sides']) {
      expect(await rowsOf(target, table), table).toEqual(await rowsOf(source, table));
    }
    expect((await rowsOf(target, 'recall_keys')).length).toBeGreaterThan(0);
  });

  test('answers the same questions alike, at the same times', async () => {
    const asked = `${QUERY}&known_at=${new Date().toISOString()}`;
    const { body } = await source.get(`/v1/lore/lookup?query=Isaude+Hallowmere&${asked}`);
    for (const path of [
      '/v1/lore/lookup?query=Isaude+Hallowmere',
      '/v1/lore/list-relations?entity=Isaude+Hallowmere',
    ]) {
      expect((await target.get(`${path}&${asked}`)).body).toEqual((await source.get(`${path}&${asked}`)).body);
    }
    expect(JSON.stringify(body)).toContain('Isaude Hallowmere');
  });
});
