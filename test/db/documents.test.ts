import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../src/core/name.js';
import { type ChunkToStore, getChunks, listChunks, storeChunks } from '../../src/store/queries/documents/chunks.js';
import {
  beginDocument,
  endDocument,
  findDocument,
  forgetDeclarations,
  getDocument,
  putDeclarations,
} from '../../src/store/queries/documents/documents.js';
import { searchChunks } from '../../src/store/queries/documents/search-chunks.js';
import { getEntity } from '../../src/store/queries/lore/entities.js';
import { putNames } from '../../src/store/queries/lore/put-entities.js';
import { findMentioned } from '../../src/store/queries/lore/resolve.js';
import type { Db } from '../../src/store/tenant.js';
import { useStore } from '../helpers/database.js';
import { entity } from '../helpers/lore.js';

const context = useStore();
const WORLD = { orgId: 'acme', project: 'karth' };
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
const begin = (db: Db, path: string) =>
  beginDocument(db, WORLD, { id: v7(), path, sourceId: v7(), title: path, format: 'markdown', who: 'mara' });
const stemsOf = (text: string) => {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};
const passages = (...texts: string[]): ChunkToStore[] =>
  texts.map((text, ordinal) => {
    const words = text.split(' ').length;
    return { id: v7(), ordinal, starts: ordinal * 100, line: 1, heading: null, text, words, stems: stemsOf(text) };
  });
const store = (db: Db, documentId: string, ...texts: string[]) =>
  storeChunks(db, WORLD, documentId, passages(...texts), stemsOf);
/** The passages that hold a word, and how often. */
const holding = (word: string) =>
  context.database.asAdmin('SELECT chunk_id AS id, hits FROM chunk_words WHERE word = $1 ORDER BY chunk_id', [word]);

describe('documents', () => {
  it('are one a path, and unfinished until they are ended', () =>
    asAcme(async (db) => {
      expect(await findDocument(db, WORLD, 'annals.md')).toBeNull();
      const id = await begin(db, 'annals.md');
      expect(await findDocument(db, WORLD, 'annals.md')).toMatchObject({ id, hash: '' });
      await endDocument(db, WORLD, id, 'h1');
      expect(await getDocument(db, WORLD, id)).toMatchObject({ path: 'annals.md', hash: 'h1' });
      expect(await begin(db, 'annals.md')).toBe(id);
      expect(await findDocument(db, WORLD, 'annals.md')).toMatchObject({ hash: '' });
    }));

  it('give names and properties that go when the document says them no longer, and only then', () =>
    asAcme(async (db) => {
      const [one, two] = [await begin(db, 'one.md'), await begin(db, 'two.md')];
      const id = await entity(db, WORLD, { type: 'Person', name: 'Osric' });
      const alias = (name: string) => ({ entityId: id, name, kind: 'alias' as const });
      await putNames(db, WORLD, one, [alias('The Heron'), alias('Grey Cloak')]);
      await putNames(db, WORLD, two, [alias('The Heron')]);
      await putDeclarations(db, WORLD, one, [{ id, properties: { eyes: 'grey', height: 6 } }]);
      await putDeclarations(db, WORLD, two, [{ id, properties: { eyes: 'green' } }]);
      expect(await getEntity(db, WORLD, id)).toMatchObject({
        ...{ loreVerified: true, aliases: ['Grey Cloak', 'The Heron'], properties: { eyes: 'grey', height: 6 } },
      });
      const kept = { names: [{ key: nameKey('Grey Cloak'), entityId: id }], entityIds: [id] };
      await forgetDeclarations(db, WORLD, one, kept);
      expect((await getEntity(db, WORLD, id))?.aliases).toEqual(['Grey Cloak', 'The Heron']);
      await forgetDeclarations(db, WORLD, one, { names: [], entityIds: [] });
      expect(await getEntity(db, WORLD, id)).toMatchObject({
        ...{ loreVerified: true, aliases: ['The Heron'], properties: { eyes: 'green' } },
      });
      await forgetDeclarations(db, WORLD, two, { names: [], entityIds: [] });
      expect(await getEntity(db, WORLD, id)).toMatchObject({ loreVerified: false, aliases: [], name: 'Osric' });
      expect((await findMentioned(db, WORLD, [{ name: 'Osric' }]))[0]).toHaveLength(1);
    }));
});

describe('storeChunks', () => {
  it('keeps the passages that stand, closes those that are gone, and finds words in open ones only', () =>
    asAcme(async (db) => {
      const documentId = await begin(db, 'tale.md');
      const [heron, crown] = await store(db, documentId, 'the heron flew over the marsh', 'a crown of iron');
      expect(await holding('the')).toEqual([{ id: heron, hits: 2 }]);
      const next = await store(db, documentId, 'it rained', 'the heron flew over the marsh', 'it rained');
      expect(next[1]).toBe(heron);
      expect(new Set(next).size).toBe(3);
      const open = await listChunks(db, WORLD, documentId);
      expect(open.map(({ id, ordinal, starts }) => [id, ordinal, starts])).toEqual([
        [next[0], 0, 0],
        [heron, 1, 100],
        [next[2], 2, 200],
      ]);
      expect(await getChunks(db, WORLD, [crown ?? ''])).toMatchObject([{ text: 'a crown of iron' }]);
      expect(await holding('iron')).toEqual([]);
      expect(await holding('heron')).toEqual([{ id: heron, hits: 1 }]);
      expect(await store(db, documentId, 'it rained', 'the heron flew over the marsh', 'it rained')).toEqual(next);
    }));

  it('shows nothing of another tenant', () =>
    asAcme(async (db) => {
      const documentId = await begin(db, 'secret.md');
      const ids = await store(db, documentId, 'nobody knows');
      expect(await getChunks(db, { ...WORLD, project: 'other' }, ids)).toEqual([]);
      expect(await context.store.tenant('globex', (other) => getChunks(other, WORLD, ids))).toEqual([]);
    }));
});

describe('searchChunks', () => {
  it('ranks passages by rare words before common ones, and finds none that is gone', () =>
    asAcme(async (db) => {
      const tenant = { ...WORLD, project: 'search' };
      const base = { sourceId: v7(), title: 't', format: 'markdown', who: 'mara' };
      const [first, second] = [
        await beginDocument(db, tenant, { ...base, id: v7(), path: 'first.md' }),
        await beginDocument(db, tenant, { ...base, id: v7(), path: 'second.md' }),
      ];
      const put = (documentId: string, ...texts: string[]) =>
        storeChunks(db, tenant, documentId, passages(...texts), stemsOf);
      const [marsh, crown] = await put(first, 'the marsh and the fog', 'the crown fell');
      const [both] = await put(second, 'the crown of the marsh king sank', 'the fog');
      const found = async (...stems: string[]) => (await searchChunks(db, tenant, stems, 10)).map(({ id }) => id);
      expect(await found('crown', 'fell')).toEqual([crown, both]);
      expect(await found('marsh', 'king', 'the')).toEqual([both, marsh, expect.anything(), expect.anything()]);
      expect(await found('nothing')).toEqual([]);
      expect(await found()).toEqual([]);
      expect(await searchChunks(db, tenant, ['crown'], 1)).toMatchObject([
        { id: crown, text: 'the crown fell', words: 3 },
      ]);
      await put(first, 'the marsh and the fog');
      expect(await found('crown')).toEqual([both]);
      expect(await searchChunks(db, WORLD, ['fell'], 10)).toEqual([]);
    }));
});
