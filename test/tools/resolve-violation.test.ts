import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { suspect } from '../../src/flows/consistency/suspect.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { MARA } from '../helpers/lore.js';
import { listed, oddWorld } from '../helpers/odd-world.js';
import { runFull } from '../helpers/violations.js';

describe('resolve_violation', () => {
  let app: TestApp;
  let made = 0;
  let project = '';
  const settle = (id: string | undefined, body: object) =>
    app.post('/v1/lore/resolve-violation', { project, id, reason: 'Looked at', who: 'dora', ...body });

  const suspected = async (sides: readonly [string, string], about: 'claim' | 'relation' = 'relation') => {
    const suspicion = { about, sides, stage: 'reported', reason: 'They can not both be', author: MARA } as const;
    return (await suspect(app.deps, { orgId: 'default', project }, suspicion)).violation.id;
  };
  const remember = async (statement: string): Promise<string> => {
    const { body } = await app.post('/v1/remember', { project, statement, who: 'mara', reason: 'It is told' });
    return body.claim.id;
  };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    project = `p${made++}`;
    await oddWorld(app, project);
  });

  test('200 keeps a side of an anachronism, and takes the other back', async () => {
    const { items } = (await app.get(`/v1/lore/get-anachronisms?project=${project}`)).body;
    const [{ id, sides }] = items;
    const died = sides.find(({ text }: { text: string }) => text.includes('DIED_ON'));
    const { status, body } = await settle(id, { action: 'keep', keep: died.id });
    expect([status, body.result]).toEqual([200, 'resolved']);
    const left = (await app.get(`/v1/lore/list-relations?project=${project}&entity=Edda`)).body.items;
    expect(left.map(({ type }: { type: string }) => type).sort()).toEqual(['BORN_ON', 'DIED_ON']);
    expect(left.every(({ is_disputed }: { is_disputed: boolean }) => !is_disputed)).toBe(true);
  });

  test('200 dismisses an anachronism and an orphan, which no run raises again', async () => {
    const ids = [...(await listed(app, project, 'anachronisms')), ...(await listed(app, project, 'orphans'))];
    expect(ids).toHaveLength(3);
    for (const id of ids) expect((await settle(id, { action: 'dismiss' })).body.result).toBe('dismissed');
    await runFull(app, project);
    expect([await listed(app, project, 'anachronisms'), await listed(app, project, 'orphans')]).toEqual([[], []]);
    const { items } = (await app.get(`/v1/audit?project=${project}&action=resolve_violation`)).body;
    expect(items).toHaveLength(3);
  });

  test('200 confirms what was only suspected: nobody is disputed before, and both are from then on', async () => {
    const { body } = await app.get(`/v1/lore/list-relations?project=${project}&entity=Ilse`);
    const [one, other] = body.items.map(({ id }: { id: string }) => id);
    const id = await suspected([one, other]);
    const disputed = async () =>
      (await app.get(`/v1/lore/list-relations?project=${project}&entity=Ilse`)).body.items.find(
        (item: { id: string }) => item.id === one,
      ).is_disputed;
    expect([await disputed(), await listed(app, project, 'contradictions')]).toEqual([
      false,
      [expect.not.stringMatching(id)],
    ]);
    const { status, body: confirmed } = await settle(id, { action: 'confirm' });
    expect([status, confirmed.result, confirmed.violation.status]).toEqual([200, 'open', 'open']);
    expect([await disputed(), await listed(app, project, 'contradictions')]).toEqual([
      true,
      expect.arrayContaining([id]),
    ]);
    // No rule finds it, so no run ends it.
    await runFull(app, project);
    expect(await listed(app, project, 'contradictions')).toContain(id);
    expect((await settle(id, { action: 'dismiss' })).body.result).toBe('dismissed');
    expect(await disputed()).toBe(false);
  });

  test('200 confirms two claims that somebody suspects', async () => {
    const claims = [
      await remember('The bell of Karth is silver'),
      await remember('Only iron rings over Karth'),
    ] as const;
    const id = await suspected(claims, 'claim');
    expect((await settle(id, { action: 'confirm' })).body.result).toBe('open');
    const claim = (await app.get(`/v1/claims/${claims[0]}?project=${project}`)).body;
    expect(claim).toMatchObject({ is_disputed: true, disputed_with: [claims[1]] });
  });

  test('200 dismisses what is suspected, which nobody suspects again', async () => {
    const claims = [
      await remember('The bell of Karth is silver'),
      await remember('Only iron rings over Karth'),
    ] as const;
    const id = await suspected(claims, 'claim');
    expect((await settle(id, { action: 'dismiss' })).body.result).toBe('dismissed');
    expect(await suspected(claims, 'claim')).toBe(id);
    const { items } = (await app.get(`/v1/contradictions?project=${project}&status=suspected`)).body;
    expect(items).toEqual([]);
  });

  test('409 to keep a side of what is only suspected, and to confirm what is open', async () => {
    const claims = [
      await remember('The bell of Karth is silver'),
      await remember('Only iron rings over Karth'),
    ] as const;
    const id = await suspected(claims, 'claim');
    const { status, body } = await settle(id, { action: 'keep', keep: claims[0] });
    expect([status, body.detail]).toEqual([409, expect.stringContaining('confirm or dismiss')]);
    const [open] = await listed(app, project, 'anachronisms');
    expect((await settle(open, { action: 'confirm' })).status).toBe(409);
    expect((await settle(app.deps.ids.next(), { action: 'confirm' })).status).toBe(404);
  });

  test('400 to keep a side of an orphan, or one that is none', async () => {
    const [orphan] = await listed(app, project, 'orphans');
    expect(await settle(orphan, { action: 'keep' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'action' }] },
    });
    const [anachronism] = await listed(app, project, 'anachronisms');
    expect((await settle(anachronism, { action: 'keep', keep: app.deps.ids.next() })).status).toBe(400);
  });

  test('404 for a violation that there is not', async () => {
    expect((await settle(app.deps.ids.next(), { action: 'dismiss' })).status).toBe(404);
  });

  test('409 for one that is settled', async () => {
    const [id] = await listed(app, project, 'orphans');
    await settle(id, { action: 'dismiss' });
    expect(await settle(id, { action: 'dismiss' })).toMatchObject({ status: 409, body: { code: 'already_settled' } });
  });
});
