import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFolder, readFolder } from '../../src/start/folder.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { anachronismLines, contradictionLines } from '../helpers/planted.js';
import { WORLD } from '../helpers/world.js';

let app: TestApp;
const tenant = { orgId: 'default', project: 'world' };

const ingest = async (change: (path: string, content: string) => string = (_, content) => content) => {
  const { documents, ...settings } = await readFolder(WORLD);
  const changed = documents.map((one) => ({ ...one, content: change(one.uri, one.content) }));
  const run = { tenant, author: { who: 'mara', keyId: null }, runId: app.deps.ids.next() };
  return ingestFolder(app.deps, { documents: changed, ...settings }, run, (error) => {
    throw error;
  });
};

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

/** How many rows each table holds. */
async function counts(): Promise<Record<string, number>> {
  const tables = await app.database.asAdmin<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await app.database.asAdmin<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`);
    found[name] = row?.n ?? 0;
  }
  return found;
}

const types = (kind: string, violations: { kind: string; sides: { statement: string }[] }[]) =>
  violations.filter((one) => one.kind === kind).map(({ sides }) => sides.map(({ statement }) => statement).join(' | '));

describe('the example world', () => {
  test('is stored with its calendar, what is planted in it is found, and again it changes nothing', async () => {
    const first = await ingest();
    expect(first.documents.flatMap((one) => (one.result === 'failed' ? one.errors : []))).toEqual([]);
    expect(new Set(first.documents.map(({ result }) => result))).toEqual(new Set(['stored']));
    const found = types('contradiction', first.violations);
    for (const line of contradictionLines()) {
      const [, type = '', , rivals = ''] = line.split(/ ?\| ?/);
      const isFound = (text: string) =>
        text.includes(type) && rivals.split(' / ').every((rival) => text.includes(rival));
      // A window in the README is written as one in a statement, but for its dash.
      expect(found.map((text) => text.replace(/, (\d)/g, ' $1').replaceAll(' – ', '–')).some(isFound), line).toBe(true);
    }
    expect(types('anachronism', first.violations)).toHaveLength(anachronismLines().length);
    const before = await counts();
    expect(before.entities).toBeGreaterThanOrEqual(120);
    expect(before.relations).toBeGreaterThanOrEqual(300);
    const again = await ingest();
    expect(new Set(again.documents.map(({ result }) => result))).toEqual(new Set(['unchanged']));
    expect(again.violations).toEqual([]);
    expect(await counts()).toEqual(before);
  });

  test('with one document broken keeps what is stored of it, and the error names file, line and field', async () => {
    const before = await counts();
    const { documents } = await ingest((path, content) =>
      path === 'timeline.yaml' ? content.replace('    date: 24 AB\n', '    dated: 24 AB\n') : content,
    );
    const failed = documents.flatMap((one) => (one.result === 'failed' ? one.errors : []));
    expect(failed).toMatchObject([{ path: 'events.29.dated', line: 191, column: 5 }]);
    expect(documents.filter(({ result }) => result === 'unchanged')).toHaveLength(documents.length - 1);
    expect(await counts()).toEqual(before);
  });

  test('loses a contradiction with the document that no longer says it', async () => {
    const open = async () =>
      (await app.get('/v1/lore/get-contradictions?project=world&subject=Tidecrown&status=open')).body.items.length;
    expect(await open()).toBe(1);
    const { documents } = await ingest((path, content) =>
      path.endsWith('tarn-ledger.md') ? content.replace(/ {2}- \{ type: POSSESSES.*\n/, '') : content,
    );
    expect(documents.filter(({ result }) => result === 'updated')).toHaveLength(1);
    expect(await open()).toBe(0);
    const { items } = (await app.get('/v1/lore/list-relations?project=world&entity=Tidecrown&type=POSSESSES')).body;
    expect(items.length).toBeGreaterThan(5);
    expect(items.every((one: { is_disputed: boolean }) => !one.is_disputed)).toBe(true);
    const back = await ingest();
    expect(back.violations.length).toBeGreaterThan(0);
    expect(await open()).toBe(1);
  });
});
