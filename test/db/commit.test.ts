import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { pairKey } from '../../src/core/violation.js';
import { findCandidates } from '../../src/store/queries/claims/candidates.js';
import { getClaim, listClaimVersions } from '../../src/store/queries/claims/claims.js';
import { commitWrite } from '../../src/store/queries/claims/commit.js';
import { getDecision, recordDecision } from '../../src/store/queries/claims/decisions.js';
import type { Db } from '../../src/store/tenant.js';
import { ACME, newClaim, newCommit, newDecision, revised, store, stored } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);

describe('commitWrite', () => {
  it('stores claim, keys and decision together, at one system time', () =>
    asAcme(async (db) => {
      const claim = newClaim({
        tags: ['deploy', 'ops'],
        scope: { env: 'prod', team: 'core' },
        validFrom: '2026',
        period: { certain: { from: 5, until: null }, possible: { from: 3, until: null }, tail: 7 },
      });
      const decision = newDecision();
      const { systemFrom } = await stored(db, { claim, decision });
      expect(systemFrom).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(await getClaim(db, ACME, claim.id)).toEqual({
        ...claim,
        ...{
          isUnguarded: false,
          status: 'active',
          isDisputed: false,
          disputedWith: [],
          supersededBy: null,
          supersedes: [],
        },
        ...{ saidAt: systemFrom, firstStoredAt: systemFrom, systemFrom, systemUntil: null },
      });
      expect(await getDecision(db, ACME, decision.id)).toMatchObject({
        ...{ result: 'stored', claim: { id: claim.id, systemFrom }, madeAt: systemFrom, decision: decision.decision },
        ...{ request: decision.request, timings: decision.timings },
      });
      const found = await findCandidates(db, ACME, { lockKeys: ['canary'], recallKeys: [] });
      expect(found.candidates.map(({ id }) => id)).toContain(claim.id);
    }));

  it('stores nothing when a lock key has moved since it was read', () =>
    asAcme(async (db) => {
      const first = newCommit({ lockKeys: ['moved', 'other'] });
      expect((await commitWrite(db, first)).outcome).toBe('stored');
      const second = newCommit({ lockKeys: ['moved', 'fresh'] });
      expect(await commitWrite(db, second)).toEqual({ outcome: 'moved' });
      expect(await getClaim(db, ACME, second.claim.id)).toBeNull();
      expect(await getDecision(db, ACME, second.decision.id)).toBeNull();
      expect(await context.database.asAdmin('SELECT FROM recall_keys WHERE claim_id = $1', [second.claim.id])).toEqual(
        [],
      );
    }));

  it('stores whatever the heads are when they are not required', () =>
    asAcme(async (db) => {
      await stored(db, { lockKeys: ['unrequired'] });
      const late = newCommit({ lockKeys: ['unrequired'], requireHeads: false });
      expect((await commitWrite(db, late)).outcome).toBe('stored');
      const { heads } = await findCandidates(db, ACME, { lockKeys: ['unrequired'], recallKeys: [] });
      expect(heads).toEqual(new Map([['unrequired', 2]]));
    }));

  it('stores a claim without lock keys', () =>
    asAcme(async (db) => {
      expect((await store(db, { lockKeys: [], recallKeys: [] })).outcome).toBe('stored');
    }));

  it('never goes back in system time on a key, even when the clock does', () =>
    asAcme(async (db) => {
      await stored(db, { lockKeys: ['clock'] });
      await context.database.asAdmin("UPDATE guard_head SET changed_at = '2999-01-01' WHERE key = 'clock'");
      const { systemFrom } = await stored(db, { lockKeys: ['clock'] });
      expect(systemFrom).toBe('2999-01-01T00:00:00.000001Z');
    }));

  it('keeps odd text: NUL, lone surrogates, very long keys', () =>
    asAcme(async (db) => {
      const odd = 'a\0b\ud800c \\u0000 🦊';
      const reading = { ...newClaim().reading, textKey: odd };
      const long = `${'🦊'.repeat(3000)}x`;
      const keys = { lockKeys: [odd, long], recallKeys: [`${long}y`] };
      const { id } = await stored(db, { claim: newClaim({ statement: odd, reading }), ...keys });
      const found = await findCandidates(db, ACME, keys);
      expect(found.candidates.map((candidate) => candidate.id)).toEqual([id]);
      expect(found.heads).toEqual(new Map([[odd, 1], [long, 1]])); // biome-ignore format: pairs
      expect(found.candidates[0]?.reading.textKey).toBe('a\ufffdb\ufffdc \\u0000 🦊');
    }));
});

