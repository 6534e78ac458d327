import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('list_unguarded', () => {
  let app: TestApp;
  let isDown = false;
  const remember = async (statement: string, rest: object = {}) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest })).body.claim;
  const unread = async (statement: string, rest: object = {}) => {
    isDown = true;
    const claim = await remember(statement, rest);
    isDown = false;
    return claim;
  };
  const list = async (query = '') => (await app.get(`/v1/unguarded?${query}`)).body;

  beforeAll(async () => {
    const { read } = await import('../../src/guard/pipeline.js');
    app = await createTestApp({
      normSource: (...input) => {
        if (isDown) throw new Error('down');
        return read(...input);
      },
    });
  });
  afterAll(() => app.close());

  test('200 names each with its reason, newest first, and no other', async () => {
    await remember('Use pnpm for installs');
    const failed = await unread('Deploys must use a blue canary');
    await remember('Backups must be enabled');
    const forced = await remember('Backups must be disabled', { force_exception: true });
    const late = await remember('Queues must be drained');
    await app.database.asAdmin(
      `INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
       SELECT 'default', 'default', 'recheck', id, now(), now() FROM unnest($1::uuid[]) AS id`,
      [[late.id, failed.id]],
    );
    const { items, next_cursor } = await list();
    expect(items.map(({ why, claim }: { why: string; claim: { id: string } }) => [why, claim.id])).toEqual([
      ['not_fully_compared', late.id],
      ['forced', forced.id],
      ['failed_open', failed.id],
    ]);
    expect(next_cursor).toBeNull();
    expect(items[2].claim).toMatchObject({ guarded: false, normalizer_state: 'failed_open' });
  });

  test('200 leaves out what is no longer active, and other projects', async () => {
    const project = 'gone';
    const failed = await unread('Deploys must use a blue canary', { project });
    expect((await list(`project=${project}`)).items).toHaveLength(1);
    await app.post('/v1/cancel', { project, claim_id: failed.id, who: 'alice', reason: 'Wrong' });
    expect(await list(`project=${project}`)).toEqual({ view: 'full', items: [], next_cursor: null });
    expect(await list('project=nothing')).toEqual({ view: 'full', items: [], next_cursor: null });
  });

  test('200 pages by cursor without a gap or a repeat', async () => {
    const project = 'pages';
    const ids: string[] = [];
    for (let n = 1; n <= 5; n++) ids.unshift((await unread(`Service ${n} must own queue ${n}`, { project })).id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: { claim: { id: string } }[]; next_cursor: string | null } = await list(
        `project=${project}&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map(({ claim }) => claim.id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  test('400 for a limit or a cursor that is none', async () => {
    for (const query of ['limit=0', 'limit=201', 'cursor=!!', 'status=active']) {
      const { status, body } = await app.get(`/v1/unguarded?${query}`);
      expect([status, body.errors[0].path], query).toEqual([400, query.split('=')[0]]);
    }
  });
});
