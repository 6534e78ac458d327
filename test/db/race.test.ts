import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/core/errors.js';
import { pairKey } from '../../src/core/violation.js';
import { findCandidates } from '../../src/store/queries/claims/candidates.js';
import { getClaim } from '../../src/store/queries/claims/claims.js';
import { commitWrite } from '../../src/store/queries/claims/commit.js';
import type { ClaimVersion, CommitInput } from '../../src/store/queries/claims/commit-input.js';
import { openContradictions } from '../../src/store/queries/consistency/contradictions.js';
import type { Db } from '../../src/store/tenant.js';
import { ACME, cancelClaim, newClaim, newCommit, revised, stored, updated } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const ROUNDS = process.env.LOREGUARD_SOAK ? 2000 : 60;
const context = useStore();

/** Starts the same commit `times` times at once, each on a connection of its own. */
function race(times: number, make: () => CommitInput) {
  const inputs = Array.from({ length: times }, make);
  return Promise.all(
    inputs.map((input) => context.store.tenant('acme', async (db) => (await commitWrite(db, input)).outcome)),
  );
}

const count = (outcomes: string[], wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;

describe('racing writes', { timeout: 300_000 }, () => {
  it('lets exactly one of several writers that saw the same head through, on a new key and on an old one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = `hot-${round % 20}`;
      const { heads } = await context.store.tenant('acme', (db) =>
        findCandidates(db, ACME, { lockKeys: [key], recallKeys: [] }),
      );
      const outcomes = await race(4, () => newCommit({ lockKeys: [key, `own-${v7()}`], heads }));
      expect([count(outcomes, 'stored'), count(outcomes, 'moved')]).toEqual([1, 3]);
    }
  });

  it('never deadlocks on keys given in different orders', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const keys = ['x', 'y', 'z'].map((key) => `${key}${round}`);
      let turn = 0;
      const outcomes = await race(4, () =>
        newCommit({ lockKeys: turn++ % 2 === 0 ? keys : keys.toReversed(), requireHeads: false }),
      );
      expect(count(outcomes, 'stored')).toBe(4);
    }
  });

  it('lets exactly one of two supersedes of a claim through, whatever their keys', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await context.store.tenant('acme', (db) => stored(db, { lockKeys: [`target-${round}`] }));
      const outcomes = await race(2, () => newCommit({ lockKeys: [`by-${v7()}`], closes: [revised(target)] }));
      expect(outcomes.sort()).toEqual(['not_active', 'stored']);
    }
  });

  it('lets exactly one of an update and a revision of a claim through', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await context.store.tenant('acme', (db) =>
        stored(db, { lockKeys: [`ending-${round}`], claim: newClaim({ dependsOn: [v7()] }) }),
      );
      let turn = 0;
      const outcomes = await race(2, () =>
        newCommit({ lockKeys: [`by-${v7()}`], closes: [turn++ === 0 ? updated(target) : revised(target)] }),
      );
      expect(count(outcomes, 'stored')).toBe(1);
    }
  });

  it('lets a cancel and a supersede of a claim meet without losing either record', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await context.store.tenant('acme', (db) =>
        stored(db, { lockKeys: [`both-${round}`], claim: newClaim({ dependsOn: [v7()] }) }),
      );
      const [[superseded], cancelled] = await Promise.all([
        race(1, () => newCommit({ lockKeys: [`by-${v7()}`], closes: [revised(target)] })),
        cancelClaim(context.store, ACME, target.id).then(
          () => 'cancelled',
          ({ code }: Problem) => code,
        ),
      ]);
      const claim = await context.store.tenant('acme', (db) => getClaim(db, ACME, target.id));
      if (superseded === 'stored') expect([cancelled, claim?.status]).toEqual(['not_active', 'superseded']);
      else expect([superseded, cancelled, claim?.status]).toEqual(['not_active', 'cancelled', 'cancelled']);
    }
  });

  it('lets updates, cancels and later contradictions of the same claims meet without a deadlock', async () => {
    const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b, c] = await asAcme(async (db) => [
        await stored(db, { lockKeys: [`z-${round}`, 'storm'], recallKeys: [] }),
        await stored(db, { lockKeys: [`y-${round}`, 'storm'], recallKeys: [] }),
        await stored(db, { lockKeys: [`x-${round}`], recallKeys: [] }),
      ]);
      const open = (claim: ClaimVersion, others: ClaimVersion[]) =>
        asAcme((db) => {
          const disputes = others.map((other) => ({ ...other, violationId: v7() }));
          return openContradictions(db, { tenant: ACME, claim, disputes });
        });
      const [first, second, third, [update]] = await Promise.all([
        open(a, [c, b]),
        open(b, [a, c]),
        open(c, [a, b]),
        race(1, () => newCommit({ lockKeys: [`x-${round}`], closes: [updated(a), updated(c)], requireHeads: false })),
        cancelClaim(context.store, ACME, b.id),
      ]);
      const pairs = [first, second, third].flatMap((opened, at) =>
        opened.map(({ id }) => pairKey(id, [a, b, c][at]?.id ?? '')),
      );
      expect(new Set(pairs).size).toBe(pairs.length);
      expect(['stored', 'moved']).toContain(update);
      expect(await asAcme((db) => getClaim(db, ACME, b.id))).toMatchObject({ status: 'cancelled' });
    }
    const deadlocks = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
    expect(await context.database.asAdmin(deadlocks)).toEqual([{ deadlocks: '0' }]);
  });

  it('leaves one open version a claim, keys of active claims only, and system times in order', async () => {
    const { asAdmin } = context.database;
    expect(
      await asAdmin('SELECT id FROM claims GROUP BY id HAVING count(*) FILTER (WHERE system_until IS NULL) <> 1'),
    ).toEqual([]);
    expect(
      await asAdmin(`
        (SELECT key, claim_id FROM recall_keys EXCEPT SELECT unnest(lock_keys || recall_keys), id FROM claims
          WHERE system_until IS NULL AND status = 'active')
        UNION ALL
        (SELECT unnest(lock_keys || recall_keys), id FROM claims WHERE system_until IS NULL AND status = 'active'
          EXCEPT SELECT key, claim_id FROM recall_keys)`),
    ).toEqual([]);
    expect(
      await asAdmin(`
        (SELECT depends_on, claim_id FROM dependencies EXCEPT SELECT unnest(depends_on), id FROM claims
          WHERE system_until IS NULL AND status = 'active')
        UNION ALL
        (SELECT unnest(depends_on), id FROM claims WHERE system_until IS NULL AND status = 'active'
          EXCEPT SELECT depends_on, claim_id FROM dependencies)`),
    ).toEqual([]);
    expect(
      await asAdmin(`
        (SELECT unnest(sides) AS id, sides FROM violations WHERE status = 'open')
        EXCEPT
        (SELECT c.id, v.sides FROM claims c JOIN violations v ON c.id = ANY (v.sides)
          WHERE c.system_until IS NULL AND c.is_disputed AND c.disputed_with && v.sides AND c.status <> 'cancelled')`),
    ).toEqual([]);
    expect(
      await asAdmin(`
        SELECT id FROM claims v WHERE system_until IS NOT NULL AND NOT EXISTS (
          SELECT FROM claims n WHERE n.id = v.id AND n.system_from = v.system_until)`),
    ).toEqual([]);
  });
});
