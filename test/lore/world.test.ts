import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentOutcome, ingestDocuments } from '../../src/flows/documents/ingest-documents.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { worldCalendar, worldDocuments } from '../helpers/world.js';

let app: TestApp;
const tenant = { orgId: 'default', project: 'world' };
const author = { who: 'mara', keyId: null };
const ingest = (documents = worldDocuments()) =>
  ingestDocuments(app.deps, { tenant, author, runId: app.deps.ids.next(), documents });

beforeAll(async () => {
  app = await createTestApp();
  expect((await app.put('/v1/calendar', { project: 'world', ...worldCalendar })).status).toBe(200);
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

const results = (outcomes: readonly DocumentOutcome[]) => [...new Set(outcomes.map(({ result }) => result))];

describe('the example world', () => {
  test('is stored, and again changes nothing', async () => {
    const first = await ingest();
    expect(first.flatMap((one) => (one.result === 'failed' ? one.errors : []))).toEqual([]);
    expect(results(first)).toEqual(['stored']);
    const before = await counts();
    expect(before.entities).toBeGreaterThanOrEqual(120);
    expect(before.relations).toBeGreaterThanOrEqual(300);
    const again = await ingest();
    expect(results(again)).toEqual(['unchanged']);
    expect(await counts()).toEqual(before);
  });
});
