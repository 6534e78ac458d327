import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { recheck } from '../../src/flows/recheck.js';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

const BLUE = 'Deploys must use a blue canary';
const RED = 'Deploys must use a red canary';

describe('the settings of a project', () => {
  let app: TestApp;
  /** Another instance on the same database. */
  let twin: TestApp;
  let made = 0;
  let project = '';
  const claim = (statement: string, rest: object = {}) => ({
    ...{ project, statement, who: 'alice', reason: 'Agreed', kind: 'decision' },
    ...rest,
  });
  const remember = (statement: string, rest: object = {}, headers = {}, to = app) =>
    to.post('/v1/remember', claim(statement, rest), headers);
  const set = (settings: object) => app.put('/v1/settings', { project, ...settings });

  beforeAll(async () => {
    app = await createTestApp();
    twin = await createTestApp({}, { sharedDatabase: app.database });
  });
  afterAll(async () => {
    await twin.close();
    await app.close();
  });
  beforeEach(() => {
    made += 1;
    project = `p${made}`;
  });
  afterEach(() => vi.restoreAllMocks());

  describe('a policy', () => {
    test.each([
      ['code', { warn_codes: ['value_differs'] }, {}, {}],
      ['kind', { warn_kinds: ['convention'] }, { kind: 'convention' }, {}],
      ['kind', { warn_kinds: ['convention'] }, {}, { kind: 'convention' }],
    ])('makes a warning of a conflict by its %s, in either order', async (loweredBy, policy, first, second) => {
      await set({ policy });
      await remember(BLUE, first);
      const { status, body } = await remember(RED, second);
      expect([status, body.tier]).toEqual([201, 'warn']);
      expect(body.warnings).toMatchObject([
        { code: 'value_differs', lowered_by: loweredBy, claim: { statement: BLUE } },
      ]);
      expect(body.warnings[0].reason).toContain("but for the project's policy");
      expect(body.claim).toMatchObject({ is_disputed: false, guarded: true });
    });

    test('leaves alone what it does not name, and raises nothing', async () => {
      await set({ policy: { warn_kinds: ['convention'], warn_codes: ['state_opposed', 'no_disagreement'] } });
      await remember(BLUE);
      expect((await remember(RED)).status).toBe(409);
      expect((await remember('Backups must be enabled')).body.tier).toBe('clean');
    });

    test('stands in the decision, and a replay goes by it whatever is set by then', async () => {
      await set({ policy: { warn_codes: ['value_differs'] } });
      await remember(BLUE);
      const { decision_id } = (await remember(RED)).body;
      await set({});
      const decision = await app.get(`/v1/decisions/${decision_id}?project=${project}`);
      const policy = { warn_kinds: [], warn_codes: ['value_differs'] };
      expect(decision.body).toMatchObject({ tier: 'warn', settings: { version: 1, policy } });
      const replayed = await app.post(`/v1/decisions/${decision_id}/replay`, { project });
      expect(replayed.body).toMatchObject({ matches: true, differences: [] });
    });

    test('counts for check, for items of a batch, for supersede and for the re-check', async () => {
      const blue = (await remember(BLUE)).body.claim;
      const other = (await remember('Tickets must be triaged')).body.claim;
      const ways = async () => {
        const check = await app.post('/v1/check', { op: 'remember', ...claim(RED) });
        const supersede = { op: 'supersede', project, claim_id: other.id, statement: RED, who: 'a', reason: 'b' };
        const replacing = await app.post('/v1/check', supersede);
        const items = [{ op: 'remember', ...claim(RED) }];
        const atomic = await app.post('/v1/batch', { project, items, atomic: true });
        return [check.body.status, replacing.body.status, atomic.status];
      };
      expect(await ways()).toEqual([409, 409, 409]);
      await set({ policy: { warn_codes: ['value_differs'] } });
      expect(await ways()).toEqual([201, 201, 200]);
      const items = [{ op: 'remember', ...claim('Deploys must use a green canary') }];
      expect((await app.post('/v1/batch', { project, items })).body.results).toMatchObject([{ status: 201 }]);
      const job = { tenant: { orgId: 'default', project }, kind: 'recheck' as const, about: blue.id };
      expect(await recheck(app.deps, { ...job, createdAt: '', attempts: 1 })).toBe(0);
      await set({});
      expect(await recheck(twin.deps, { ...job, createdAt: '', attempts: 1 })).toBe(2);
    });
  });

  describe('who may force', () => {
    let writer: { authorization: string };
    let curator: { authorization: string };
    let reader: { authorization: string };
    const forced = () => claim(RED, { force_exception: true });

    beforeAll(async () => {
      [reader, writer, curator] = (await Promise.all(
        (['reader', 'writer', 'curator'] as const).map(async (role) => bearer(await app.keyFor(role))),
      )) as [typeof reader, typeof writer, typeof curator];
    });

    test('every writer may, unless the project keeps it for curators', async () => {
      await remember(BLUE);
      expect((await app.post('/v1/remember', forced(), writer)).status).toBe(201);
    });

    test('403 for a writer in every way to write where it is kept for curators, who still may', async () => {
      await set({ force_role: 'curator' });
      const { body } = await remember(BLUE);
      const refused = async (path: string, sent: object) => (await app.post(path, sent, writer)).body;
      const item = { op: 'remember', ...forced() };
      const supersede = {
        project,
        claim_id: body.claim.id,
        statement: RED,
        who: 'a',
        reason: 'b',
        force_exception: true,
      };
      const detail = 'force_exception needs the role curator in this project; this key is a writer.';
      expect(await refused('/v1/remember', forced())).toMatchObject({ code: 'forbidden', detail });
      expect(await refused('/v1/supersede', supersede)).toMatchObject({ code: 'forbidden' });
      expect(await refused('/v1/check', item)).toMatchObject({ code: 'forbidden' });
      const batched = await refused('/v1/batch', { project, items: [item] });
      expect(batched.results).toMatchObject([{ status: 403, body: { code: 'forbidden' } }]);
      const atomic = await refused('/v1/batch', { project, items: [item], atomic: true });
      expect(atomic).toMatchObject({ status: 409, results: [{ status: 403 }] });
      expect((await app.post('/v1/remember', forced(), curator)).status).toBe(201);
    });

    test('403 for a reader that checks what only a writer may do', async () => {
      const reply = await app.post('/v1/check', { op: 'remember', ...forced() }, reader);
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
    });

    test('a refusal names forcing as a way out to those who may', async () => {
      await set({ force_role: 'curator' });
      await remember(BLUE);
      const actions = async (headers: object) =>
        (await remember(RED, {}, headers)).body.resolutions.map(({ action }: { action: string }) => action);
      expect(await actions(writer)).not.toContain('force_exception');
      expect(await actions(curator)).toContain('force_exception');
    });
  });

  describe('a change', () => {
    test('counts at once for another instance that knew the settings of before', async () => {
      expect((await remember(BLUE, {}, {}, twin)).status).toBe(201);
      expect((await remember(RED, {}, {}, twin)).status).toBe(409);
      await set({ policy: { warn_codes: ['value_differs'] } });
      expect((await remember(RED, {}, {}, twin)).body.warnings).toMatchObject([{ lowered_by: 'code' }]);
      await set({});
      expect((await remember('Deploys must use a green canary', {}, {}, twin)).status).toBe(409);
    });

    test('counts for what it ingests', async () => {
      await set({ policy: { warn_codes: ['value_differs'] } });
      await remember(BLUE, {}, {}, twin);
      const ingest = async (key: string) => {
        const facts = [{ key, source: 'notes.md', statement: `Deploys must use a ${key} canary` }];
        return (await twin.post('/v1/ingest', { project, facts })).body.violations.length;
      };
      expect(await ingest('red')).toBe(0);
      await set({});
      expect(await ingest('green')).toBe(2);
    });

    test('of who may force counts for it too', async () => {
      const writer = bearer(await app.keyFor('writer'));
      await remember(BLUE, {}, {}, twin);
      await set({ force_role: 'curator' });
      const reply = await twin.post('/v1/remember', claim(RED, { force_exception: true }), writer);
      expect(reply.status).toBe(403);
    });

    test('in the middle of many writes leaves each decided under one version', async () => {
      await remember(BLUE);
      const [written] = await Promise.all([
        Promise.all(
          Array.from({ length: 12 }, (_, n) => remember(RED, { scope: { env: `e${n}` } }, {}, n % 2 ? app : twin)),
        ),
        set({ policy: { warn_codes: ['value_differs'] } }),
      ]);
      for (const { status, body } of written) {
        const { settings } = (await app.get(`/v1/decisions/${body.decision_id}?project=${project}`)).body;
        expect([status, settings.version]).toEqual(settings.version === 0 ? [409, 0] : [201, 1]);
      }
    });
  });

  test('cost no round trip while they stay as they are', async () => {
    const key = bearer(await app.keyFor('writer'));
    // The first write of all settles the calendar, so the next one reads the settings again.
    await remember('Tickets must be triaged', {}, key);
    await remember('Alarms must be answered', {}, key);
    const [finding, storing, others] = (['find', 'commit', 'tenant'] as const).map((step) => vi.spyOn(app.store, step));
    expect((await remember('Queues must be drained', {}, key)).status).toBe(201);
    // One for the candidates, one to commit.
    expect(finding).toHaveBeenCalledTimes(1);
    expect(storing).toHaveBeenCalledTimes(1);
    expect(others).not.toHaveBeenCalled();
  });
});
