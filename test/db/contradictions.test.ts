import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { pairKey } from '../../src/core/violation.js';
import { findCandidates } from '../../src/store/queries/claims/candidates.js';
import { getClaim, listClaimVersions } from '../../src/store/queries/claims/claims.js';
import type { ClaimVersion } from '../../src/store/queries/claims/commit-input.js';
import { openContradictions } from '../../src/store/queries/consistency/contradictions.js';
import type { Db } from '../../src/store/tenant.js';
import { ACME, cancelClaim, revised, stored, updated } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
const open = (db: Db, claim: ClaimVersion, ...others: ClaimVersion[]) =>
  openContradictions(db, { tenant: ACME, claim, disputes: others.map((other) => ({ ...other, violationId: v7() })) });
const violationsOf = (id: string) =>
  context.database.asAdmin('SELECT kind, pair_key, status, sides FROM violations WHERE $1 = ANY (sides) ORDER BY id', [
    id,
  ]);
/** The version of a claim that is believed now. */
const latest = async (db: Db, { id }: ClaimVersion): Promise<ClaimVersion> => {
  const claim = await getClaim(db, ACME, id);
  return { id, systemFrom: claim?.systemFrom ?? '' };
};

describe('openContradictions', () => {
  it('disputes both sides at one system time and opens one violation a pair', () =>
    asAcme(async (db) => {
      const [a, b] = [await stored(db, { lockKeys: ['a'] }), await stored(db, { lockKeys: ['b'] })];
      const claim = await stored(db, { lockKeys: ['c'] });
      const disputes = [a, b].map((version) => ({ ...version, violationId: v7() }));
      const opened = await openContradictions(db, { tenant: ACME, claim, disputes });
      const systemFrom = opened[0]?.systemFrom ?? '';
      expect(opened).toEqual(disputes.map(({ id, violationId }) => ({ id, violationId, systemFrom })));
      expect(await listClaimVersions(db, ACME, claim.id)).toMatchObject([
        { isDisputed: false, disputedWith: [], systemFrom: claim.systemFrom, systemUntil: systemFrom },
        { isDisputed: true, disputedWith: [a.id, b.id], systemFrom, systemUntil: null, status: 'active' },
      ]);
      for (const { id } of [a, b]) {
        expect(await getClaim(db, ACME, id)).toMatchObject({ isDisputed: true, disputedWith: [claim.id], systemFrom });
      }
      expect(await violationsOf(claim.id)).toEqual(
        [a, b].map(({ id }) => ({
          ...{ kind: 'contradiction', pair_key: pairKey(id, claim.id), status: 'open', sides: [id, claim.id] },
        })),
      );
      const { heads, candidates } = await findCandidates(db, ACME, { lockKeys: ['a', 'b', 'c'], recallKeys: [] });
      expect([...heads.values()]).toEqual([2, 2, 2]);
      expect(candidates).toHaveLength(3);
    }));

  it('changes nothing when it is run again, at the old versions, at the new ones, or the other way round', () =>
    asAcme(async (db) => {
      const [other, claim] = [await stored(db, { lockKeys: ['again'] }), await stored(db, { lockKeys: ['again'] })];
      expect(await open(db, claim, other)).toHaveLength(1);
      const state = async () => [
        await listClaimVersions(db, ACME, claim.id),
        await listClaimVersions(db, ACME, other.id),
        await violationsOf(claim.id),
        (await findCandidates(db, ACME, { lockKeys: ['again'], recallKeys: [] })).heads,
      ];
      const before = await state();
      expect(await open(db, claim, other)).toEqual([]);
      expect(await open(db, await latest(db, claim), await latest(db, other))).toEqual([]);
      expect(await open(db, await latest(db, other), await latest(db, claim))).toEqual([]);
      expect(await state()).toEqual(before);
    }));

  it('opens only what is new when some pairs were opened before, resolved ones included', () =>
    asAcme(async (db) => {
      const [a, b, claim] = [await stored(db), await stored(db), await stored(db)];
      await open(db, claim, a);
      await context.database.asAdmin("UPDATE violations SET status = 'resolved' WHERE $1 = ANY (sides)", [a.id]);
      const opened = await open(db, await latest(db, claim), await latest(db, a), b);
      expect(opened.map(({ id }) => id)).toEqual([b.id]);
      expect(await getClaim(db, ACME, claim.id)).toMatchObject({ disputedWith: [a.id, b.id] });
      expect(await listClaimVersions(db, ACME, a.id)).toHaveLength(2);
    }));

  it('leaves a side alone that is no longer active at the version seen', () =>
    asAcme(async (db) => {
      const [gone, moved, here] = [await stored(db), await stored(db), await stored(db)];
      const claim = await stored(db);
      await cancelClaim(context.store, ACME, gone.id);
      await stored(db, { closes: [updated(moved)] });
      const opened = await open(db, claim, gone, moved, here);
      expect(opened.map(({ id }) => id)).toEqual([here.id]);
      expect(await getClaim(db, ACME, claim.id)).toMatchObject({ disputedWith: [here.id] });
      expect(await getClaim(db, ACME, gone.id)).toMatchObject({ isDisputed: false });
      expect(await getClaim(db, ACME, moved.id)).toMatchObject({ isDisputed: false });
    }));

  it('opens nothing when the claim itself has been closed, or when there is no other side any more', () =>
    asAcme(async (db) => {
      const [a, b, claim] = [await stored(db), await stored(db), await stored(db)];
      expect(await open(db, claim, claim)).toEqual([]);
      expect(await open(db, claim)).toEqual([]);
      await stored(db, { closes: [revised(claim)] });
      expect(await open(db, claim, a, b)).toEqual([]);
      expect(await open(db, a, claim)).toEqual([]);
      for (const { id } of [a, b]) {
        expect(await listClaimVersions(db, ACME, id)).toHaveLength(1);
        expect(await violationsOf(id)).toEqual([]);
      }
    }));

  it('keeps what an update left of a claim', () =>
    asAcme(async (db) => {
      const old = await stored(db);
      const fresh = await stored(db, { closes: [updated(old)] });
      const ended = await getClaim(db, ACME, old.id);
      const [opened] = await open(db, fresh, await latest(db, old));
      const dispute = { isDisputed: true, disputedWith: [fresh.id], systemFrom: opened?.systemFrom };
      expect(await getClaim(db, ACME, old.id)).toEqual({ ...ended, ...dispute });
    }));

  it('opens a pair once when both sides are compared at the same moment', async () => {
    for (let round = 0; round < 30; round += 1) {
      // Without lock keys in every other round: then only the rows keep the two apart.
      const lockKeys = round % 2 === 0 ? [`pair-${round}`] : [];
      const [a, b] = await asAcme(async (db) => [await stored(db, { lockKeys }), await stored(db, { lockKeys })]);
      if (a === undefined || b === undefined) throw new Error('not stored');
      const opened = await Promise.all([asAcme((db) => open(db, a, b)), asAcme((db) => open(db, b, a))]);
      expect(opened.flat()).toHaveLength(1);
      expect(await violationsOf(a.id)).toHaveLength(1);
      for (const { id } of [a, b]) expect(await asAcme((db) => listClaimVersions(db, ACME, id))).toHaveLength(2);
    }
  });
});
