import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('get_contradiction', () => {
  let app: TestApp;
  const write = (path: string, statement: string, who: string, rest: object = {}) =>
    app.post(path, { statement, who, reason: `${who} says so`, ...rest });
  const open = async () => (await app.get('/v1/contradictions')).body.items;
  const read = (id: string, query: Record<string, string> = {}) =>
    app.get(`/v1/contradictions/${id}?${new URLSearchParams(query)}`);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 says what it is, who says what and why, which decision let it in, and what to do', async () => {
    const stored = (await write('/v1/remember', 'Deploys must use a blue canary', 'alice')).body;
    const learnt = { source: 'notes.md:7', force_exception: true };
    const forced = (await write('/v1/learn', 'Deploys must use a red canary', 'bob', learnt)).body;
    const [listed] = await open();
    const { status, body } = await read(listed.id);
    // A side is as old as its claim, however often the claim was disputed since.
    expect(body.sides[0].since).toBe(stored.claim.first_stored_at);
    const { claim } = { claim: (await app.get(`/v1/claims/${stored.claim.id}`)).body };
    expect(claim.system_from > body.sides[0].since).toBe(true);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...listed, flagged: body.flagged });
    expect(body).toMatchObject({ is_disputed: true, confidence: null, caveats: [{ code: 'stale_run', open: 1 }] });
    expect(body).toMatchObject({
      ...{ about: 'claim', subject: { id: null, name: 'canary deploy' }, code: 'value_differs', status: 'open' },
      sentence: 'Both require a value of the same kind for the same subject, and the values differ: blue, red.',
      slots: { value: { stored: 'blue', incoming: 'red' } },
      spans: { incoming: [{ slot: 'value', start: 19, end: 22 }] },
      decision_id: forced.decision_id,
      sides: [
        { id: stored.claim.id, text: 'Deploys must use a blue canary', who: 'alice', reason: 'alice says so' },
        { id: forced.claim.id, who: 'bob', claim_source: 'notes.md:7', source: null, document: null },
      ],
      ...{ resolution: null, resolved_by: null, resolved_reason: null },
    });
    expect(body.resolutions.map(({ action }: { action: string }) => action)).toEqual([
      ...['keep', 'keep', 'merge', 'dismiss'],
    ]);
    const [{ path, body: draft, needs }] = body.resolutions;
    expect(needs).toEqual(['reason']);
    expect((await app.post(path, { ...draft, reason: 'The dashboards watch blue', who: 'dora' })).status).toBe(200);
    expect((await read(body.id)).body).toMatchObject({
      ...{ status: 'resolved', resolution: 'keep', resolutions: [] },
      ...{ resolved_by: 'dora', resolved_reason: 'The dashboards watch blue' },
    });
  });

  test('200 says so of one that a comparison found later', async () => {
    await app.post('/v1/ingest', {
      facts: [
        { statement: 'The default port of the gateway is 8080' },
        { statement: 'The default port of the gateway is 9090' },
      ],
      source: 'facts.csv',
    });
    const [found] = (await app.get('/v1/contradictions?source=facts.csv')).body.items;
    expect((await read(found.id)).body).toMatchObject({
      ...{ code: 'value_differs', slots: { value: { stored: '9090', incoming: '8080' } }, decision_id: null },
      sides: [{ claim_source: 'facts.csv' }, {}],
    });
    expect((await read(found.id)).body.sentence).toContain('8080');
  });

  test('200 says so of relations, with their source and document', async () => {
    const content = '---\ntype: Kingdom\nname: Karth\n---\n\nOsric ruled Karth from 1300 to 1320.\n';
    await app.post('/v1/ingest', { documents: [{ path: 'karth.md', content }] });
    const other = { type: 'RULES', from: 'Ilse', to: 'Karth', valid_from: '1310', valid_until: '1330', who: 'mara' };
    await app.post('/v1/lore/add-relation', { ...other, force_exception: true });
    const items = (await app.get('/v1/contradictions?subject=Karth')).body.items;
    const { body } = await read(items[0].id);
    expect(body).toMatchObject({
      ...{ about: 'relation', predicate: 'RULES', subject: { name: 'Karth' }, code: 'relation_exclusive' },
      slots: { type: { stored: 'RULES', incoming: 'RULES' } },
    });
    expect(body.subject.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.sentence).toContain('RULES holds for one at a time');
    expect(body.sides.map(({ document }: { document: { path: string } | null }) => document?.path ?? null)).toContain(
      'karth.md',
    );
  });

  test('200 as it was at a system time, and whether it is one at a time in the world', async () => {
    const boats = { valid_from: '2026-03', valid_until: '2026-06' };
    await write('/v1/remember', 'Ferries must be painted white', 'alice', boats);
    const forced = { valid_from: '2026-05', force_exception: true };
    const { claim } = (await write('/v1/remember', 'Ferries must not be painted white', 'bob', forced)).body;
    const one = (await open()).find(({ sides }: { sides: { id: string }[] }) =>
      sides.some(({ id }) => id === claim.id),
    );
    const held = async (time: string) => (await read(one.id, { at_time: time })).body.holds;
    expect(await Promise.all(['2026-04', '2026-05', '2026-06-15', '2026-08'].map(held))).toEqual([
      ...['false', 'true', 'true', 'false'],
    ]);
    expect((await read(one.id)).body.holds).toBeUndefined();
    const then = (await read(one.id)).body.detected_at;
    const { status } = await app.post('/v1/lore/resolve-contradiction', {
      ...{ id: one.id, action: 'keep', keep: [claim.id], reason: 'The paint is gone' },
    });
    expect(status).toBe(200);
    expect((await read(one.id)).body).toMatchObject({ status: 'resolved', resolved_reason: 'The paint is gone' });
    const before = (await read(one.id, { known_at: then })).body;
    expect(before).toMatchObject({ status: 'open', resolution: null, resolved_at: null, resolved_reason: null });
    expect(before.resolutions.length).toBeGreaterThan(0);
    const early = new Date(Date.parse(then) - 60_000).toISOString();
    expect((await read(one.id, { known_at: early })).status).toBe(404);
  });

  test('404 for one that there is not', async () => {
    expect((await read('01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  test('400 for what is no id', async () => {
    expect((await read('none')).status).toBe(400);
    const [{ id }] = (await app.get('/v1/contradictions?status=all')).body.items;
    expect((await read(id, { at_time: 'noon' })).body.code).toBe('invalid_date');
  });

  test('422 for a time that several events may be', async () => {
    for (const type of ['Event', 'Era']) await app.post('/v1/lore/add-entity', { type, name: 'The Hush' });
    const [{ id }] = (await app.get('/v1/contradictions?status=all')).body.items;
    expect(await read(id, { at_time: 'The Hush' })).toMatchObject({ status: 422, body: { code: 'ambiguous_entity' } });
  });
});
