import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({}, { sharedDatabase: app.database });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const remember = (statement: string, scope = { env: 'production' }, at = app) =>
  at.post('/v1/remember', { statement, who: 'racer', reason: 'To have a say', scope });

/** Moves every head again and again, faster than a write can read and commit, for as long as `work` takes. */
async function whileHeadsMove<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false;
  // In the order in which writes take their keys: else one would wait for the other for ever.
  const text = `WITH taken AS (SELECT org_id, project, key FROM guard_head ORDER BY key FOR UPDATE)
    UPDATE guard_head h SET version = h.version + 1 FROM taken t
    WHERE h.org_id = t.org_id AND h.project = t.project AND h.key = t.key`;
  const moving = Array.from({ length: 3 }, async () => {
    while (!isDone) await app.store.tenant('default', (db) => db.run({ text, values: [] }));
  });
  try {
    return await work();
  } finally {
    isDone = true;
    await Promise.all(moving);
  }
}

test('a write whose keys others keep moving has its turn, compared with everything', async () => {
  await remember('The port of the console is 8080', { env: 'staging' });
  const { status, body } = await whileHeadsMove(() => remember('The port of the console is 9090'));
  expect([status, body.warnings]).toEqual([201, []]);
});

test('a batch that is stored all or none has its turn, compared with everything', async () => {
  const things = ['beacon', 'cellar', 'dynamo'];
  const items = (port: number, env: string) =>
    things.map((thing) => ({
      op: 'remember',
      ...{ statement: `The port of the ${thing} is ${port}`, who: 'racer', reason: 'To have a say', scope: { env } },
    }));
  const batch = (port: number, env: string) => app.post('/v1/batch', { atomic: true, items: items(port, env) });
  await batch(8080, 'staging');
  const [first, second] = await whileHeadsMove(() =>
    Promise.all([batch(9090, 'production'), batch(9191, 'production')]),
  );
  expect([first.status, second.status].sort()).toEqual([200, 409]);
});

test('of two that contradict, written to two processes, one is stored, though others keep moving their keys', async () => {
  const things = ['gateway', 'ledger', 'mailer', 'scheduler', 'indexer', 'importer', 'renderer', 'archive'];
  const portOf = (thing: string, port: number) => `The port of the ${thing} is ${port}`;
  for (const thing of things) await remember(portOf(thing, 8080), { env: 'staging' });
  const scope = { env: 'production' };
  const replies = await whileHeadsMove(() =>
    Promise.all(
      things.map((thing) =>
        Promise.all([remember(portOf(thing, 9091), scope), remember(portOf(thing, 9092), scope, other)]),
      ),
    ),
  );
  const statuses = replies.map((pair) => pair.map(({ status }) => status).sort());
  expect(statuses).toEqual(things.map(() => [201, 409]));
});
