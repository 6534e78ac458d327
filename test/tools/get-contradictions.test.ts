import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isoCalendar } from '../../src/core/calendar.js';
import { period } from '../../src/core/period.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { disputedPair, entity } from '../helpers/lore.js';

const TENANT = { orgId: 'default', project: 'default' };

describe('get_contradictions', () => {
  let app: TestApp;
  let ofKarth: string;
  let ofClaims: string;
  const list = (query: Record<string, string> = {}) => app.get(`/v1/contradictions?${new URLSearchParams(query)}`);
  const ids = async (query: Record<string, string> = {}) =>
    (await list(query)).body.items.map(({ id }: { id: string }) => id);

  beforeAll(async () => {
    app = await createTestApp();
    const { source } = (await app.post('/v1/lore/add-lore-source', { uri: 'annals.md', reliability: 'rumor' })).body;
    ofKarth = await app.store.tenant('default', async (db) => {
      const [osric, ilse] = [
        await entity(db, TENANT, { type: 'Person', name: 'Osric' }),
        await entity(db, TENANT, { type: 'Person', name: 'Ilse' }),
      ];
      const toId = await entity(db, TENANT, { type: 'Kingdom', name: 'Karth' });
      const citation = { sourceId: source.id, documentId: null, chunkId: null, span: null };
      const window = { validFrom: '1300', validUntil: null, period: period(isoCalendar.parse('1300', 0), null) };
      const sides = [
        { fromId: osric, toId, citation, ...window },
        { fromId: ilse, toId },
      ] as const;
      return (await disputedPair(db, TENANT, sides)).violationId;
    });
    const write = { who: 'alice', reason: 'Agreed', force_exception: true };
    await app.post('/v1/remember', { ...write, statement: 'Backups must be encrypted' });
    await app.post('/v1/remember', { ...write, statement: 'Backups must not be encrypted' });
    ofClaims = (await ids()).find((id: string) => id !== ofKarth) ?? '';
  });
  afterAll(() => app.close());

  test('200 says what both sides say, and who says it', async () => {
    const { items } = (await list({ subject: 'karth' })).body;
    expect(items).toMatchObject([{ id: ofKarth, about: 'relation', predicate: 'RULES', subject: { name: 'Karth' } }]);
    expect(items[0].sides.map(({ text }: { text: string }) => text)).toEqual([
      'Osric RULES Karth, 1300 – …',
      'Ilse RULES Karth',
    ]);
    expect(items[0].sides[0].source).toMatchObject({ uri: 'annals.md', weight: 0.5 });
    const claims = (await list()).body.items.find(({ id }: { id: string }) => id === ofClaims);
    expect(claims).toMatchObject({ about: 'claim', subject: { id: null, name: 'backup' }, severity: 'warn' });
    expect(claims.sides[0].text).toBe('Backups must be encrypted');
  });

  test('200 narrows by subject, severity, source and status, and pages', async () => {
    expect(await ids({ subject: 'Osric' })).toEqual([ofKarth]);
    expect(await ids({ severity: 'warn' })).toEqual([ofKarth, ofClaims]);
    expect(await ids({ severity: 'error' })).toEqual([]);
    expect(await ids({ source: 'annals.md' })).toEqual([ofKarth]);
    expect(await ids({ status: 'dismissed' })).toEqual([]);
    const first = await list({ limit: '1', status: 'open' });
    const next = await list({ limit: '1', cursor: first.body.next_cursor });
    expect([first, next].map((page) => page.body.items[0].id)).toEqual([ofKarth, ofClaims]);
    expect(next.body.next_cursor).toBeNull();
  });

  test('200 at a time in the world: those of which all sides hold then', async () => {
    expect(await ids({ at_time: '1299' })).toEqual([ofClaims]);
    expect(await ids({ at_time: '1300' })).toEqual([ofKarth, ofClaims]);
    const { items, open_total: total } = (await list({ at_time: '1299' })).body;
    expect([items[0].holds, total]).toEqual(['true', 2]);
    const first = await list({ at_time: '1299', limit: '1' });
    expect(first.body.items).toEqual([]);
    expect(await ids({ at_time: '1299', limit: '1', cursor: first.body.next_cursor })).toEqual([ofClaims]);
    expect((await list({ at_time: 'noon' })).status).toBe(400);
  });

  test('200 flags what it delivered', async () => {
    await list();
    await expect
      .poll(async () => (await list()).body.items.map(({ flagged }: { flagged: boolean }) => flagged))
      .toEqual([true, true]);
  });

  test('400 for a status that there is not', async () => {
    expect((await list({ status: 'lost' })).status).toBe(400);
  });

  test('200 with nothing for what nothing is about, and nobody says', async () => {
    expect(await ids({ subject: 'Nobody' })).toEqual([]);
    expect(await ids({ source: 'nothing.md' })).toEqual([]);
  });

  test('200 finds claims by what they are about', async () => {
    expect(await ids({ subject: 'Backup' })).toEqual([ofClaims]);
  });

  test('200 at the path that it had before, which says that it is deprecated', async () => {
    const { status, headers, body } = await app.get('/v1/lore/get-contradictions?view=compact');
    expect([status, body.view]).toEqual([200, 'compact']);
    expect(headers.deprecation).toMatch(/^@\d+$/);
    expect(Date.parse(String(headers.sunset))).toBeGreaterThan(Number(String(headers.deprecation).slice(1)) * 1000);
    expect((await list()).headers.deprecation).toBeUndefined();
  });

  test('422 for a subject that several are called', async () => {
    await app.post('/v1/lore/add-entity', { type: 'Faction', name: 'Karth' });
    expect(await list({ subject: 'Karth' })).toMatchObject({ status: 422, body: { code: 'ambiguous_entity' } });
  });
});
