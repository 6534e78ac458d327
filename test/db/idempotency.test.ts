import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Deps } from '../../src/flows/deps.js';
import { forgetOldKeys } from '../../src/jobs/forget-keys.js';
import {
  claimKey,
  forgetKeys,
  type KeySlot,
  readKey,
  releaseKey,
  renewKey,
  storeAnswer,
} from '../../src/store/queries/projects/idempotency.js';
import type { Db } from '../../src/store/tenant.js';
import { ACME, stored } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
const slotOf = (key: string): KeySlot => ({ tenant: ACME, caller: 'alice', key });
const claimOf = (holder = v7(), leaseMs = 60_000) => ({ fingerprint: 'same', holder, leaseMs });
const ANSWER = { status: 201, contentType: 'application/json', body: '{"text":"\\u0000 \\ud800 é"}' };

describe('an idempotency key', () => {
  it('is taken by one of those who come at once', async () => {
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => asAcme((db) => claimKey(db, slotOf('a'), claimOf()))),
    );
    expect(claims.filter((isMine) => isMine)).toHaveLength(1);
  });

  it('keeps the answer of its holder, and of nobody else', () =>
    asAcme(async (db) => {
      const holder = v7();
      await claimKey(db, slotOf('b'), claimOf(holder));
      expect(await readKey(db, slotOf('b'))).toEqual({ fingerprint: 'same', answer: null, isAbandoned: false });
      await storeAnswer(db, slotOf('b'), v7(), { ...ANSWER, status: 500 });
      await storeAnswer(db, slotOf('b'), holder, ANSWER);
      expect(await readKey(db, slotOf('b'))).toEqual({ fingerprint: 'same', answer: ANSWER, isAbandoned: false });
      expect(await claimKey(db, slotOf('b'), claimOf())).toBe(false);
      expect(await readKey(db, { ...slotOf('b'), caller: 'bob' })).toBeNull();
    }));

  it('is free again when its lease ends, for the same request only, unless it was renewed', () =>
    asAcme(async (db) => {
      const holder = v7();
      await claimKey(db, slotOf('c'), claimOf(holder, -1));
      expect(await readKey(db, slotOf('c'))).toMatchObject({ isAbandoned: true });
      expect(await claimKey(db, slotOf('c'), { ...claimOf(), fingerprint: 'other' })).toBe(false);
      await renewKey(db, slotOf('c'), holder, 60_000);
      expect(await claimKey(db, slotOf('c'), claimOf())).toBe(false);
      await renewKey(db, slotOf('c'), holder, -1);
      expect(await claimKey(db, slotOf('c'), claimOf())).toBe(true);
      await renewKey(db, slotOf('c'), holder, -1);
      await releaseKey(db, slotOf('c'), holder);
      expect(await readKey(db, slotOf('c'))).toMatchObject({ isAbandoned: false });
    }));

  it('is free at once when its holder gives it back', () =>
    asAcme(async (db) => {
      const holder = v7();
      await claimKey(db, slotOf('d'), claimOf(holder));
      await releaseKey(db, slotOf('d'), holder);
      expect(await readKey(db, slotOf('d'))).toBeNull();
      expect(await claimKey(db, slotOf('d'), claimOf())).toBe(true);
    }));
});

describe('old idempotency keys', () => {
  it('do not count after a day, and are deleted, of every organisation', async () => {
    await asAcme((db) => stored(db));
    for (const key of ['old', 'older', 'new']) {
      const holder = v7();
      await asAcme((db) => claimKey(db, slotOf(key), claimOf(holder)));
      await asAcme((db) => storeAnswer(db, slotOf(key), holder, ANSWER));
    }
    await context.database.asAdmin(
      "UPDATE idempotency SET claimed_at = now() - interval '25 hours' WHERE key LIKE 'old%'",
    );
    expect(await asAcme((db) => readKey(db, slotOf('old')))).toBeNull();
    expect(await asAcme((db) => forgetKeys(db, 1))).toBe(1);
    expect(await forgetOldKeys({ store: context.store } as Deps)).toBe(1);
    expect(await asAcme((db) => readKey(db, slotOf('new')))).toMatchObject({ answer: ANSWER });
  });
});
