import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { openingFor } from '../../src/flows/lore/opening.js';
import { systemClock, systemIds } from '../../src/start/system.js';
import { getViolation } from '../../src/store/queries/consistency/violations.js';
import { changeRelations } from '../../src/store/queries/lore/change-relations.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { getRelation } from '../../src/store/queries/lore/relations.js';
import { useStore } from '../helpers/database.js';
import { lexicon } from '../helpers/lexicon.js';
import { newRelation } from '../helpers/lore.js';

const context = useStore();
const WORLD = { orgId: 'acme', project: 'karth' };
const types = lexicon.relationTypes;
const PORTS = { ids: systemIds, clock: systemClock };
/** Opens contradictions as a comparison that found them would, again where another was in its way. */
const dispute = (pairs: readonly (readonly string[])[], runId: string | null = null) =>
  context.store.tenant('acme', async (db) => {
    const found = pairs.map((sides) => ({ kind: 'contradiction' as const, sides, detail: { rule: 'one-ruler' } }));
    for (;;) {
      const opening = await openingFor(PORTS, db, { tenant: WORLD, types, fresh: [], runId }, found);
      const { open, claims, stored: disputed, disputedWith, raised } = opening;
      const revise = disputed.map(({ id, systemFrom }) => ({
        id,
        seen: systemFrom,
        disputedWith: disputedWith.get(id) ?? [],
      }));
      const { outcome } = await changeRelations(db, { tenant: WORLD, keys: [], open, claims, revise });
      if (outcome === 'stored') return raised.map(({ violationId }) => violationId);
    }
  });
const relation = (id: string) => context.store.tenant('acme', (db) => getRelation(db, WORLD, id));
async function stored(count: number): Promise<string[]> {
  const said = Array.from({ length: count }, () => ({ relation: newRelation(), keys: [] }));
  await context.store.tenant('acme', (db) => insertRelations(db, WORLD, said));
  return said.map(({ relation: { id } }) => id);
}

describe('openingFor', () => {
  it('marks every side of every pair at one time, and opens one contradiction a pair', async () => {
    const [a = '', b = '', c = ''] = await stored(3);
    const runId = v7();
    const opened = await dispute(
      [
        [a, b],
        [b, c],
        [c, b],
      ],
      runId,
    );
    expect(opened).toHaveLength(2);
    expect(await relation(b)).toMatchObject({ isDisputed: true, disputedWith: [a, c] });
    const [first, last] = [await relation(a), await relation(c)];
    expect(first).toMatchObject({ isDisputed: true, disputedWith: [b] });
    expect(last?.systemFrom).toBe(first?.systemFrom);
    const violation = await context.store.tenant('acme', (db) => getViolation(db, WORLD, opened[0] ?? ''));
    expect(violation).toMatchObject({ about: 'relation', status: 'open', runId, detail: { rule: 'one-ruler' } });
  });

  it('opens nothing twice, and nothing of what no longer stands', async () => {
    const [a = '', b = ''] = await stored(2);
    expect(await dispute([[a, b]])).toHaveLength(1);
    const before = await relation(a);
    expect(await dispute([[b, a]])).toEqual([]);
    expect(await dispute([[a, v7()]])).toEqual([]);
    expect(await relation(a)).toEqual(before);
  });

  it('loses nothing when many are opened for one relation at once', async () => {
    const [a = '', ...others] = await stored(6);
    const opened = await Promise.all(others.map((other) => dispute([[a, other]])));
    expect(opened.flat()).toHaveLength(5);
    expect([...((await relation(a))?.disputedWith ?? [])].sort()).toEqual([...others].sort());
  });
});
