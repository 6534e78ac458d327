import { describe, expect, test } from 'vitest';
import { recheckDue } from '../../src/jobs/recheck.js';
import { disputeWorld } from '../helpers/disputes.js';

const fail = (error: unknown): never => {
  throw error;
};

/** What becomes of claims and of the relations that they state when either goes. */
describe('claims that state relations', () => {
  const { world, say, reign, add, settle, violations, names, disputes } = disputeWorld();

  const forced = async () => {
    const [first, second] = [
      await add(reign('Aldric', '1320', '1360')),
      await add(reign('Sera', '1350', '1380'), { force_exception: true }),
    ];
    return [first.body.claim.id, second.body.claim.id] as [string, string];
  };
  const agree = (statement: string, rest = {}) =>
    world.app.post('/v1/remember', { project: world.project, statement, who: 'mara', reason: 'Agreed', ...rest });
  const denied = async (thing: string, deed: string): Promise<[string, string]> => {
    const first = (await agree(`${thing} must be ${deed}`)).body.claim.id;
    const second = (await agree(`${thing} must not be ${deed}`, { force_exception: true })).body.claim.id;
    return [first, second];
  };
  const claim = async (id: string) => (await world.app.get(`/v1/claims/${id}?project=${world.project}`)).body;

  test('cancelling a claim takes its relation along, and ends the disputes of both', async () => {
    const [kept, gone] = await forced();
    expect(await claim(kept)).toMatchObject({ is_disputed: true, disputed_with: [gone] });
    const { status } = await world.app.post('/v1/cancel', {
      project: world.project,
      claim_id: gone,
      reason: 'Wrong',
      who: 'mara',
    });
    expect(status).toBe(200);
    expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
    expect(await disputes()).toEqual([]);
    expect(await claim(kept)).toMatchObject({ status: 'active', is_disputed: false, disputed_with: [] });
    expect(await claim(gone)).toMatchObject({ status: 'cancelled', is_disputed: false });
  });

  test('a claim forced against what only a document says is disputed too, until one of the two is gone', async () => {
    await say('reigns.json', [reign('Aldric', '1310', '1320')], [{ type: 'Location', name: 'Valdorn' }]);
    const [told] = (await world.app.get(`/v1/lore/list-relations?project=${world.project}&entity=Aldric`)).body.items;
    const force = { kind: 'fact', force_exception: true };
    const { status, body } = await agree('Dee ruled Valdorn from 1315 to 1325', force);
    expect([status, body.tier]).toEqual([201, 'forced']);
    expect(body.claim).toMatchObject({ is_disputed: true, disputed_with: [told.id] });
    expect(await claim(body.claim.id)).toMatchObject({ is_disputed: true, disputed_with: [told.id] });
    const listed = await world.app.get(`/v1/claims?project=${world.project}&disputed=true`);
    expect(listed.body.items).toHaveLength(1);
    await say('reigns.json', [reign('Aldric', '1310', '1312')], [{ type: 'Location', name: 'Valdorn' }]);
    expect(await claim(body.claim.id)).toMatchObject({ is_disputed: false, disputed_with: [] });
  });

  test('and one that a document clashes with later', async () => {
    const { body } = await agree('Dee ruled Valdorn from 1315 to 1325', { kind: 'fact' });
    await say('reigns.json', [reign('Aldric', '1310', '1320')], [{ type: 'Location', name: 'Valdorn' }]);
    const [told] = (await world.app.get(`/v1/lore/list-relations?project=${world.project}&entity=Aldric`)).body.items;
    expect(await claim(body.claim.id)).toMatchObject({ is_disputed: true, disputed_with: [told.id] });
    expect((await settle({ id: (await violations())[0]?.id, action: 'dismiss' })).status).toBe(200);
    expect(await claim(body.claim.id)).toMatchObject({ is_disputed: false, disputed_with: [] });
  });

  test('erasing a claim erases its relation, and ends the disputes of both', async () => {
    const [kept, gone] = await forced();
    const third = (await add(reign('Ilse', '1355', '1380'), { force_exception: true })).body.claim.id;
    const { status } = await world.app.post('/v1/erase', {
      project: world.project,
      claim_id: gone,
      reason: 'Article 17',
      who: 'dpo',
    });
    expect(status).toBe(200);
    const ended = await violations('resolved');
    expect(ended.map(({ says, resolution }) => [says, resolution])).toEqual([
      [['Aldric', 'Sera'], 'gone'],
      [['Ilse', 'Sera'], 'gone'],
    ]);
    expect((await violations()).map(({ says }) => says)).toEqual([['Aldric', 'Ilse']]);
    expect(await disputes()).toEqual([
      ['Aldric', 'Ilse'],
      ['Ilse', 'Aldric'],
    ]);
    expect(await claim(kept)).toMatchObject({ status: 'active', is_disputed: true, disputed_with: [third] });
    expect(await claim(third)).toMatchObject({ status: 'active', is_disputed: true, disputed_with: [kept] });
    expect(await claim(gone)).toMatchObject({ status: 'erased', is_disputed: false, disputed_with: [] });
    // Either may clash with something that was not looked at as long as it clashed with this one.
    const due = await world.app.database.asAdmin<{ id: string }>(
      `SELECT j.claim_id AS id FROM jobs j WHERE j.project = $1 AND j.kind = 'recheck_relation'`,
      [world.project],
    );
    expect(await names(due.map(({ id }) => id))).toEqual(['Aldric', 'Ilse']);
  });

  test('erasing a claim ends what its words contradict', async () => {
    const [first, second] = await denied('Backups', 'encrypted');
    await world.app.post('/v1/erase', { project: world.project, claim_id: first, reason: 'Article 17', who: 'dpo' });
    expect(await claim(second)).toMatchObject({ is_disputed: false, disputed_with: [] });
    expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
  });

  test('cancelling a claim ends what its words contradict', async () => {
    const [first, second] = await denied('Backups', 'encrypted');
    await world.app.post('/v1/cancel', { project: world.project, claim_id: first, reason: 'Wrong', who: 'mara' });
    expect(await claim(second)).toMatchObject({ is_disputed: false, disputed_with: [] });
    expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
  });

  test('superseding a claim ends what its words contradict, unless it goes on until then', async () => {
    const supersede = (claim_id: string, statement: string) =>
      world.app.post('/v1/supersede', {
        project: world.project,
        claim_id,
        statement,
        reason: 'Misread',
        who: 'mara',
        reason_kind: 'revision',
      });
    const [first, second] = await denied('Queues', 'drained');
    const next = await supersede(first, 'Queues must be watched');
    expect([next.status, next.body.closed]).toMatchObject([201, [{ status: 'superseded', is_disputed: false }]]);
    expect(await claim(first)).toMatchObject({ status: 'superseded', is_disputed: false, disputed_with: [] });
    expect(await claim(second)).toMatchObject({ status: 'active', is_disputed: false, disputed_with: [] });
    expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
  });

  test('superseding a claim ends the disputes of its relation', async () => {
    const [, second] = await forced();
    const body = { project: world.project, claim_id: second, reason: 'Misread', who: 'mara', reason_kind: 'revision' };
    const relation = reign('Sera', '1361', '1380');
    const next = await world.app.post('/v1/supersede', { ...body, statement: 'Sera came after Aldric', relation });
    expect(next.status, JSON.stringify(next.body)).toBe(201);
    expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
    expect(await disputes()).toEqual([]);
  });

  test('settling the contradiction of their relations frees the claims', async () => {
    const [first, second] = await forced();
    const [open] = await violations();
    await settle({ id: open?.id, action: 'dismiss' });
    for (const id of [first, second]) expect(await claim(id)).toMatchObject({ is_disputed: false });
  });

  describe('are taken back with their relations', () => {
    const remember = (statement: string, rest = {}) =>
      world.app.post('/v1/remember', { project: world.project, statement, who: 'mara', kind: 'fact', ...rest });
    const retcon = async (old: string, rest = {}) => {
      const { status, body } = await world.app.post('/v1/lore/retcon', {
        project: world.project,
        old,
        reason: 'New canon',
        ...rest,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const history = async (id: string) =>
      (await world.app.get(`/v1/claims/${id}/history?project=${world.project}`)).body.versions.map(
        ({ status }: { status: string }) => status,
      );
    const audit = async (id: string) =>
      (await world.app.get(`/v1/audit?project=${world.project}&claim_id=${id}`)).body.items;

    test('by a retcon: the guard compares with it no longer, and its record says why', async () => {
      const told = (await remember('King Osric ruled Ostmark from 1320 to 1360')).body;
      const builds = { reason: 'See the annals', kind: 'decision', depends_on: [told.claim.id] };
      const based = (await remember('Maps must show Ostmark as a kingdom', builds)).body.claim;
      const denial = {
        op: 'remember',
        project: world.project,
        statement: 'King Osric never ruled Ostmark',
        kind: 'fact',
        who: 'mara',
      };
      const comparedWith = async () => {
        const { conflicts, warnings } = (await world.app.post('/v1/check', denial)).body;
        return [...(conflicts ?? []), ...warnings].map((one) => one.claim.id);
      };
      expect(await comparedWith()).toEqual([told.claim.id]);
      await add({ type: 'KNOWS', from: 'King Odo', to: 'Ilse' });
      const done = await retcon(told.relations[0].id, { new: { from: 'King Odo' } });
      expect(done).toMatchObject({
        closed: [{ id: told.claim.id, status: 'cancelled', superseded_by: null }],
        unsupported: [{ id: based.id }],
      });
      expect(await history(told.claim.id)).toEqual(['active', 'cancelled']);
      expect(await audit(told.claim.id)).toMatchObject([
        { action: 'retcon', reason: 'New canon', node_id: told.relations[0].id },
        { action: 'remember' },
      ]);
      expect(await comparedWith()).toEqual([]);
    });

    test('but not as long as it says something else', async () => {
      const told = (await remember('King Osric ruled Ostmark from 1320 to 1360. Backups must be encrypted')).body;
      const done = await retcon(told.relations[0].id);
      expect([done.closed, done.unsupported]).toEqual([[], []]);
      expect(await claim(told.claim.id)).toMatchObject({ status: 'active' });
      expect(await audit(told.claim.id)).toMatchObject([{ action: 'retcon' }, { action: 'remember' }]);
      const { body } = await remember('Backups must not be encrypted');
      expect(body.conflicts).toMatchObject([{ claim: { id: told.claim.id } }]);
    });

    test('of two relations the last one takes it along, also when both are taken back at once', async () => {
      const told = (await remember('King Osric ruled Ostmark from 1320 to 1360. King Osric died in 1361')).body;
      const ids = told.relations.map(({ id }: { id: string }) => id);
      expect(ids).toHaveLength(2);
      const done = await Promise.all(ids.map((id: string) => retcon(id)));
      expect(done.flatMap(({ closed }) => closed.map(({ id }: { id: string }) => id))).toEqual([told.claim.id]);
      expect(await claim(told.claim.id)).toMatchObject({ status: 'cancelled' });
    });

    test('by keeping the other side of a contradiction, and with what they contradicted besides', async () => {
      const [kept, gone] = await forced();
      const third = (await add(reign('Ilse', '1375', '1390'), { force_exception: true })).body.claim.id;
      const open = (await violations()).find(({ says }) => says.includes('Aldric'));
      const [aldric] = (await world.app.get(`/v1/lore/list-relations?project=${world.project}&entity=Aldric`)).body
        .items;
      const { body } = await settle({ id: open?.id, action: 'keep', keep: aldric.id });
      expect(body).toMatchObject({ closed: [{ id: gone, status: 'cancelled' }], unsupported: [] });
      expect(await audit(gone)).toMatchObject([
        { action: 'resolve_contradiction', reason: 'Looked up', node_id: open?.id },
        { action: 'add_relation' },
      ]);
      for (const id of [kept, third]) {
        expect(await claim(id)).toMatchObject({ status: 'active', is_disputed: false, disputed_with: [] });
      }
      expect([await violations(), await disputes()]).toEqual([[], []]);
    });

    test('by a merge of the contradiction, into the claim that says the other side', async () => {
      const [kept, gone] = await forced();
      const [open] = await violations();
      const { body } = await settle({ id: open?.id, action: 'merge' });
      expect(body.closed).toMatchObject([{ id: gone, status: 'superseded', superseded_by: kept }]);
      expect(await claim(kept)).toMatchObject({ status: 'active', is_disputed: false });
    });

    test('by a merge of the two that they are about', async () => {
      const told = (await add({ type: 'KNOWS', from: 'Aldric', to: 'The Bold' })).body.claim;
      const merged = { project: world.project, entity: 'Aldric', alias: 'The Bold', reason: 'One man' };
      expect((await world.app.post('/v1/lore/merge-entities', merged)).status).toBe(200);
      expect(await claim(told.id)).toMatchObject({ status: 'cancelled' });
      expect(await audit(told.id)).toMatchObject([
        { action: 'merge_entities', reason: 'One man' },
        { action: 'add_relation' },
      ]);
    });
  });

  test('a re-check compares the relations of a claim that was not fully compared, too', async () => {
    const first = await add(reign('Aldric', '1320', '1360'));
    await world.app.database.asAdmin(`UPDATE relations SET status = 'withdrawn' WHERE project = $1`, [world.project]);
    const second = await add(reign('Sera', '1350', '1380'));
    expect(second.status).toBe(201);
    await world.app.database.asAdmin(`UPDATE relations SET status = 'active' WHERE project = $1`, [world.project]);
    await world.app.database.asAdmin(
      `INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
       VALUES ('default', $1, 'recheck', $2, now(), now())`,
      [world.project, second.body.claim.id],
    );
    expect(await recheckDue(world.app.deps, fail)).toBe(1);
    expect(await violations()).toMatchObject([{ kind: 'contradiction', says: ['Aldric', 'Sera'] }]);
    expect(await claim(first.body.claim.id)).toMatchObject({ disputed_with: [second.body.claim.id] });
  });
});
