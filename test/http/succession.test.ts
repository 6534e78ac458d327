import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { definitionOf } from '../helpers/time.js';

describe('one after the other', () => {
  let app: TestApp;
  let made = 0;
  const place = () => {
    const project = `p${++made}`;
    const send = (path: string, body: object) => app.post(path, { project, ...body });
    const post = (path: string, body: object) => send(path, { who: 'alice', reason: 'Agreed', ...body });
    return {
      project,
      send,
      post,
      remember: (statement: string, rest: object = {}) => post('/v1/remember', { statement, ...rest }),
      get: async (path: string, query: Record<string, string> = {}) =>
        (await app.get(`${path}?${new URLSearchParams({ project, ...query })}`)).body,
      verify: async (text: string, rest: object = {}) =>
        (await send('/v1/verify-answer', { text, ...rest })).body.sentences[0],
    };
  };
  /** Cleo was the design lead, and Dan is so from a date on. */
  const leads = async (validFrom: string) => {
    const at = place();
    const cleo = (await at.remember('Cleo is the design lead')).body.claim.id;
    const update = { claim_id: cleo, statement: 'Dan is the design lead', reason_kind: 'update' };
    const { status, body } = await at.post('/v1/supersede', { ...update, valid_from: validFrom });
    expect(status).toBe(201);
    return { ...at, cleo, dan: body.claim.id as string };
  };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('an answer without a time is about now: who was so does not support it, nor dispute it', async () => {
    const { verify } = await leads('2026-06-01');
    expect((await verify('Cleo is the design lead.')).verdict).toBe('contradicted');
    expect(await verify('Dan is the design lead.')).toMatchObject({ verdict: 'supported', is_disputed: false });
    const then = { at_time: '2026-01-01' };
    expect((await verify('Cleo is the design lead.', then)).verdict).toBe('supported');
    expect((await verify('Dan is the design lead.', then)).verdict).toBe('contradicted');
  });

  test('what was so is not contradicted by what is', async () => {
    const { verify } = await leads('2026-06-01');
    for (const rest of [{}, { at_time: 'current' }]) {
      expect((await verify('Cleo was the design lead.', rest)).verdict).not.toBe('contradicted');
    }
  });

  test('who still is so is not marked as replaced, and short lists tell how long', async () => {
    const marksOf = async ({ get, cleo }: Awaited<ReturnType<typeof leads>>) => {
      const { items } = await get('/v1/recall', { q: 'design lead' });
      return items.find(({ id }: { id: string }) => id === cleo).marks;
    };
    const later = await leads('2099-06-01');
    expect(await marksOf(later)).toEqual([]);
    expect(await marksOf(await leads('2026-06-01'))).toEqual(['superseded', 'ended']);
    const { get, cleo, dan } = later;
    const { items } = await get('/v1/claims', { view: 'compact' });
    expect(items).toEqual([
      expect.objectContaining({ id: dan, valid_from: '2099-06-01' }),
      expect.objectContaining({ id: cleo, valid_until: '2099-06-01' }),
    ]);
    expect(items[1]).not.toHaveProperty('valid_from');
  });

  test('an exact repetition says what of it is not kept, and how to keep it', async () => {
    const { remember, send, post, get } = place();
    const said = { statement: 'The gateway port is 8080', who: 'alice' };
    const { claim } = (await post('/v1/remember', { ...said, kind: 'fact', reason: null })).body;
    const more = { kind: 'constraint', reason: 'The firewall', tags: ['net'] };
    const { body } = await remember(said.statement, more);
    expect(body).toMatchObject({ result: 'unchanged', tier: 'unchanged', warnings: [{ code: 'not_kept' }] });
    expect(body.warnings[0].reason).toContain('not kept: kind, reason, tags.');
    const checked = await post('/v1/check', { op: 'remember', statement: said.statement, ...more });
    expect(checked.body.warnings).toMatchObject([{ code: 'not_kept', claim: { id: claim.id } }]);
    const learnt = await post('/v1/learn', { ...said, reason: null, source: 'runbook.md:4' });
    expect(learnt.body.warnings[0].reason).toContain('not kept: source.');
    const batch = await send('/v1/batch', { atomic: true, items: [{ op: 'remember', ...said, ...more }] });
    expect(batch.body.results[0].body.warnings).toMatchObject([{ code: 'not_kept' }]);
    const again = await post('/v1/remember', { ...said, kind: 'fact', reason: null });
    expect(again.body).toMatchObject({ result: 'unchanged', warnings: [] });
    const kept = await post('/v1/supersede', { claim_id: claim.id, ...said, ...more });
    expect((await get(`/v1/claims/${kept.body.claim.id}`)).reason).toBe('The firewall');
    const replayed = await send(`/v1/decisions/${body.decision_id}/replay`, {});
    expect(replayed.body).toMatchObject({ matches: true });
  });

  describe('of rulers that are told in words', () => {
    const world = async () => {
      const at = place();
      await app.put('/v1/calendar', { project: at.project, ...definitionOf('saltmere') });
      const truth = async (subject: string, year: number) =>
        (
          await at.get('/v1/lore/was-true-at', {
            ...{ relation: 'RULES', subject, object: 'Norn', at_time: `${year} TA` },
          })
        ).was_true;
      return { ...at, truth };
    };

    test('an update tells when a reign ended of which nobody knew the end', async () => {
      const { remember, post, truth } = await world();
      const { claim } = (await remember('Hild ruled Norn from 10 TA.', { kind: 'fact' })).body;
      expect(await truth('Hild', 20)).toBe('unknown');
      const next = { statement: 'Otto ruled Norn from 40 TA.', valid_from: '40 TA', kind: 'fact' };
      const { status } = await post('/v1/supersede', { claim_id: claim.id, reason_kind: 'update', ...next });
      expect(status).toBe(201);
      const years = [5, 10, 20, 39, 41, 60];
      const hild = await Promise.all(years.map((year) => truth('Hild', year)));
      expect(hild).toEqual(['false', 'true', 'true', 'true', 'false', 'false']);
    });

    test('what was so has ended somewhere, whoever tells when it began', async () => {
      for (const rest of [{}, { valid_from: '40 TA' }]) {
        const { remember, truth, get } = await world();
        await remember('Gerd ruled Norn from 40 TA.', { kind: 'fact', ...rest });
        expect([await truth('Gerd', 40), await truth('Gerd', 100)]).toEqual(['true', 'unknown']);
        const { items } = await get('/v1/lore/list-relations', { entity: 'Gerd' });
        expect(items[0].valid_until.text).toBe('unknown');
      }
    });

    test('a successor is offered to go on from when it begins', async () => {
      const { remember, post, truth } = await world();
      await remember('Hild has ruled Norn since 10 TA.', { kind: 'fact', valid_from: '10 TA' });
      const { status, body } = await remember('Otto rules Norn from 40 TA on.', { kind: 'fact', valid_from: '40 TA' });
      expect(status).toBe(409);
      const [first] = body.resolutions;
      expect(first).toMatchObject({ action: 'supersede', body: { reason_kind: 'update', valid_from: '40 TA' } });
      expect((await post(first.path, first.body)).status).toBe(201);
      expect([await truth('Hild', 20), await truth('Otto', 50)]).toEqual(['true', 'true']);
    });
  });
});
