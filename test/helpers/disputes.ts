import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createTestApp, type TestApp } from './app.js';

/** A server for the tests of one file, a project for each of them, and what they tell it and ask of it about disputes. */
export function disputeWorld() {
  const world = { app: undefined as unknown as TestApp, project: '' };
  let made = 0;

  beforeAll(async () => {
    world.app = await createTestApp();
  });
  afterAll(() => world.app.close());
  beforeEach(() => {
    made += 1;
    world.project = `p${made}`;
  });

  const say = async (path: string, relations: readonly object[], entities: readonly object[] = []) => {
    const content = JSON.stringify({ entities, relations });
    const { status, body } = await world.app.post('/v1/ingest', {
      project: world.project,
      documents: [{ path, content }],
    });
    expect([status, body.errors]).toEqual([200, []]);
    return body;
  };
  const reign = (from: string, valid_from: string, valid_until: string | null = null) => {
    return { type: 'RULES', from, to: 'Valdorn', valid_from, ...(valid_until === null ? {} : { valid_until }) };
  };
  const grave = (died: string) => ({ type: 'Person', name: 'Aldric', died });
  const born = (child: string, ...parents: string[]) =>
    parents.map((parent) => ({ type: 'PARENT_OF', from: parent, to: child }));
  const add = (relation: object, rest = {}) =>
    world.app.post('/v1/lore/add-relation', { project: world.project, who: 'mara', ...relation, ...rest });

  const violations = async (status = 'open') => {
    const rows = await world.app.database.asAdmin<{
      id: string;
      kind: string;
      sides: string[];
      resolution: string | null;
    }>(
      "SELECT id, kind, sides, resolution FROM violations WHERE kind <> 'orphan' AND project = $1 AND status = $2 ORDER BY id",
      [world.project, status],
    );
    return Promise.all(rows.map(async (row) => ({ ...row, says: await names(row.sides) })));
  };
  /** Whose relations these are. */
  const names = async (ids: readonly string[]) => {
    const rows = await world.app.database.asAdmin<{ name: string }>(
      `SELECT f.name FROM relations r JOIN entities f ON f.id = r.from_id
       WHERE r.id = ANY ($1) AND r.system_until IS NULL ORDER BY f.name`,
      [ids],
    );
    return rows.map(({ name }) => name);
  };
  /** Who is disputed with whom, of what stands. */
  const disputes = async () => {
    const rows = await world.app.database.asAdmin<{ name: string; others: string[] }>(
      `SELECT f.name, r.disputed_with AS others FROM relations r JOIN entities f ON f.id = r.from_id
       WHERE r.project = $1 AND r.system_until IS NULL AND r.status = 'active' AND r.is_disputed ORDER BY f.name, r.id`,
      [world.project],
    );
    return Promise.all(rows.map(async ({ name, others }) => [name, ...(await names(others))]));
  };

  const settle = (body: object) =>
    world.app.post('/v1/lore/resolve-contradiction', { project: world.project, reason: 'Looked up', ...body });

  return { world, say, reign, grave, born, add, settle, violations, names, disputes };
}
