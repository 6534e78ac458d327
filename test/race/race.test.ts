import { afterAll, describe, expect, test } from 'vitest';
import type { ClientReply } from '../helpers/client.js';
import { type Pooler, startPooler } from '../helpers/pooler.js';
import { useProcesses } from '../helpers/processes.js';

const CONNECTIONS = 16;

/** Words that make subjects that have nothing to do with each other. */
const THINGS = [
  'gateway',
  'ledger',
  'mailer',
  'scheduler',
  'indexer',
  'importer',
  'renderer',
  'archive',
  'billing',
  'search',
];
const PLACES = ['north', 'south', 'east', 'west', 'upper', 'lower', 'inner', 'outer', 'old', 'new'];
const PARTS = ['queue', 'cache', 'listener', 'worker'];

const subjects = THINGS.flatMap((thing) => PLACES.flatMap((place) => PARTS.map((part) => `${place} ${thing} ${part}`)));

const IS_LONG = Boolean(process.env.LOREGUARD_SOAK);
const PAIRS = IS_LONG ? 200 : 60;

describe.each([
  [1, 'directly', PAIRS],
  [2, 'directly', PAIRS],
  [2, 'through a pooler that lends sessions for a transaction', IS_LONG ? 60 : 20],
])('races against %i API process(es) on one database, %s', (processes, way, count) => {
  let pooler: Pooler | null = null;
  afterAll(() => pooler?.close());
  const context = useProcesses(processes, CONNECTIONS, async ({ url }) => {
    if (way === 'directly') return {};
    pooler = await startPooler(url, 6);
    return { DATABASE_URL: pooler.url, DATABASE_POOLING: 'transaction' };
  });

  const storm = (project: string, statements: readonly string[]): Promise<ClientReply[]> =>
    context.storm(
      project,
      statements.map((statement) => ['/v1/remember', { statement, who: 'racer', reason: 'To be first' }]),
    );

  test.each([
    ['values', (subject: string) => [`The port of the ${subject} is 8080`, `The port of the ${subject} is 9090`]],
    ['modalities', (subject: string) => [`The ${subject} must be restarted`, `The ${subject} must not be restarted`]],
    ['states', (subject: string) => [`Tracing of the ${subject} is enabled`, `Tracing of the ${subject} is disabled`]],
  ])(`of ${count} pairs with opposite %s exactly one of each is stored`, async (project, pairOf) => {
    const pairs = subjects.slice(0, count).map(pairOf);
    const replies = await storm(project, pairs.flat());
    const statuses = pairs.map((_, index) => [replies[2 * index]?.status, replies[2 * index + 1]?.status].sort());
    expect(statuses).toEqual(pairs.map(() => [201, 409]));
    expect(await activeClaims(project)).toBe(count);
  });

  test(`${2 * count} unrelated writes are all stored, each compared with everything`, async () => {
    const replies = await storm(
      'unrelated',
      subjects.slice(0, 2 * count).map((subject) => `The ${subject} must be restarted`),
    );
    expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
    expect(replies.flatMap(({ body }) => body.warnings)).toEqual([]);
    expect(await activeClaims('unrelated')).toBe(2 * count);
  });

  test('of 16 writers of one statement one stores it, and the others are told so', async () => {
    const replies = await storm(
      'same',
      Array.from({ length: CONNECTIONS }, () => 'Deploys must use a blue canary'),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(CONNECTIONS - 1);
  });

  test('of 16 writers with 16 values for one slot one stores its own, and the others are refused', async () => {
    for (let round = 0; round < 5; round++) {
      const statements = Array.from(
        { length: CONNECTIONS },
        (_, n) => `The port of the ${subjects[round]} is ${8000 + n}`,
      );
      const replies = await storm('slot', statements);
      expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(CONNECTIONS - 1).fill(409)]);
    }
    expect(await activeClaims('slot')).toBe(5);
  });

  test('16 writers who agree about one thing all have their say', async () => {
    const statements = Array.from({ length: CONNECTIONS }, (_, n) => `The gateway supports the ${subjects[n]}`);
    const replies = await storm('agree', statements);
    expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
    expect(await activeClaims('agree')).toBe(CONNECTIONS);
  });

  async function activeClaims(project: string): Promise<number> {
    const rows = await context.database.asAdmin<{ n: number }>(
      `SELECT count(*)::int AS n FROM claims WHERE project = '${project}' AND system_until IS NULL AND status = 'active'`,
    );
    return rows[0]?.n ?? -1;
  }
});
