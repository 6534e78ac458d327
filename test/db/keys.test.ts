import { describe, expect, it } from 'vitest';
import { getKey, insertKey, listKeys, revokeKey, touchKey } from '../../src/store/queries/projects/keys.js';
import type { Db } from '../../src/store/store.js';
import { newAction, newKey } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const inOrg = <T>(orgId: string, work: (db: Db) => Promise<T>) => context.store.tenant(orgId, work);

describe('API keys', () => {
  it('are stored and read back, and their organisation is registered', async () => {
    const key = newKey({ orgId: 'new', expiresAt: '2030-01-01T00:00:00.000000Z' });
    const action = { ...newAction(), keyId: key.id };
    const stored = await inOrg('new', (db) => insertKey(db, key, action));
    expect(stored).toMatchObject({ ...key, createdBy: key.id, revokedAt: null, lastUsedAt: null });
    expect(await inOrg('new', (db) => getKey(db, 'new', key.id))).toEqual(stored);
    expect(await context.store.listOrgs()).toContain('new');
  });

  it('are listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.unshift((await inOrg('paged', (db) => insertKey(db, newKey({ orgId: 'paged' }), newAction()))).id);
    }
    const first = await inOrg('paged', (db) => listKeys(db, 'paged', { limit: 3, within: null }));
    const cursor = first.nextCursor ?? undefined;
    const rest = await inOrg('paged', (db) => listKeys(db, 'paged', { limit: 3, cursor, within: null }));
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
  });

  it('are revoked once, whoever else revokes them at the same time', async () => {
    const key = newKey({ orgId: 'race' });
    await inOrg('race', (db) => insertKey(db, key, newAction()));
    const revoked = await Promise.all(
      Array.from({ length: 6 }, () => inOrg('race', (db) => revokeKey(db, 'race', key.id, newAction()))),
    );
    const times = new Set(revoked.map((one) => one?.revokedAt));
    expect([...times]).toEqual([expect.stringMatching(/Z$/)]);
    const recorded = await context.database.asAdmin(
      "SELECT who, detail FROM actions WHERE org_id = 'race' AND action = 'revoke_key'",
    );
    expect(recorded).toEqual([{ who: 'test', detail: { key_id: key.id } }]);
  });

  it('note their use at most once a minute', async () => {
    const key = newKey({ orgId: 'used' });
    await inOrg('used', (db) => insertKey(db, key, newAction()));
    const use = async () => {
      await inOrg('used', (db) => touchKey(db, 'used', key.id));
      return (await inOrg('used', (db) => getKey(db, 'used', key.id)))?.lastUsedAt;
    };
    const first = await use();
    expect(first).toMatch(/Z$/);
    expect(await use()).toBe(first);
    await context.database.asAdmin("UPDATE api_keys SET last_used_at = last_used_at - interval '61 seconds'");
    expect(await use()).not.toBe(first);
  });
});