describe('supersede', () => {
  it('closes the old claim and opens its superseded version', () =>
    asAcme(async (db) => {
      const old = await stored(db, { lockKeys: ['closing'] });
      const fresh = await stored(db, { lockKeys: ['closing'], closes: [revised(old)] });
      const [before, after] = await listClaimVersions(db, ACME, old.id);
      expect(before).toMatchObject({ status: 'active', systemUntil: fresh.systemFrom });
      expect(after).toMatchObject({
        ...{ status: 'superseded', supersededBy: fresh.id, systemFrom: fresh.systemFrom, systemUntil: null },
      });
      expect(await getClaim(db, ACME, fresh.id)).toMatchObject({ supersedes: [old.id] });
      const found = await findCandidates(db, ACME, { lockKeys: ['closing'], recallKeys: [] });
      expect(found.candidates.map(({ id }) => id)).toEqual([fresh.id]);
    }));

  it('stores nothing when a claim to close is no longer active, and says which', () =>
    asAcme(async (db) => {
      const [gone, open] = [await stored(db, { lockKeys: ['g'] }), await stored(db, { lockKeys: ['o'] })];
      await stored(db, { lockKeys: ['g'], closes: [revised(gone)] });
      const late = newClaim();
      expect(await store(db, { claim: late, closes: [revised(gone), revised(open)] })).toEqual({
        outcome: 'not_active',
        ids: [gone.id],
      });
      expect(await getClaim(db, ACME, late.id)).toBeNull();
      expect(await getClaim(db, ACME, open.id)).toMatchObject({ status: 'active' });
    }));

  it('has moved when a claim to close is active in a newer version', () =>
    asAcme(async (db) => {
      const old = await stored(db, { lockKeys: ['newer'] });
      await stored(db, { lockKeys: ['newer'], disputes: [{ ...old, violationId: v7() }] });
      expect(await store(db, { lockKeys: ['newer'], closes: [revised(old)] })).toEqual({ outcome: 'moved' });
    }));

  it('takes the lock keys of the claims that it closes', () =>
    asAcme(async (db) => {
      const old = await stored(db, { lockKeys: ['theirs'] });
      await stored(db, { lockKeys: ['mine'], closes: [revised(old)] });
      const { heads } = await findCandidates(db, ACME, { lockKeys: ['theirs'], recallKeys: [] });
      expect(heads.get('theirs')).toBe(2);
    }));
});

describe('force', () => {
  it('disputes both sides and opens one violation a pair', () =>
    asAcme(async (db) => {
      const a = await stored(db, { lockKeys: ['forced'] });
      const b = await stored(db, { lockKeys: ['forced'] });
      const disputes = [a, b].map((version) => ({ ...version, violationId: v7() }));
      const forced = await stored(db, { lockKeys: ['forced'], disputes, claim: newClaim({ guarded: false }) });
      const expected = { status: 'active', isDisputed: true };
      expect(await getClaim(db, ACME, a.id)).toMatchObject({ ...expected, disputedWith: [forced.id] });
      expect(await getClaim(db, ACME, a.id, { knownAt: a.systemFrom })).toMatchObject({ isDisputed: false });
      expect(await getClaim(db, ACME, forced.id)).toMatchObject({ ...expected, disputedWith: [a.id, b.id] });
      const violations = await context.database.asAdmin(
        'SELECT id, kind, pair_key, status, sides FROM violations WHERE $1 = ANY (sides) ORDER BY id',
        [forced.id],
      );
      expect(violations).toEqual(
        disputes.map(({ id, violationId }) => ({
          ...{ id: violationId, kind: 'contradiction', pair_key: pairKey(id, forced.id), status: 'open' },
          sides: [id, forced.id],
        })),
      );
      const found = await findCandidates(db, ACME, { lockKeys: ['forced'], recallKeys: [], exclude: [a.id] });
      expect(found.candidates.map(({ id }) => id)).toEqual([forced.id, b.id]);
    }));
});

describe('recordDecision', () => {
  it('records a refusal and a repetition', () =>
    asAcme(async (db) => {
      const refused = newDecision();
      await recordDecision(db, { ...refused, tenant: ACME, result: 'conflict', claim: null });
      expect(await getDecision(db, ACME, refused.id)).toMatchObject({ result: 'conflict', claim: null });
      const claim = await stored(db);
      const repeated = newDecision();
      const madeAt = await recordDecision(db, { ...repeated, tenant: ACME, result: 'unchanged', claim });
      expect(await getDecision(db, ACME, repeated.id)).toMatchObject({ result: 'unchanged', claim, madeAt });
      const audit = await context.database.asAdmin('SELECT result FROM audit WHERE id = ANY ($1)', [
        [refused.id, repeated.id],
      ]);
      expect(audit).toEqual([{ result: 'conflict' }, { result: 'unchanged' }]);
    }));
});
