import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { getClaim } from '../../src/store/queries/claims/claims.js';
import { commitWrite } from '../../src/store/queries/claims/commit.js';
import { listDependents, lostSupports } from '../../src/store/queries/claims/dependencies.js';
import type { Db } from '../../src/store/tenant.js';
import { ACME, cancelClaim, newClaim, newCommit, revised, stored, updated } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
const dependentIds = async (db: Db, tenant: typeof ACME, ids: string[]) =>
  (await listDependents(db, tenant, ids)).map(({ id }) => id);

describe('dependencies of a claim', () => {
  it('are part of it and of each later version', () =>
    asAcme(async (db) => {
      const dependsOn = [v7(), v7()];
      const claim = await stored(db, { claim: newClaim({ dependsOn }) });
      expect(await getClaim(db, ACME, claim.id)).toMatchObject({ dependsOn });
      const rival = await stored(db, { disputes: [{ ...claim, violationId: v7() }] });
      const disputed = { id: claim.id, systemFrom: rival.systemFrom };
      const ender = await stored(db, { closes: [updated(disputed)] });
      const ended = await getClaim(db, ACME, claim.id);
      expect(ended).toMatchObject({ dependsOn, isDisputed: true, systemFrom: ender.systemFrom });
      await stored(db, { closes: [revised({ id: claim.id, systemFrom: ender.systemFrom })] });
      expect(await getClaim(db, ACME, claim.id)).toMatchObject({ dependsOn, status: 'superseded' });
    }));

  it('are stored with the claim or not at all', () =>
    asAcme(async (db) => {
      const parent = v7();
      await stored(db, { lockKeys: ['moved'] });
      const late = newCommit({ lockKeys: ['moved'], claim: newClaim({ dependsOn: [parent] }) });
      expect(await commitWrite(db, late)).toEqual({ outcome: 'moved' });
      expect(await context.database.asAdmin('SELECT FROM dependencies WHERE depends_on = $1', [parent])).toEqual([]);
    }));

  it('count once when they are named twice', () =>
    asAcme(async (db) => {
      const parent = await stored(db);
      const child = await stored(db, { claim: newClaim({ dependsOn: [parent.id, parent.id.toUpperCase()] }) });
      expect(await getClaim(db, ACME, child.id)).toMatchObject({ dependsOn: [parent.id] });
    }));
});

describe('listDependents', () => {
  let tenant = ACME;
  beforeEach(() => {
    tenant = { ...ACME, project: `dependents-${v7()}` };
  });
  const child = (db: Db, ...dependsOn: string[]) => stored(db, { tenant, claim: newClaim({ dependsOn }) });

  it('names direct dependents of any of the claims, newest first, each once', () =>
    asAcme(async (db) => {
      const [a, b] = [await child(db), await child(db)];
      const both = await child(db, a.id, b.id);
      const ofB = await child(db, b.id);
      const indirect = await child(db, both.id);
      expect(await dependentIds(db, tenant, [a.id, b.id])).toEqual([ofB.id, both.id]);
      expect(await dependentIds(db, tenant, [a.id])).toEqual([both.id]);
      expect(await dependentIds(db, tenant, [both.id])).toEqual([indirect.id]);
      expect(await dependentIds(db, tenant, [indirect.id, v7()])).toEqual([]);
      expect(await dependentIds(db, tenant, [])).toEqual([]);
      expect(await dependentIds(db, ACME, [a.id, b.id])).toEqual([]);
    }));

  it('leaves out what was cancelled or superseded, and keeps what was only ended', () =>
    asAcme(async (db) => {
      const parent = await child(db);
      const [cancelled, superseded, ended] = [
        await child(db, parent.id),
        await child(db, parent.id),
        await child(db, parent.id),
      ];
      await cancelClaim(context.store, tenant, cancelled.id);
      await stored(db, { tenant, closes: [revised(superseded), updated(ended)] });
      expect(await dependentIds(db, tenant, [parent.id])).toEqual([ended.id]);
      const left = await context.database.asAdmin('SELECT claim_id FROM dependencies WHERE project = $1', [
        tenant.project,
      ]);
      expect(left).toEqual([{ claim_id: ended.id }]);
    }));
});

describe('lostSupports', () => {
  it('names the ids without an active claim in the project, in their order, each once', () =>
    asAcme(async (db) => {
      const [active, closed] = [await stored(db), await stored(db)];
      await stored(db, { closes: [revised(closed)] });
      const elsewhere = await stored(db, { tenant: { ...ACME, project: 'elsewhere' } });
      const never = v7();
      const asked = [elsewhere.id, active.id, never, closed.id, never];
      const found = await lostSupports(db, ACME, asked);
      expect(found.map(({ id, status }) => [id, status])).toEqual([
        [elsewhere.id, null],
        [never, null],
        [closed.id, 'superseded'],
      ]);
      expect(await lostSupports(db, ACME, [])).toEqual([]);
    }));
});
