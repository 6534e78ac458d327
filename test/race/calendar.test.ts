import { describe, expect, test } from 'vitest';
import { inParallel } from '../helpers/client.js';
import { useProcesses } from '../helpers/processes.js';

/** Each of the ten head starts twice; four times in the long run. */
const ROUNDS = process.env.LOREGUARD_SOAK === '1' ? 40 : 20;
const AT_ONCE = 4;

/** A year is read on it as on iso, and is another time. */
const CALENDAR = {
  id: 'reckoning',
  eras: [{ slug: 'age', name: 'Age', abbreviations: ['AG'], start: 0 }],
  units: {},
  current: '1400 AG',
};

const fact = { statement: 'Aldric ruled Valdorn', who: 'racer', kind: 'fact', valid_from: '1340' };
const WRITES: Record<string, { path: string; body: object; table: 'claims' | 'relations' }> = {
  'a claim': { path: '/v1/remember', body: fact, table: 'claims' },
  'claims stored all or none': {
    path: '/v1/batch',
    body: { atomic: true, items: [{ op: 'remember', ...fact }] },
    table: 'claims',
  },
  'a fact that is ingested': {
    path: '/v1/ingest',
    body: { facts: [{ statement: fact.statement, key: 'aldric', valid_from: '1340' }] },
    table: 'claims',
  },
  'a relation that is ingested': {
    path: '/v1/ingest',
    body: { entities: [{ type: 'Person', name: 'Aldric', born: '1340' }] },
    table: 'relations',
  },
  'a document': {
    path: '/v1/ingest',
    body: { documents: [{ path: 'a.yaml', content: 'entities:\n  - { type: Person, name: Aldric, born: 1340 }\n' }] },
    table: 'relations',
  },
  'a relation that is added': {
    path: '/v1/lore/add-relation',
    body: { type: 'RULES', from: 'Aldric', to: 'Valdorn', valid_from: '1340', who: 'racer' },
    table: 'relations',
  },
};

describe('the first dates of a project and its first calendar', () => {
  const context = useProcesses(2, 2 * AT_ONCE);

  const windowsOf = async (table: 'claims' | 'relations', project: string) =>
    (
      await context.database.asAdmin<{ period: string }>(
        `SELECT format('%s %s', valid_certain, valid_possible) AS period FROM ${table} WHERE project = $1 AND valid_from IS NOT NULL`,
        [project],
      )
    ).map(({ period }) => period);

  test.each(Object.keys(WRITES))('never end in %s by another calendar than the one in force', async (kind) => {
    const write = WRITES[kind];
    const [one, other] = context.clients;
    if (write === undefined || one === undefined || other === undefined) throw new Error('not set up');
    const slug = kind.replaceAll(' ', '-');
    const store = (project: string) => one.post(write.path, { project, ...write.body });
    const change = (project: string) => other.put('/v1/calendar', { project, ...CALENDAR });

    expect(await change(`${slug}-own`)).toMatchObject({ status: 200 });
    for (const project of [`${slug}-own`, `${slug}-iso`]) expect((await store(project)).status).toBeLessThan(300);
    const byOwn = await windowsOf(write.table, `${slug}-own`);
    const byIso = await windowsOf(write.table, `${slug}-iso`);
    expect([byOwn.length, byOwn]).toEqual([1, expect.not.arrayContaining(byIso)]);

    const rounds = await inParallel([...Array(ROUNDS).keys()], AT_ONCE, async (round) => {
      const project = `${slug}-${round}`;
      // The one or the other gets a head start, so that they meet at every point of their ways.
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const [stored, changed] = await Promise.all([
        store(project),
        pause((round % 10) * 2).then(() => change(project)),
      ]);
      return { project, stored: stored.status, changed: changed.status };
    });
    for (const { project, stored, changed } of rounds) {
      expect([200, 201]).toContain(stored);
      expect([200, 409]).toContain(changed);
      const windows = await windowsOf(write.table, project);
      expect([project, changed, windows]).toEqual([project, changed, changed === 200 ? byOwn : byIso]);
    }
  });
});
