import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { period } from '../../src/core/period.js';
import { beginDocument, listSaid } from '../../src/store/queries/documents/documents.js';
import { type ChangeOutcome, changeRelations } from '../../src/store/queries/lore/change-relations.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { getRelation, listRelationsOf, listRelationVersions } from '../../src/store/queries/lore/relations.js';
import { listAudit } from '../../src/store/queries/projects/audit.js';
import type { Db } from '../../src/store/tenant.js';
import { useStore } from '../helpers/database.js';
import { contradiction, newRelation } from '../helpers/lore.js';

const context = useStore();
const WORLD = { orgId: 'acme', project: 'karth' };
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
const year = (n: number) => ({ start: n * 100, end: n * 100 + 100 });
const change = (db: Db, changes: Omit<Parameters<typeof changeRelations>[1], 'tenant'>) =>
  changeRelations(db, { tenant: WORLD, ...changes });

/** The time at which it was stored; fails when it was not. */
function timeOf(outcome: ChangeOutcome): string {
  if (outcome.outcome !== 'stored') throw new Error('not stored');
  return outcome.systemFrom;
}

const headOf = async (key: string) =>
  (await context.database.asAdmin<{ version: number }>('SELECT version::int FROM guard_head WHERE key = $1', [key]))[0];

describe('changeRelations', () => {
  it('stores what is said as it is said, and finds it from either end', () =>
    asAcme(async (db) => {
      const source = { sourceId: v7(), documentId: v7(), chunkId: v7(), span: { start: 3, end: 9 } };
      const reign = newRelation({
        ...{ validFrom: '3', validUntil: '7', period: period(year(3), year(7)), extraction: 0.6, citation: source },
        ...{ saidKey: 'a', claimId: v7(), properties: { crown: 'iron' }, supersedes: [v7()], keyId: v7() },
      });
      const born = newRelation({ type: 'BORN_ON', fromId: reign.fromId, toId: null, value: '2' });
      const outcome = await change(db, {
        keys: [{ key: 'RULES|to|x', seen: null }],
        insert: [{ relation: reign }, { relation: born }],
      });
      const systemFrom = timeOf(outcome);
      expect(outcome).toMatchObject({ stored: [reign.id, born.id] });
      const open = { status: 'active', isDisputed: false, disputedWith: [], supersededBy: null, systemUntil: null };
      expect(await getRelation(db, WORLD, reign.id)).toEqual({ ...reign, ...open, systemFrom });
      expect(await listRelationsOf(db, WORLD, [reign.fromId])).toHaveLength(2);
      expect(await listRelationsOf(db, WORLD, [reign.toId ?? ''], { types: ['RULES'] })).toMatchObject([
        { id: reign.id },
      ]);
      expect(await listRelationsOf(db, WORLD, [reign.toId ?? ''], { end: 'from' })).toEqual([]);
      expect(await headOf('RULES|to|x')).toEqual({ version: 1 });
    }));

  it('revises versions, and what was believed before stays readable', () =>
    asAcme(async (db) => {
      const [a, b] = [newRelation(), newRelation()];
      const seen = timeOf(await change(db, { keys: [], insert: [{ relation: a }, { relation: b }] }));
      const violationId = v7();
      const disputed = timeOf(
        await change(db, {
          keys: [],
          revise: [
            { id: a.id, seen, disputedWith: [b.id] },
            { id: b.id, seen, disputedWith: [a.id] },
          ],
          open: [contradiction(violationId, a.id, b.id)],
        }),
      );
      expect(await getRelation(db, WORLD, a.id)).toMatchObject({ isDisputed: true, disputedWith: [b.id] });
      const actionId = v7();
      const by = { who: 'mara', reason: 'A forgery', detail: {}, keyId: null };
      const settled = timeOf(
        await change(db, {
          keys: [],
          revise: [
            { id: a.id, seen: disputed, status: 'superseded', supersededBy: b.id, disputedWith: [] },
            { id: b.id, seen: disputed, disputedWith: [], toId: a.fromId },
          ],
          settle: [{ id: violationId, status: 'resolved', resolution: 'keep' }],
          record: [{ id: actionId, action: 'retcon', nodeId: a.id, ...by }],
        }),
      );
      expect(await listRelationVersions(db, WORLD, a.id)).toMatchObject([
        { status: 'active', isDisputed: false, systemFrom: seen, systemUntil: disputed },
        { status: 'active', isDisputed: true, systemFrom: disputed, systemUntil: settled },
        { status: 'superseded', isDisputed: false, supersededBy: b.id, systemFrom: settled, systemUntil: null },
      ]);
      expect(await getRelation(db, WORLD, b.id, seen)).toMatchObject({ toId: b.toId, isDisputed: false });
      expect(await getRelation(db, WORLD, b.id)).toMatchObject({ toId: a.fromId, isDisputed: false });
      const [violation] = await context.database.asAdmin('SELECT * FROM violations WHERE id = $1', [violationId]);
      expect(violation).toMatchObject({ about: 'relation', status: 'resolved', resolution: 'keep', severity: 'warn' });
      expect(violation?.resolved_at).not.toBeNull();
      expect((await listAudit(db, WORLD, { limit: 1 })).items).toMatchObject([{ id: actionId, action: 'retcon' }]);
    }));

  it('stores nothing when a version or a key has moved', () =>
    asAcme(async (db) => {
      const a = newRelation();
      const seen = timeOf(await change(db, { keys: [{ key: 'moved', seen: null }], insert: [{ relation: a }] }));
      timeOf(await change(db, { keys: [], revise: [{ id: a.id, seen, status: 'retracted' }] }));
      const other = newRelation();
      const stale = await change(db, {
        ...{ keys: [], revise: [{ id: a.id, seen, status: 'active' }], insert: [{ relation: other }] },
      });
      expect(stale).toEqual({ outcome: 'moved' });
      const late = await change(db, { keys: [{ key: 'moved', seen: 7 }], insert: [{ relation: other }] });
      expect(late).toEqual({ outcome: 'moved' });
      expect(await getRelation(db, WORLD, other.id)).toBeNull();
      expect(await change(db, { keys: [{ key: 'moved', seen: 1 }], insert: [{ relation: other }] })).toMatchObject({
        outcome: 'stored',
      });
    }));

  it('lets one document say a thing once, and again only after it withdrew it', () =>
    asAcme(async (db) => {
      const base = { path: 'annals.md', sourceId: v7(), title: 'Annals', format: 'markdown', who: 'mara' };
      const documentId = await beginDocument(db, WORLD, { id: v7(), ...base });
      expect(await beginDocument(db, WORLD, { id: v7(), ...base })).toBe(documentId);
      const citation = { sourceId: base.sourceId, documentId, chunkId: null, span: null };
      const says = () => newRelation({ citation, saidKey: 'reign' });
      const [first, twin] = [says(), says()];
      const twice = await Promise.all(
        [first, twin].map((relation) =>
          context.store.tenant('acme', (one) => change(one, { keys: [], insert: [{ relation }] })),
        ),
      );
      expect(twice.flatMap((one) => (one.outcome === 'stored' ? one.stored : []))).toHaveLength(1);
      const said = (await listSaid(db, WORLD, documentId)).get('reign');
      expect(said).toMatchObject({ status: 'active' });
      const id = said?.id ?? '';
      const retracted = timeOf(
        await change(db, { keys: [], revise: [{ id, seen: said?.systemFrom ?? '', status: 'retracted' }] }),
      );
      expect(await change(db, { keys: [], insert: [{ relation: says() }] })).toMatchObject({ stored: [] });
      timeOf(await change(db, { keys: [], revise: [{ id, seen: retracted, status: 'withdrawn' }] }));
      expect(await listSaid(db, WORLD, documentId)).toEqual(new Map());
      const again = says();
      expect(await change(db, { keys: [], insert: [{ relation: again }] })).toMatchObject({ stored: [again.id] });
    }));

  it('keeps tenants apart', () =>
    asAcme(async (db) => {
      const a = newRelation();
      timeOf(await change(db, { keys: [], insert: [{ relation: a }] }));
      expect(await getRelation(db, { ...WORLD, project: 'other' }, a.id)).toBeNull();
      expect(await context.store.tenant('globex', (other) => getRelation(other, WORLD, a.id))).toBeNull();
    }));
});

describe('insertRelations', () => {
  it('stores more than one statement takes, and moves the head of each key', () =>
    asAcme(async (db) => {
      const said = Array.from({ length: 2001 }, (_, n) => ({ relation: newRelation(), keys: [`many ${n % 2}`] }));
      const stored = await insertRelations(db, WORLD, said);
      expect(stored.size).toBe(2001);
      expect(await headOf('many 0')).toEqual({ version: 2 });
      expect(await headOf('many 1')).toEqual({ version: 1 });
    }));
});
