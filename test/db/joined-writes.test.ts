import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Tenant } from '../../src/core/scope.js';
import { getClaims } from '../../src/store/queries/claims/claims.js';
import { commitWrites } from '../../src/store/queries/claims/commit.js';
import type { CommitInput } from '../../src/store/queries/claims/commit-input.js';
import { ACME, newClaim, newCommit } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const OTHER: Tenant = { ...ACME, project: 'other' };

const write = (key: string, more: Partial<CommitInput> = {}): CommitInput =>
  newCommit({ claim: newClaim({ id: v7() }), lockKeys: [key], recallKeys: [`${key} too`], heads: new Map(), ...more });

const stored = async (inputs: readonly CommitInput[]) => {
  const found = await context.store.tenant('acme', async (db) => [
    ...(await getClaims(
      db,
      ACME,
      inputs.map(({ claim }) => claim.id),
    )),
    ...(await getClaims(
      db,
      OTHER,
      inputs.map(({ claim }) => claim.id),
    )),
  ]);
  return inputs.map(({ claim }) => found.some(({ id }) => id === claim.id));
};

describe('writes that one statement stores', () => {
  it.each([1, 2, 3, 5, 16])('are %i claims of several projects, each under its own keys', async (count) => {
    const inputs = Array.from({ length: count }, (_, n) =>
      write(`many ${count} ${n}`, { tenant: n % 2 === 0 ? ACME : OTHER }),
    );
    const outcomes = await context.store.tenant('acme', (db) => commitWrites(db, 'acme', inputs));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(inputs.map(() => 'stored'));
    expect(await stored(inputs)).toEqual(inputs.map(() => true));
    const found = await context.store.find(ACME, { lockKeys: [`many ${count} 0`], recallKeys: [] });
    expect(found.candidates.map(({ id }) => id)).toEqual([inputs[0]?.claim.id]);
    expect(found.heads).toEqual(new Map([[`many ${count} 0`, 1]]));
  });

  it('are decided each by itself: the same key of another project is another, and a moved one stops nobody', async () => {
    await context.store.commit(write('taken'));
    const inputs = [write('free'), write('taken'), write('taken', { tenant: OTHER })];
    const outcomes = await context.store.tenant('acme', (db) => commitWrites(db, 'acme', inputs));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stored', 'moved', 'stored']);
    expect(await stored(inputs)).toEqual([true, false, true]);
  });

  it('fail for none but themselves', async () => {
    const bad = write('bad', { claim: newClaim({ id: v7(), keyId: 'no id' }) });
    const inputs = [write('good'), bad, write('fine')];
    const settled = await Promise.allSettled(inputs.map((input) => context.store.commit(input)));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored(inputs)).toEqual([true, false, true]);
  });

  it('have one winner of a key, however many come in the same turn', async () => {
    const inputs = Array.from({ length: 20 }, () => write('one for all'));
    const outcomes = await Promise.all(inputs.map((input) => context.store.commit(input)));
    expect(outcomes.filter(({ outcome }) => outcome === 'stored')).toHaveLength(1);
    expect((await stored(inputs)).filter(Boolean)).toHaveLength(1);
  });

  it('that are looked for together find what each finds alone', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `sought ${n}`);
    await Promise.all(keys.map((key) => context.store.commit(write(key))));
    const queries = keys.map((key, n) => ({ lockKeys: [key], recallKeys: ['sought 0 too', `sought ${n} too`] }));
    const together = await Promise.all(queries.map((query) => context.store.find(ACME, query)));
    for (const [n, query] of queries.entries()) {
      expect(together[n]).toEqual(await context.store.find(ACME, query));
      expect(together[n]?.candidates).toHaveLength(n === 0 ? 1 : 2);
    }
  });
});
