import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { period, type Unit } from '../../src/core/period.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { newRelation } from '../helpers/lore.js';

describe('add_relation', () => {
  let app: TestApp;
  let project = 0;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const post = (path: string, body: object) => app.post(path, { project: `p${project}`, who: 'mara', ...body });
  const add = (body: object) => post('/v1/lore/add-relation', body);
  const reign = (from: string, valid_from: string, valid_until: string | null, rest: object = {}) => ({
    ...{ type: 'RULES', from, to: 'Valdorn', valid_from, valid_until, ...rest },
  });
  const relations = (where = 'true') =>
    app.database.asAdmin<{ id: string; status: string; is_disputed: boolean; valid_until: string; claim_id: string }>(
      `SELECT * FROM relations WHERE project = 'p${project}' AND system_until IS NULL AND ${where} ORDER BY id`,
    );

  const declareAirship = () =>
    app.put('/v1/lore/types', {
      ...{ project: `p${project}`, who: 'mara', type: 'Airship' },
      attributes: { hull: { kind: 'choice', values: ['oak', 'iron'] } },
    });

  test('201 for an attribute that the project declares; it has one value at a time', async () => {
    project++;
    expect((await declareAirship()).status).toBe(200);
    await post('/v1/lore/add-entity', { type: 'Airship', name: 'Gull' });
    const stored = await add({ type: 'HULL', from: 'Gull', to: 'Oak', valid_from: '1320', valid_until: '1330' });
    expect(stored.body.relations).toMatchObject([{ type: 'HULL', to: null, value: 'oak' }]);
    expect((await add({ type: 'HULL', from: 'Gull', to: 'iron', valid_from: '1325' })).status).toBe(409);
    expect((await add({ type: 'HULL', from: 'Gull', to: 'iron', valid_from: '1330' })).status).toBe(201);
  });

  test('201 stores the relation beside a claim that says it, and makes who is not known yet', async () => {
    project++;
    const stored = await add(reign('Aldric', '1320', '1360', { reason: 'The chronicle says so' }));
    expect(stored.status).toBe(201);
    expect(stored.body.claim).toMatchObject({ kind: 'fact', statement: 'Aldric RULES Valdorn, from 1320 until 1360' });
    const [relation] = stored.body.relations;
    expect(relation).toMatchObject({ type: 'RULES', from: { name: 'Aldric' }, to: { name: 'Valdorn' } });
    expect(await relations()).toMatchObject([{ id: relation.id, claim_id: stored.body.claim.id, status: 'active' }]);
    const unresolved = await app.get(`/v1/lore/get-unresolved?project=p${project}`);
    expect(unresolved.body.items.map(({ name }: { name: string }) => name).sort()).toEqual(['Aldric', 'Valdorn']);
  });

  test('201 by the name from the other end, by ids, with a source', async () => {
    project++;
    const made = await post('/v1/lore/add-entity', { type: 'Person', name: 'Aldric' });
    await post('/v1/lore/add-lore-source', { uri: 'annals.md', reliability: 'factional' });
    const stored = await add({ type: 'ruled_by', from: 'Valdorn', to: made.body.entity.id, source: 'annals.md' });
    expect(stored.body.relations).toMatchObject([
      {
        type: 'RULES',
        from: { id: made.body.entity.id, name: 'Aldric' },
        source: { uri: 'annals.md', kind: 'factional' },
      },
    ]);
  });

  test('200 for exactly the same relation', async () => {
    project++;
    await add(reign('Aldric', '1320', '1360'));
    const again = await add(reign('Aldric', '1320', '1360'));
    expect([again.status, again.body.result]).toEqual([200, 'unchanged']);
    expect(await relations()).toHaveLength(1);
  });

  test('400 for a type, an end or a date that is none', async () => {
    project++;
    await post('/v1/lore/add-entity', { type: 'Item', name: 'Dawnblade' });
    await declareAirship();
    const cases: [object, string][] = [
      [{ type: 'BAKES', from: 'Aldric', to: 'Bread' }, 'type'],
      [{ type: 'RULES', from: 'Dawnblade', to: 'Valdorn' }, 'from'],
      [{ type: 'RULED_BY', from: 'Valdorn', to: 'Dawnblade' }, 'to'],
      [{ type: 'RULES', from: v7(), to: 'Valdorn' }, 'from'],
      [{ type: 'RULES', from: 'Aldric', to: '!!!' }, 'to'],
      [{ type: 'BORN_ON', from: 'Aldric', to: 'some day' }, 'to'],
      [{ type: 'SPOUSE_OF', from: 'Aldric', to: 'The Aldric' }, 'to'],
      [{ type: 'HULL', from: 'Gull', to: 'straw' }, 'to'],
      [reign('Aldric', 'once', null), 'valid_from'],
      [reign('Aldric', '1360', '1320'), 'valid_until'],
    ];
    for (const [body, path] of cases) {
      expect(await add(body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
    expect(await relations()).toEqual([]);
  });

  test('404 for a source that there is not', async () => {
    project++;
    const found = await add(reign('Aldric', '1320', '1360', { source: 'nowhere.md' }));
    expect(found).toMatchObject({ status: 404, body: { code: 'unknown_entity', errors: [{ path: 'source' }] } });
  });

  test('422 for a name that several have', async () => {
    project++;
    for (const distinction of ['the elder', 'the younger']) {
      await post('/v1/lore/add-entity', { type: 'Person', name: 'Aldric', distinction });
    }
    const unclear = await add(reign('Aldric', '1320', '1360'));
    expect(unclear).toMatchObject({ status: 422, body: { code: 'ambiguous_entity', errors: [{ path: 'from' }] } });
    expect(unclear.body.candidates).toHaveLength(2);
    const kept = await post('/v1/remember', {
      statement: 'The old king sat long.',
      kind: 'fact',
      relation: reign('Aldric', '1320', '1360'),
    });
    expect([kept.status, kept.body.warnings[0].code]).toEqual([201, 'ambiguous_entity']);
    expect(await relations()).toEqual([]);
  });

  test('403 for a writer', async () => {
    const key = bearer(await app.keyFor('writer'));
    expect((await app.post('/v1/lore/add-relation', reign('Aldric', '1320', null), key)).status).toBe(403);
  });

  test('409 shows both relations with their windows and sources, and ways out that work', async () => {
    project++;
    await post('/v1/lore/add-lore-source', { uri: 'annals.md', reliability: 'canonical' });
    const first = await add(reign('Aldric', '1320', '1360', { source: 'annals.md' }));
    const refused = await add(reign('Sera', '1350', null));
    expect(refused.status).toBe(409);
    expect(refused.body.conflicts).toMatchObject([
      {
        ...{ code: 'relation_exclusive', claim: { id: first.body.claim.id } },
        relations: {
          incoming: { from: { name: 'Sera' }, valid_from: { text: '1350' }, valid_until: null, source: null },
          stored: [
            {
              from: { name: 'Aldric' },
              valid_from: { text: '1320' },
              valid_until: { text: '1360' },
              source: { uri: 'annals.md' },
            },
          ],
          anachronism: null,
        },
        shared: { period: { from: { text: '1350-01-01T00:00:00Z' }, until: { text: '1360-01-01T00:00:00Z' } } },
      },
    ]);
    const actions = refused.body.resolutions.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['supersede', 'supersede', 'cancel_stored', 'force_exception', 'abandon']);
    const [, supersede] = refused.body.resolutions;
    const replaced = await app.post(supersede.path, { ...supersede.body, reason: 'The annals were wrong' });
    expect(replaced.status).toBe(201);
    expect(await relations()).toMatchObject([
      { status: 'superseded', claim_id: first.body.claim.id },
      { status: 'active', claim_id: replaced.body.claim.id },
    ]);
  });

  test('409 for what no claim says offers to change canon', async () => {
    project++;
    const tenant = { orgId: 'default', project: `p${project}` };
    const made = await post('/v1/lore/add-entity', { type: 'Kingdom', name: 'Valdorn' });
    const king = await post('/v1/lore/add-entity', { type: 'Person', name: 'Aldric' });
    const year = (text: string) => app.deps.contexts.of(tenant).then(({ calendar }) => calendar.parse(text, 0) as Unit);
    const told = newRelation({
      ...{ fromId: king.body.entity.id, toId: made.body.entity.id, validFrom: '1320', validUntil: '1360' },
      period: period(await year('1320'), await year('1360')),
    });
    await app.store.tenant('default', (db) => insertRelations(db, tenant, [{ relation: told, keys: [] }]));
    const refused = await add(reign('Sera', '1350', '1380'));
    expect(refused.body.conflicts).toMatchObject([
      { claim: null, relations: { stored: [{ id: told.id, claim_id: null }] } },
    ]);
    const retcon = refused.body.resolutions.find(({ action }: { action: string }) => action === 'retcon');
    expect((await app.post(retcon.path, { ...retcon.body, reason: 'He never was king' })).status).toBe(200);
    expect((await add(reign('Sera', '1350', '1380'))).status).toBe(201);
  });

  test('201 by force makes both sides disputed, and opens one violation', async () => {
    project++;
    const first = await add(reign('Aldric', '1320', '1360'));
    const forced = await add(reign('Sera', '1350', '1380', { force_exception: true }));
    expect([forced.status, forced.body.tier]).toEqual([201, 'forced']);
    expect(forced.body.claim).toMatchObject({
      is_disputed: true,
      disputed_with: [first.body.claim.id],
      guarded: false,
    });
    expect((await relations()).map(({ is_disputed }) => is_disputed)).toEqual([true, true]);
    const history = await app.get(`/v1/claims/${first.body.claim.id}?project=p${project}`);
    expect(history.body.claim?.is_disputed ?? history.body.is_disputed).toBe(true);
    const open = await app.get(`/v1/lore/get-contradictions?project=p${project}`);
    expect(open.body.items).toMatchObject([{ about: 'relation', status: 'open' }]);
    const sides = open.body.items[0].sides.map(({ id }: { id: string }) => id);
    expect(sides.sort()).toEqual([first.body.relations[0].id, forced.body.relations[0].id].sort());
    await add({ type: 'DIED_ON', from: 'Aldric', to: '1360' });
    await add({ type: 'WITNESSED', from: 'Aldric', to: 'Fall of Karth', valid_from: '1370', force_exception: true });
    const kinds = await app.database.asAdmin(
      `SELECT kind FROM violations WHERE kind <> 'orphan' AND project = 'p${project}' ORDER BY id`,
    );
    expect(kinds).toEqual([{ kind: 'contradiction' }, { kind: 'anachronism' }]);
  });

  test('a claim takes its relation along: cancelled, updated, erased', async () => {
    project++;
    const first = await add(reign('Aldric', '1320', null));
    const updated = await post('/v1/supersede', {
      ...{
        claim_id: first.body.claim.id,
        statement: 'Sera took the throne',
        reason: 'Aldric fell',
        reason_kind: 'update',
      },
      ...{ valid_from: '1350', relation: { type: 'RULES', from: 'Sera', to: 'Valdorn' } },
    });
    expect(updated.status).toBe(201);
    expect(await relations()).toMatchObject([
      { status: 'active', valid_until: '1350' },
      { status: 'active', valid_until: null },
    ]);
    await post('/v1/cancel', { claim_id: updated.body.claim.id, reason: 'Never happened' });
    expect(await relations(`claim_id = '${updated.body.claim.id}'`)).toMatchObject([{ status: 'retracted' }]);
    expect((await add(reign('Oswin', '1350', null))).status).toBe(201);
    const born = await add({ type: 'BORN_ON', from: 'Aldric', to: '1301' });
    await post('/v1/erase', { claim_id: born.body.claim.id, reason: 'Asked to' });
    const words = await relations(`claim_id = '${born.body.claim.id}'`);
    expect(words).toMatchObject([{ value: '[erased]', status: 'erased' }]);
  });

  test('check says the same and writes nothing', async () => {
    project++;
    await add(reign('Aldric', '1320', '1360'));
    const asked = await post('/v1/check', {
      op: 'remember',
      kind: 'fact',
      statement: 'Sera was queen',
      relation: reign('Sera', '1350', '1380'),
    });
    expect(asked.body).toMatchObject({ status: 409, conflicts: [{ code: 'relation_exclusive' }] });
    const fine = await post('/v1/check', {
      op: 'remember',
      kind: 'fact',
      statement: 'Sera was queen',
      relation: reign('Sera', '1360', '1380'),
    });
    expect(fine.body).toMatchObject({ status: 201, tier: 'clean' });
    expect(await relations()).toHaveLength(1);
    const made = await app.get(`/v1/lore/get-unresolved?project=p${project}`);
    expect(made.body.items).toHaveLength(2);
  });

  test.each([false, true])('a batch sees the relations of its own items, atomic: %s', async (atomic) => {
    project++;
    const item = (from: string, since: string, until: string) => ({
      ...{ op: 'learn', who: 'mara', source: 'annals.md:1', statement: `${from} held the throne from ${since}` },
      relation: reign(from, since, until),
    });
    const items = [item('Aldric', '1320', '1360'), item('Sera', '1360', '1380'), item('Oswin', '1370', '1390')];
    const refused = await post('/v1/batch', { items, atomic, who: undefined });
    const statuses = refused.body.results.map(({ status }: { status: number }) => status);
    expect(statuses).toEqual(atomic ? [424, 424, 409] : [201, 201, 409]);
    expect(await relations()).toHaveLength(atomic ? 0 : 2);
    if (!atomic) return;
    const stored = await post('/v1/batch', { items: items.slice(0, 2), atomic, who: undefined });
    expect(stored.status).toBe(200);
    expect(await relations()).toHaveLength(2);
    const entities = await app.database.asAdmin(
      `SELECT name FROM entities WHERE project = 'p${project}' ORDER BY name`,
    );
    expect(entities).toEqual([{ name: 'Aldric' }, { name: 'Sera' }, { name: 'Valdorn' }]);
  });

  test('a replay of what was decided comes to the same', async () => {
    project++;
    await add(reign('Aldric', '1320', '1360'));
    const refused = await add(reign('Sera', '1350', '1380'));
    const warned = await post('/v1/remember', { statement: 'Oswin ruled Valdorn until 1330.', kind: 'fact' });
    expect(warned.body.warnings).toMatchObject([{ code: 'period_unsure' }]);
    for (const { body } of [refused, warned]) {
      const replayed = await app.post(`/v1/decisions/${body.decision_id}/replay`, { project: `p${project}` });
      expect(replayed.body).toMatchObject({ matches: true, differences: [] });
    }
  });

  test('parents may share a gender where the project says so', async () => {
    project++;
    for (const from of ['Aldric', 'Oswin']) await add({ type: 'GENDER', from, to: 'male' });
    await add({ type: 'PARENT_OF', from: 'Aldric', to: 'Mira' });
    expect((await add({ type: 'PARENT_OF', from: 'Oswin', to: 'Mira' })).status).toBe(409);
    await app.put('/v1/settings', { project: `p${project}`, parents_may_share_gender: true });
    expect((await add({ type: 'PARENT_OF', from: 'Oswin', to: 'Mira' })).status).toBe(201);
  });
});
