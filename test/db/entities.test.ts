import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { type Candidate, resolve } from '../../src/core/resolution.js';
import { getEntity, listEntities } from '../../src/store/queries/lore/entities.js';
import { asNames, type MeantBy, toCandidates } from '../../src/store/queries/lore/meant.js';
import { putEntities } from '../../src/store/queries/lore/put-entities.js';
import { findMentioned } from '../../src/store/queries/lore/resolve.js';
import { putSources } from '../../src/store/queries/lore/sources.js';
import type { Db } from '../../src/store/tenant.js';
import { useStore } from '../helpers/database.js';
import { entity, MARA } from '../helpers/lore.js';

const context = useStore();
const WORLD = { orgId: 'acme', project: 'karth' };
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
const found = async (db: Db, name: string, type?: string) =>
  (await findMentioned(db, WORLD, [{ name, type }]))[0] ?? [];

describe('putEntities', () => {
  it('makes an entity once, whoever comes first, and tells namesakes apart', () =>
    asAcme(async (db) => {
      const ferry = { id: v7(), type: 'Item', name: 'The Ferry', distinction: '', loreVerified: false, properties: {} };
      const again = { ...ferry, id: v7(), name: 'ferry' };
      const other = { ...ferry, id: v7(), distinction: 'north' };
      const both = await Promise.all([
        context.store.tenant('acme', (one) => putEntities(one, WORLD, MARA, [ferry])),
        context.store.tenant('acme', (two) => putEntities(two, WORLD, MARA, [again])),
      ]);
      expect(new Set(both.flat().map(({ id }) => id)).size).toBe(1);
      expect(both.flat().filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(await putEntities(db, WORLD, MARA, [other, again])).toEqual([
        { id: other.id, isNew: true },
        { id: both[0]?.[0]?.id, isNew: false },
      ]);
    }));
});

describe('findMentioned', () => {
  it('finds by id, name, alias and misspelt name, in that order', () =>
    asAcme(async (db) => {
      const id = await entity(db, WORLD, { type: 'Person', name: 'Osric Vane', aliases: ['The Heron', 'Ósric'] });
      for (const [name, by] of [
        [id, 'id'],
        ['osric  vane', 'name'],
        ['heron', 'alias'],
        ['Osric', 'alias'],
        ['Osrik Vane', 'typo'],
        ['Osirc Vane', 'typo'],
      ] as const) {
        expect(await found(db, name), name).toMatchObject([{ id, by, name: 'Osric Vane', type: 'Person' }]);
      }
      expect(await found(db, 'Zzyzx')).toEqual([]);
      expect(await found(db, '!!!')).toEqual([]);
    }));

  it('keeps to a type, and answers every mention in its place', () =>
    asAcme(async (db) => {
      const town = await entity(db, WORLD, { type: 'Location', name: 'Tallow' });
      const clan = await entity(db, WORLD, { type: 'Faction', name: 'Tallow' });
      const mentions = [{ name: 'Tallow', type: 'Faction' }, { name: 'Nobody' }, { name: 'Tallow' }, { name: 'Talow' }];
      const [faction, nobody, any, typo] = await findMentioned(db, WORLD, mentions);
      expect(faction?.map((one) => one.id)).toEqual([clan]);
      expect(nobody).toEqual([]);
      expect(any?.map((one) => one.id).sort()).toEqual([town, clan].sort());
      expect(resolve(any ?? [], { acceptsTypos: true }).outcome).toBe('ambiguous');
      expect(resolve(typo ?? [], { acceptsTypos: true }).outcome).toBe('unknown');
      expect(await found(db, town, 'Faction')).toEqual([]);
    }));

  it('shows nothing of another tenant', () =>
    asAcme(async (db) => {
      await entity(db, WORLD, { type: 'Person', name: 'Ilse Hidden' });
      expect((await findMentioned(db, { ...WORLD, project: 'other' }, [{ name: 'Ilse Hidden' }]))[0]).toEqual([]);
      const elsewhere = await context.store.tenant('globex', (db) =>
        findMentioned(db, WORLD, [{ name: 'Ilse Hiden' }]),
      );
      expect(elsewhere).toEqual([[]]);
    }));
});

describe('entities_meant', () => {
  const meant = async (db: Db, names: readonly string[]) => {
    const text = 'SELECT meant, candidates FROM entities_meant($1, $2, $3::text[], NULL)';
    const values = [WORLD.orgId, WORLD.project, asNames(names)];
    const [row] = await db.run<{ meant: (string | null)[]; candidates: MeantBy[][] }>({ text, values });
    return { meant: row?.meant, called: (row?.candidates ?? []).map(toCandidates) };
  };
  const byId = (one: Candidate, other: Candidate) => (one.id < other.id ? -1 : 1);

  it('finds, of many names at once, whoever findMentioned does but for what is misspelt, and takes the best of each', () =>
    asAcme(async (db) => {
      const make = (name: string, aliases: string[] = [], distinction = '') =>
        entity(db, WORLD, { type: 'Person', name, aliases, distinction });
      const ada = await make('Ada Reed', ['The Otter', 'Reed']);
      const [bard, other] = [await make('Otter'), await make('Ada Reed', [], 'younger')];
      const was = await make('Ada of Old', ['Olda']);
      await db.run({ text: 'UPDATE entities SET merged_into = $1 WHERE id = $2', values: [ada, was] });
      const names = [
        ada,
        'Otter',
        'ada reed',
        'Olda',
        was,
        'Adda Reed',
        '!!!',
        v7(),
        'reed\0',
        ` ${bard.toUpperCase()} `,
      ];
      const expected = await findMentioned(
        db,
        WORLD,
        names.map((name) => ({ name })),
        { findsAlike: false },
      );
      const found = await meant(db, names);
      expect(found.called.map((list) => [...list].sort(byId))).toEqual(expected.map((list) => [...list].sort(byId)));
      expect(found.meant).toEqual([ada, bard, found.called[2]?.[0]?.id, ada, ada, null, null, null, ada, bard]);
      expect(found.called[2]?.map(({ id }) => id)).toEqual([ada, other].sort());
    }));

  it('shows nothing of another organisation', async () => {
    await asAcme((db) => entity(db, WORLD, { type: 'Person', name: 'Ilse Unseen' }));
    const elsewhere = await context.store.tenant('globex', (db) => meant(db, ['Ilse Unseen']));
    expect(elsewhere).toEqual({ meant: [null], called: [[]] });
  });
});

describe('entities', () => {
  it('are read with their aliases, and listed by type and by what vouches for them', () =>
    asAcme(async (db) => {
      const tenant = { ...WORLD, project: 'lists' };
      const id = await entity(db, tenant, { type: 'Deity', name: 'Vasa', aliases: ['Mother of Reeds'] });
      const other = await entity(db, tenant, { type: 'Deity', name: 'Orm' });
      expect(await getEntity(db, tenant, id)).toMatchObject({
        name: 'Vasa',
        aliases: ['Mother of Reeds'],
        who: 'mara',
      });
      const first = await listEntities(db, tenant, { type: 'Deity', loreVerified: false, limit: 1 });
      expect(first.items.map((one) => one.id)).toEqual([id]);
      const next = await listEntities(db, tenant, { type: 'Deity', limit: 1, cursor: first.nextCursor ?? undefined });
      expect(next).toMatchObject({ items: [{ id: other }], nextCursor: null });
      expect((await listEntities(db, tenant, { loreVerified: true, limit: 9 })).items).toEqual([]);
    }));

  it('are sources too, each once by its uri and of the kind that was said first', () =>
    asAcme(async (db) => {
      const source = { id: v7(), uri: 'annals.md', title: 'Annals of Karth', kind: 'factional' as const };
      const [put] = (await putSources(db, WORLD, MARA, [source])).values();
      expect(put).toEqual({ ...source, isNew: true });
      const again = await putSources(db, WORLD, MARA, [{ ...source, id: v7(), kind: 'canonical' }]);
      expect(again.get('annals.md')).toEqual({ ...source, isNew: false });
      expect(await found(db, 'annals of karth', 'LoreSource')).toMatchObject([{ id: source.id, loreVerified: true }]);
    }));
});
