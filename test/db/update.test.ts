import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { findCandidates } from '../../src/store/queries/claims/candidates.js';
import { listClaims } from '../../src/store/queries/claims/claim-list.js';
import { getClaim, listClaimVersions, listLineage } from '../../src/store/queries/claims/claims.js';
import { commitWrite } from '../../src/store/queries/claims/commit.js';
import type { Db } from '../../src/store/tenant.js';
import { ACME, ENDED, newClaim, newCommit, revised, store, stored, updated } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);

describe('an update', () => {
  it('leaves the old claim active, true of the window that it gets', () =>
    asAcme(async (db) => {
      const since = { from: 3, until: null };
      const claim = newClaim({ validFrom: '2020', period: { certain: since, possible: since, tail: 0 } });
      const old = await stored(db, { claim, lockKeys: ['update'], recallKeys: ['update words'] });
      const fresh = await stored(db, { lockKeys: ['update'], recallKeys: [], closes: [updated(old)] });
      const [before, after] = await listClaimVersions(db, ACME, old.id);
      expect(before).toMatchObject({ ...claim, saidAt: old.systemFrom, systemUntil: fresh.systemFrom });
      expect(after).toEqual({
        ...before,
        ...ENDED,
        ...{ status: 'active', supersededBy: fresh.id, systemFrom: fresh.systemFrom, systemUntil: null },
      });
      expect(await getClaim(db, ACME, fresh.id)).toMatchObject({ supersedes: [old.id], status: 'active' });
      expect((await listLineage(db, ACME, old.id)).map(({ id }) => id)).toEqual([old.id, fresh.id]);
    }));

  it('shows with known_at the window that was believed before', () =>
    asAcme(async (db) => {
      const tenant = { ...ACME, project: 'known-at' };
      const old = await stored(db, { tenant });
      const fresh = await stored(db, { tenant, closes: [updated(old)] });
      const windowAt = async (knownAt?: string) => {
        const claim = await getClaim(db, tenant, old.id, { knownAt });
        return [claim?.validUntil, claim?.period.certain.until, claim?.supersededBy];
      };
      expect(await windowAt(old.systemFrom)).toEqual([null, null, null]);
      expect(await windowAt(fresh.systemFrom)).toEqual(['2026-11', 900, fresh.id]);
      expect(await windowAt()).toEqual(['2026-11', 900, fresh.id]);
      const idsAt = async (tick: number) => {
        const atTime = { start: tick, end: tick + 1 };
        const { items } = await listClaims(db, tenant, { limit: 10, status: 'active', atTime });
        return items.map(({ id }) => id);
      };
      expect(await idsAt(899)).toEqual([fresh.id, old.id]);
      expect(await idsAt(910)).toEqual([fresh.id]);
    }));

  it('lets the old claim be found by all its keys, with the reading that it has now', () =>
    asAcme(async (db) => {
      const old = await stored(db, { lockKeys: ['found'], recallKeys: ['found words'] });
      const { systemFrom } = await stored(db, { lockKeys: ['elsewhere'], recallKeys: [], closes: [updated(old)] });
      for (const keys of [
        { lockKeys: ['found'], recallKeys: [] },
        { lockKeys: [], recallKeys: ['found words'] },
      ]) {
        const { candidates } = await findCandidates(db, ACME, keys);
        expect(candidates).toMatchObject([{ id: old.id, systemFrom, reading: ENDED.reading }]);
      }
    }));

  it('goes with a revision in one statement, and takes the lock keys of both', () =>
    asAcme(async (db) => {
      const [wrong, past] = [await stored(db, { lockKeys: ['wrong'] }), await stored(db, { lockKeys: ['past'] })];
      const fresh = await stored(db, { lockKeys: ['fresh'], closes: [revised(wrong), updated(past)] });
      expect(await getClaim(db, ACME, wrong.id)).toMatchObject({ status: 'superseded', validUntil: null });
      expect(await getClaim(db, ACME, past.id)).toMatchObject({ status: 'active', validUntil: '2026-11' });
      for (const { id } of [wrong, past]) {
        expect(await getClaim(db, ACME, id)).toMatchObject({ supersededBy: fresh.id, systemFrom: fresh.systemFrom });
      }
      const { heads } = await findCandidates(db, ACME, { lockKeys: ['wrong', 'past'], recallKeys: [] });
      expect(heads).toEqual(new Map([['wrong', 2], ['past', 2]])); // biome-ignore format: pairs
      const found = await findCandidates(db, ACME, { lockKeys: ['wrong', 'past', 'fresh'], recallKeys: [] });
      expect(found.candidates.map(({ id }) => id)).toEqual([fresh.id, past.id]);
    }));

  it('changes nothing when one of the claims has moved or gone', () =>
    asAcme(async (db) => {
      const [still, moves, goes] = [await stored(db), await stored(db), await stored(db)];
      await stored(db, { disputes: [{ ...moves, violationId: v7() }] });
      await stored(db, { closes: [revised(goes)] });
      const late = newClaim({ dependsOn: [still.id] });
      const fields = { claim: late, job: 'recheck' as const };
      expect(await store(db, { ...fields, closes: [updated(still), updated(moves)] })).toEqual({ outcome: 'moved' });
      expect(await store(db, { ...fields, closes: [updated(still), updated(goes)] })).toEqual({
        ...{ outcome: 'not_active', ids: [goes.id] },
      });
      expect(await getClaim(db, ACME, late.id)).toBeNull();
      expect(await listClaimVersions(db, ACME, still.id)).toMatchObject([{ systemUntil: null, validUntil: null }]);
      const traces = await context.database.asAdmin(
        'SELECT claim_id FROM jobs WHERE claim_id = $1 UNION ALL SELECT claim_id FROM dependencies WHERE claim_id = $1',
        [late.id],
      );
      expect(traces).toEqual([]);
    }));

  it('is refused when a lock key of the new claim has moved', () =>
    asAcme(async (db) => {
      const old = await stored(db, { lockKeys: ['head'] });
      const late = newCommit({ lockKeys: ['head'], closes: [updated(old)] });
      expect(await commitWrite(db, late)).toEqual({ outcome: 'moved' });
      expect(await getClaim(db, ACME, old.id)).toMatchObject({ systemFrom: old.systemFrom });
    }));

  it('is remembered by the old claim when that is disputed or updated later', () =>
    asAcme(async (db) => {
      const old = await stored(db);
      const first = await stored(db, { closes: [updated(old)] });
      const ended = { id: old.id, systemFrom: first.systemFrom };
      const rival = await stored(db, { disputes: [{ ...ended, violationId: v7() }] });
      const disputed = await getClaim(db, ACME, old.id);
      expect(disputed).toMatchObject({ ...ENDED, supersededBy: first.id, disputedWith: [rival.id] });
      const wrong = { id: old.id, systemFrom: rival.systemFrom };
      const second = await stored(db, { closes: [revised(wrong)] });
      expect(await getClaim(db, ACME, old.id)).toMatchObject({
        ...{ ...ENDED, status: 'superseded', supersededBy: second.id, isDisputed: false },
      });
    }));

  it('keeps an empty window and odd text of a reading', () =>
    asAcme(async (db) => {
      const reading = { ...ENDED.reading, textKey: 'a\0b\ud800c \\u0000 🦊 "\'{}' };
      const inside = { certain: { from: 3, until: 3 }, possible: { from: 3, until: 9 }, tail: 0 };
      const old = await stored(db, { lockKeys: ['odd'] });
      const next = { validUntil: '2026 {\'a"}', period: inside, reading };
      await stored(db, { lockKeys: ['odd'], closes: [{ ...old, next }] });
      expect(await getClaim(db, ACME, old.id)).toMatchObject({
        ...{ validUntil: next.validUntil, period: inside },
        reading: { textKey: 'a\ufffdb\ufffdc \\u0000 🦊 "\'{}' },
      });
    }));
});
