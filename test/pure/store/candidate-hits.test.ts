import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMPARED_BOUND,
  chosenOf,
  findHits,
  type Hit,
  LENGTH_OFFSET,
  RECALL_BOUND,
} from '../../../src/store/queries/claims/candidate-hits.js';
import type { Db } from '../../../src/store/tenant.js';

const idOf = (n: number) => n.toString(16).padStart(32, '0');
const claims = fc.integer({ min: 0, max: 60 });
const hits = fc.array(fc.record({ claim: claims, place: fc.integer({ min: 1, max: 13 }) }), { maxLength: 160 });

/** As it is said: every claim by the sum of its weights and its length, the best first, of equals the newer. */
function asSaid(locked: string[], shared: Hit[], exclude: string[]): string[] {
  const first = [...new Set(locked)].filter((id) => !exclude.includes(id));
  const others = [...new Set(shared.slice(0, RECALL_BOUND).map(({ id }) => id))];
  const ranked = others
    .filter((id) => !exclude.includes(id) && !first.includes(id))
    .map((id) => ({ id, worth: worthOf(id, shared) }))
    .sort((a, b) => b.worth - a.worth || (a.id < b.id ? 1 : -1));
  return [...first, ...ranked.slice(0, COMPARED_BOUND).map(({ id }) => id)];
}

function worthOf(id: string, shared: readonly Hit[]): number {
  const own = shared.slice(0, RECALL_BOUND).filter((hit) => hit.id === id);
  const weight = own.reduce(
    (sum, { place }) => sum + 1 / Math.sqrt(shared.filter((hit) => hit.place === place).length),
    0,
  );
  return weight / (Math.max(...own.map(({ size }) => size)) + LENGTH_OFFSET);
}

describe('what the keys bring in', () => {
  it('is ranked as it is said', () => {
    fc.assert(
      fc.property(
        hits,
        fc.array(claims, { maxLength: 4 }),
        fc.array(claims, { maxLength: 4 }),
        (found, locks, left) => {
          const shared = found.map(({ claim, place }) => ({ id: idOf(claim), place, size: 20 + (claim % 7) * 10 }));
          const [locked, exclude] = [locks.map(idOf), left.map(idOf)];
          expect(chosenOf({ locked, shared }, new Set(exclude))).toEqual(asSaid(locked, shared, exclude));
        },
      ),
    );
  });

  it('is read from the digits in which it comes', async () => {
    const hex = (n: number) => n.toString(16).padStart(4, '0');
    const shared: Hit[] = [
      { id: idOf(0xabcdef), size: 0xffff, place: 1 },
      { id: idOf(9), size: 10, place: 0x9af },
    ];
    const text = shared.map(({ id, size, place }) => id + hex(size) + hex(place)).join('');
    const row = { at: 0, heads: '{"f1":3}', context_version: 2, locked: idOf(1) + idOf(2), shared: text };
    const db = { run: async () => [row] } as unknown as Db;
    const asked = { project: 'p', lockKeys: [], recallKeys: [], headKeys: [] };
    expect(await findHits(db, { orgId: 'o' }, [asked, asked])).toEqual([
      { heads: { f1: 3 }, contextVersion: 2, locked: [idOf(1), idOf(2)], shared },
      { heads: {}, contextVersion: 0, locked: [], shared: [] },
    ]);
  });
});
