import { describe, expect, test } from 'vitest';
import type { ClientReply } from '../helpers/client.js';
import { useProcesses } from '../helpers/processes.js';

const CONNECTIONS = 16;

describe.each([1, 2])('races of relations against %i API process(es) on one database', (processes) => {
  const context = useProcesses(processes, CONNECTIONS);
  const storm = (project: string, relations: readonly object[]): Promise<ClientReply[]> =>
    context.storm(
      project,
      relations.map((relation) => ['/v1/lore/add-relation', { who: 'racer', ...relation }]),
    );

  test('of 16 writers who each give a throne to another ruler, one wins each window', async () => {
    const windows = Array.from({ length: 6 }, (_, at) => ({
      valid_from: `1${300 + at * 10}`,
      valid_until: `1${310 + at * 10}`,
    }));
    const rulers = Array.from({ length: CONNECTIONS }, (_, at) => `Pretender ${String.fromCharCode(65 + at)}`);
    const relations = rulers.flatMap((from) =>
      windows.map((window) => ({ type: 'RULES', from, to: 'Valdorn', ...window })),
    );
    const replies = await storm('throne', relations);
    windows.forEach((_, at) => {
      const statuses = replies.filter((_, index) => index % windows.length === at).map(({ status }) => status);
      expect(statuses.sort()).toEqual([201, ...Array<number>(CONNECTIONS - 1).fill(409)]);
    });
    expect(await count('throne', 'relations')).toBe(windows.length);
    expect(await count('throne', 'claims')).toBe(windows.length);
  });

  test('of two that close a circle together one is refused', async () => {
    const pairs = Array.from({ length: 20 }, (_, at) => [`Elder ${at}x`, `Younger ${at}y`] as const);
    const relations = pairs.flatMap(([a, b]) => [
      { type: 'PARENT_OF', from: a, to: b },
      { type: 'PARENT_OF', from: b, to: a },
    ]);
    const replies = await storm('circle', relations);
    const statuses = pairs.map((_, at) => [replies[2 * at]?.status, replies[2 * at + 1]?.status].sort());
    expect(statuses).toEqual(pairs.map(() => [201, 409]));
    expect(await count('circle', 'relations')).toBe(pairs.length);
  });

  test('of two that make the parents of a child one gender together one is refused', async () => {
    const families = Array.from({ length: 20 }, (_, at) => [`Elder ${at}x`, `Other ${at}y`, `Child ${at}z`] as const);
    const born = families.flatMap(([a, b, child]) => [a, b].map((from) => ({ type: 'PARENT_OF', from, to: child })));
    expect((await storm('kin', born)).map(({ status }) => status)).toEqual(born.map(() => 201));
    const told = families.flatMap(([a, b]) => [a, b].map((from) => ({ type: 'GENDER', from, to: 'female' })));
    const replies = await storm('kin', told);
    const statuses = families.map((_, at) => [replies[2 * at]?.status, replies[2 * at + 1]?.status].sort());
    expect(statuses).toEqual(families.map(() => [201, 409]));
  });

  test('16 writers who name one new thing make one entity', async () => {
    const relations = Array.from({ length: CONNECTIONS }, (_, at) => ({
      ...{ type: 'LOCATED_IN', from: `Traveller ${at}z`, to: 'Lantern Quay', valid_from: '1340', valid_until: '1341' },
    }));
    const replies = await storm('quay', relations);
    expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
    expect(await count('quay', 'entities')).toBe(CONNECTIONS + 1);
    expect(new Set(replies.map(({ body }) => body.relations[0].to.id)).size).toBe(1);
  });

  async function count(project: string, table: 'relations' | 'claims' | 'entities'): Promise<number> {
    const open = table === 'entities' ? '' : " AND system_until IS NULL AND status = 'active'";
    const rows = await context.database.asAdmin<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${table} WHERE project = '${project}'${open}`,
    );
    return rows[0]?.n ?? -1;
  }
});
