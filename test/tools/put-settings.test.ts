import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const DEFAULTS = { disabled_rules: [], min_confidence: 0, many_violations: 100, time_zone: 'UTC' };

describe('put_settings', () => {
  let app: TestApp;
  let made = 0;
  let project = '';
  const put = (body: object, ifMatch?: string) =>
    app.put('/v1/settings', { project, ...body }, ifMatch === undefined ? {} : { 'if-match': ifMatch });
  const fresh = () => {
    made += 1;
    project = `p${made}`;
  };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 replaces all settings, and every change has a version', async () => {
    fresh();
    const policy = { warn_kinds: ['convention'], warn_codes: ['value_differs'] };
    const first = await put({ policy, parents_may_share_gender: true });
    expect([first.status, first.headers.etag]).toEqual([200, '"1"']);
    expect(first.body).toEqual({
      version: 1,
      policy: { warn_kinds: ['convention'], warn_codes: ['value_differs'] },
      force_role: 'writer',
      parents_may_share_gender: true,
      consistency: DEFAULTS,
      detective: { session_window_minutes: 15 },
    });
    const second = await put({ force_role: 'curator', policy: null });
    expect(second.body).toEqual({
      version: 2,
      policy: { warn_kinds: [], warn_codes: [] },
      force_role: 'curator',
      parents_may_share_gender: false,
      consistency: DEFAULTS,
      detective: { session_window_minutes: 15 },
    });
    expect((await app.get(`/v1/settings?project=${project}`)).body).toEqual(second.body);
  });

  test('200 sets how the consistency engine looks at a project; what is left out is as by default', async () => {
    fresh();
    const consistency = { disabled_rules: ['item_unowned'], time_zone: 'Europe/Berlin' };
    const expected = { ...DEFAULTS, ...consistency };
    expect((await put({ consistency })).body.consistency).toEqual(expected);
    expect((await app.get(`/v1/settings?project=${project}`)).body.consistency).toEqual(expected);
    expect((await put({})).body.consistency).toEqual(DEFAULTS);
    expect((await put({ consistency: { time_zone: 'Middle/Earth' } })).status).toBe(400);
    expect((await put({ consistency: { min_confidence: 2 } })).status).toBe(400);
  });

  test('200 sets within which time what is said is of one conversation, to the minute', async () => {
    fresh();
    const set = async (minutes: unknown) => (await put({ detective: { session_window_minutes: minutes } })).body;
    for (const minutes of [0, 1, 1440]) expect((await set(minutes)).detective.session_window_minutes).toBe(minutes);
    expect((await set(null)).detective).toEqual({ session_window_minutes: 15 });
    for (const wrong of [-1, 1.5, 1441, '15']) {
      expect((await set(wrong)).errors).toMatchObject([{ path: 'detective.session_window_minutes' }]);
    }
  });

  test('200 stands on the record', async () => {
    fresh();
    await put({ force_role: 'curator' });
    const recorded = await app.database.asAdmin(
      "SELECT who, detail FROM actions WHERE action = 'put_settings' AND project = $1",
      [project],
    );
    expect(recorded).toEqual([{ who: 'server admin', detail: { version: 1, settings: { forceRole: 'curator' } } }]);
  });

  test('200 with the ETag that was read, with one of several, and with any', async () => {
    fresh();
    const tags = ['"0"', '"7", "1"', '*', 'W/"3" , "3"'];
    for (const tag of tags) expect((await put({}, tag)).status).toBe(200);
    expect((await put({})).body.version).toBe(tags.length + 1);
  });

  test('400 for a setting, a value or an If-Match that is none', async () => {
    fresh();
    const wrong: [string, object, string?][] = [
      ['colour', { colour: 'red' }],
      ['force_role', { force_role: 'reader' }],
      ['policy.warn_kinds.0', { policy: { warn_kinds: ['gossip'] } }],
      ['policy.warn_codes.0', { policy: { warn_codes: ['because'] } }],
      ['policy.block_kinds', { policy: { block_kinds: ['fact'] } }],
      ['if-match', {}, '0'],
      ['if-match', {}, '"0",'],
      ['if-match', {}, ''],
    ];
    for (const [path, body, ifMatch] of wrong) {
      const reply = await put(body, ifMatch);
      expect([reply.status, reply.body.errors?.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
    }
    expect((await app.get(`/v1/settings?project=${project}`)).body.version).toBe(0);
  });

  test('412 when they are no longer what was read; nothing changes', async () => {
    fresh();
    expect(await put({ force_role: 'curator' }, '"1"')).toMatchObject({ status: 412 });
    await put({});
    for (const tag of ['"0"', '"2"', 'W/"1"', '"x"', '"99999999999999999999"']) {
      const { status, body } = await put({ force_role: 'curator' }, tag);
      expect([status, body.code], tag).toEqual([412, 'precondition_failed']);
    }
    expect((await app.get(`/v1/settings?project=${project}`)).body).toMatchObject({ version: 1, force_role: 'writer' });
  });

  test('412 for all but one of those that change the same version at once', async () => {
    for (const tag of ['"0"', '"1"']) {
      if (tag === '"0"') fresh();
      const replies = await Promise.all(Array.from({ length: 8 }, () => put({ force_role: 'curator' }, tag)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    }
  });
});
