import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayDo, ROLES, type Role } from '../../src/core/role.js';
import { TOOLS } from '../../src/tools/index.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';
import { call, hasSample, makeWorld, type World, worldOf } from '../helpers/operations.js';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const NOWHERE = worldOf(() => UNKNOWN);

const below = TOOLS.flatMap((tool) =>
  ROLES.filter((role) => !mayDo(role, tool.role)).map((role) => [tool.name, role, tool] as const),
);
const enough = TOOLS.flatMap((tool) =>
  ROLES.filter((role) => mayDo(role, tool.role)).map((role) => [tool.name, role, tool] as const),
);

interface OwnWorld {
  key: string;
  world: World;
}

describe('the roles', () => {
  let app: TestApp;
  let made = 0;
  /** What asks only leaves a world as it is: all that a role asks, it asks of one. */
  const asked = new Map<Role, Promise<OwnWorld>>();

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('every operation is tried', () => {
    expect(TOOLS.filter((tool) => !hasSample(tool)).map(({ name }) => name)).toEqual([]);
  });

  test('none is enough without a key', async () => {
    for (const tool of TOOLS) expect((await call(app, tool, NOWHERE, { key: '' })).status, tool.name).toBe(401);
  });

  test.each(below)('%s is refused to a %s, before anything else is looked at', async (_name, role, tool) => {
    const key = await app.keyFor(role);
    const { status, body } = await call(app, tool, NOWHERE, { key });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toBe(`${tool.name} needs the role ${tool.role}; this key is a ${role}.`);
  });

  const worldFor = async (role: Role): Promise<OwnWorld> => {
    made += 1;
    const tenant = { org_id: `org-${made}`, project: 'default' };
    const key = await app.keyFor(role, tenant.org_id);
    return { key, world: await makeWorld(app, tenant, mayDo(role, 'writer') ? key : API_KEY) };
  };
  const worldToAsk = (role: Role): Promise<OwnWorld> => {
    const world = asked.get(role) ?? worldFor(role);
    asked.set(role, world);
    return world;
  };

  test.each(enough)('%s is open to a %s', async (_name, role, tool) => {
    const { key, world } = await (tool.role === 'reader' ? worldToAsk(role) : worldFor(role));
    const reply = await call(app, tool, world, { key });
    expect(reply.status, JSON.stringify(reply.body)).not.toBe(401);
    expect(reply.status, JSON.stringify(reply.body)).not.toBe(403);
  });
});
