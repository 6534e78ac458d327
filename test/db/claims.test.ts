import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { heldWithin, type Period, period } from '../../src/core/period.js';
import { type ClaimFilter, listClaims } from '../../src/store/queries/claims/claim-list.js';
import { getClaim, listClaimVersions } from '../../src/store/queries/claims/claims.js';
import { ensureOrg } from '../../src/store/queries/projects/orgs.js';
import type { Db } from '../../src/store/tenant.js';
import { ACME, cancelClaim, newClaim, revised, stored } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
const project = (name: string) => ({ ...ACME, project: name });

describe('known_at', () => {
  it('answers what was believed then, for every change of a claim', () =>
    asAcme(async (db) => {
      const tenant = project('history');
      const claim = newClaim();
      const first = await stored(db, { tenant, claim });
      const rival = await stored(db, { tenant, disputes: [{ ...first, violationId: v7() }] });
      const disputed = await getClaim(db, tenant, claim.id);
      const second = { id: claim.id, systemFrom: disputed?.systemFrom ?? '' };
      const successor = await stored(db, { tenant, closes: [revised(second)] });

      const at = async (knownAt?: string) => {
        const seen = await getClaim(db, tenant, claim.id, { knownAt });
        return seen && [seen.status, seen.isDisputed, seen.supersededBy];
      };
      expect(await at('2020-01-01T00:00:00Z')).toBeNull();
      expect(await at(first.systemFrom)).toEqual(['active', false, null]);
      expect(await at(rival.systemFrom)).toEqual(['active', true, null]);
      expect(await at(successor.systemFrom)).toEqual(['superseded', false, successor.id]);
      expect(await at()).toEqual(['superseded', false, successor.id]);

      const versions = await listClaimVersions(db, tenant, claim.id);
      expect(versions.map(({ systemFrom, systemUntil }) => [systemFrom, systemUntil])).toEqual([
        [first.systemFrom, rival.systemFrom],
        [rival.systemFrom, successor.systemFrom],
        [successor.systemFrom, null],
      ]);
      const then = await listClaims(db, tenant, { limit: 10, status: 'active', knownAt: first.systemFrom });
      expect(then.items.map(({ id }) => id)).toEqual([claim.id]);
    }));
});

describe('cancel', () => {
  const cancel = (claimId: string) => cancelClaim(context.store, project('cancel'), claimId);

  it('retracts an active claim once, on the record', () =>
    asAcme(async (db) => {
      const claim = await stored(db, { tenant: project('cancel') });
      expect(await cancel(claim.id)).toMatchObject({ claim: { id: claim.id, status: 'cancelled' } });
      await expect(cancel(claim.id)).rejects.toMatchObject({ code: 'not_active' });
      await expect(cancel(v7())).rejects.toMatchObject({ code: 'not_found' });
      const audit = await context.database.asAdmin(
        'SELECT who, action, reason, at::text FROM audit WHERE claim_id = $1 ORDER BY at',
        [claim.id],
      );
      expect(audit).toMatchObject([{ action: 'remember' }, { who: 'bob', action: 'cancel', reason: 'was wrong' }]);
      expect(await context.database.asAdmin("SELECT FROM recall_keys WHERE project = 'cancel'")).toEqual([]);
      const heads = await context.database.asAdmin("SELECT version FROM guard_head WHERE project = 'cancel'");
      expect(heads).toEqual([{ version: '2' }]);
    }));
});

describe('listClaims', () => {
  const tenant = project('list');
  const ids: string[] = [];
  const list = async (filter: Partial<ClaimFilter>) => {
    const { items } = await asAcme((db) => listClaims(db, tenant, { limit: 200, ...filter }));
    return items.map(({ id }) => ids.indexOf(id));
  };

  beforeAll(() =>
    asAcme(async (db) => {
      const odd = [
        newClaim({ statement: 'Use 100% blue', who: 'bob', kind: 'fact', tags: ['a', 'b'] }),
        newClaim({ statement: 'Use 1000 reds', scope: { env: 'prod', team: null } }),
        newClaim({ statement: 'Use under_scores', scope: { env: null, team: 'core' }, tags: ['b'] }),
      ];
      const plain = Array.from({ length: 5 }, () => newClaim());
      for (const claim of [...odd, ...plain]) ids.push((await stored(db, { tenant, claim })).id);
      await cancelClaim(context.store, tenant, ids[7] ?? '');
    }),
  );

  it('filters, newest first', async () => {
    expect(await list({})).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await list({ status: 'active' })).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await list({ status: 'cancelled' })).toEqual([7]);
    expect(await list({ kind: 'fact' })).toEqual([0]);
    expect(await list({ who: 'bob' })).toEqual([0]);
    expect(await list({ tag: 'b' })).toEqual([2, 0]);
    expect(await list({ env: 'prod' })).toEqual([1]);
    expect(await list({ team: 'core' })).toEqual([2]);
  });

  it('takes the text of q as it is, in any case', async () => {
    expect(await list({ q: 'use 100% B' })).toEqual([0]);
    expect(await list({ q: 'r_s' })).toEqual([2]);
    expect(await list({ q: '%' })).toEqual([0]);
    expect(await list({ q: '\\' })).toEqual([]);
  });

  it('pages by a cursor that stays put while claims are written and cancelled', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; ; page += 1) {
      const answer = await asAcme((db) => listClaims(db, tenant, { limit: 3, cursor }));
      seen.push(...answer.items.map(({ id }) => id));
      if (answer.nextCursor === null) break;
      cursor = answer.nextCursor;
      if (page === 0) await asAcme((db) => stored(db, { tenant }));
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('refuses a cursor that it never gave', async () => {
    await expect(list({ cursor: 'bm9uZQ' })).rejects.toMatchObject({
      ...{ code: 'invalid_request', errors: [{ path: 'cursor' }] },
    });
  });

  it('filters by a moment exactly as core decides', async () => {
    const unit = (start: number, end: number) => ({ start, end });
    const open: (ReturnType<typeof unit> | null)[] = [null, unit(0, 4), unit(4, 8), unit(4, 5), unit(8, 12)];
    const windows = open.flatMap((from) => open.map((until) => ({ from, until })));
    const periods: Period[] = windows
      .filter(({ from, until }) => from === null || until === null || from.start < until.end)
      .map(({ from, until }) => period(from, until));
    const moments = project('moments');
    const made = await asAcme(async (db) => {
      const all: { id: string; when: Period }[] = [];
      for (const when of periods) {
        all.push({ id: (await stored(db, { tenant: moments, claim: newClaim({ period: when }) })).id, when });
      }
      return all;
    });
    for (let tick = -1; tick <= 13; tick += 1) {
      const atTime = unit(tick, tick + 1);
      const { items } = await asAcme((db) => listClaims(db, moments, { limit: 200, atTime }));
      const truthOf = (when: Period) => heldWithin(when, atTime).truth;
      const expected = made.filter(({ when }) => truthOf(when) !== 'false').map(({ id }) => id);
      expect(items.map(({ id }) => id).sort(), `tick ${tick}`).toEqual(expected.sort());
      for (const { id, period: when } of items) {
        expect(truthOf(when)).toBe(truthOf(made.find((one) => one.id === id)?.when ?? when));
      }
    }
  });
});

describe('ensureOrg', () => {
  it('registers an organisation once', async () => {
    await asAcme((db) => ensureOrg(db, 'initech'));
    await asAcme((db) => ensureOrg(db, 'initech'));
    expect(await context.database.asAdmin("SELECT FROM orgs WHERE org_id = 'initech'")).toHaveLength(1);
  });
});
