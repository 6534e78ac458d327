import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../helpers/database.js';
import { startServer } from '../helpers/server-process.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const count = async () =>
  (
    await database.asAdmin<{ n: number }>(
      'SELECT ((SELECT count(*) FROM relations) + (SELECT count(*) FROM actions))::int AS n',
    )
  )[0]?.n;

test('a server brings the example world along, once', async () => {
  const start = () => startServer({ DATABASE_URL: database.url }, [MAIN, '--example']);
  const first = await start();
  const rows = await count();
  expect(rows).toBeGreaterThan(900);
  const query = 'project=lantern-coast&query=isaude%20of%20the%20two%20tides';
  const headers = { authorization: `Bearer ${first.apiKey}` };
  const reply = await fetch(`${first.url}/v1/lore/lookup?${query}`, { headers });
  expect(await reply.json()).toMatchObject({ items: [{ name: 'Isaude Hallowmere', lore_verified: true }] });
  await first.stop();
  await (await start()).stop();
  expect(await count()).toBe(rows);
}, 60_000);
