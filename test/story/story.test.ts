import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Reply, type TestApp } from '../helpers/app.js';

/** A season in the life of a memory: what was decided, replaced, withdrawn, forced and learnt, in order. */
describe('a story of writes', () => {
  let app: TestApp;
  const decisions: { id: string; op: string }[] = [];
  const claims = new Map<string, string>();

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function write(op: string, name: string, status: number, body: object): Promise<Reply> {
    const reply = await app.post(`/v1/${op}`, { who: 'alice', reason: 'Agreed', ...body });
    expect([name, reply.status], JSON.stringify(reply.body)).toEqual([name, status]);
    if (reply.body.decision_id !== undefined) decisions.push({ id: reply.body.decision_id, op });
    if (status === 201) claims.set(name, reply.body.claim.id);
    return reply;
  }
  const id = (name: string) => claims.get(name) ?? '';
  const current = async (name: string) => (await app.get(`/v1/claims/${id(name)}`)).body;

  test('is told', async () => {
    await write('remember', 'storage', 201, { statement: 'Use Postgres for storage' });
    await write('remember', 'backup', 201, {
      statement: 'Backups must be made with pg_dump',
      depends_on: [id('storage')],
    });
    await write('remember', 'refused', 409, { statement: 'Use MySQL for storage' });
    await write('learn', 'port', 201, {
      statement: 'The default port of the gateway is 8080',
      source: 'docs/gateway.md',
    });
    await write('supersede', 'newPort', 201, {
      claim_id: id('port'),
      statement: 'The default port of the gateway is 9090',
      reason_kind: 'update',
      valid_from: '2026-06',
    });
    await write('remember', 'debug', 201, { statement: 'Debug logging must be enabled', scope: { env: 'dev' } });
    await write('remember', 'forced', 201, {
      statement: 'Debug logging must be disabled',
      scope: { env: 'dev' },
      force_exception: true,
    });
    await write('remember', 'again', 200, { statement: 'Use Postgres for storage' });
    const moved = await write('supersede', 'sqlite', 201, {
      claim_id: id('storage'),
      statement: 'Use SQLite for storage',
      reason: 'It is enough for us',
    });
    expect(moved.body.unsupported.map((claim: { id: string }) => claim.id)).toEqual([id('backup')]);
    await write('cancel', 'noBackup', 200, { claim_id: id('backup'), reason: 'There is no pg_dump any more' });
  });

  test('leaves every claim as the story ends', async () => {
    expect(await current('storage')).toMatchObject({ status: 'superseded', superseded_by: id('sqlite') });
    expect(await current('backup')).toMatchObject({ status: 'cancelled' });
    expect(await current('port')).toMatchObject({ status: 'active', valid_until: { text: '2026-06' } });
    expect(await current('newPort')).toMatchObject({
      status: 'active',
      valid_from: { text: '2026-06' },
      supersedes: [id('port')],
    });
    expect(await current('debug')).toMatchObject({ is_disputed: true, disputed_with: [id('forced')] });
  });

  test('is remembered as it was believed at each moment', async () => {
    const { body } = await app.get(`/v1/claims/${id('backup')}/history`);
    expect(body.versions.map((version: { status: string }) => version.status)).toEqual(['active', 'cancelled']);
    for (const version of body.versions) {
      const then = await app.get(`/v1/claims/${id('backup')}?known_at=${version.system_from}`);
      expect(then.body).toMatchObject(version);
    }
    const line = (await app.get(`/v1/claims/${id('sqlite')}/history`)).body.line;
    expect(line.map((claim: { id: string }) => claim.id)).toEqual([id('storage'), id('sqlite')]);
  });

  test('replays to the same decisions', async () => {
    expect(decisions).toHaveLength(9);
    for (const { id: decisionId, op } of decisions) {
      const { body } = await app.post(`/v1/decisions/${decisionId}/replay`, {});
      expect([op, body.differences]).toEqual([op, []]);
    }
  });
});
