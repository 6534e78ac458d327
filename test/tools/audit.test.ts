import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('audit', () => {
  let app: TestApp;
  const remember = async (statement: string, who = 'alice', project = 'default') =>
    (await app.post('/v1/remember', { project, statement, who, reason: 'Agreed' })).body;
  const read = async (query = '') => (await app.get(`/v1/audit?${query}`)).body;
  const actions = async (query = '') =>
    (await read(query)).items.map((item: { action: string; who: string }) => `${item.who} ${item.action}`);

  let claim: { id: string; system_from: string };
  let refused: { decision_id: string };
  beforeAll(async () => {
    app = await createTestApp();
    claim = (await remember('Reviews must be required')).claim;
    refused = await remember('Reviews must not be required', 'bob');
    await app.post('/v1/ingest', { facts: [{ statement: 'The gateway is written in Go', who: 'crm' }] });
    await app.post('/v1/cancel', { claim_id: claim.id, who: 'carol', reason: 'It was a mistake' });
  });
  afterAll(() => app.close());

  test('200 shows decisions, refusals included, and other actions, newest first', async () => {
    const { items, next_cursor } = await read();
    expect(items).toMatchObject([
      { who: 'carol', action: 'cancel', result: null, claim_id: claim.id, reason: 'It was a mistake' },
      { who: 'crm', action: 'ingest', result: null },
      { who: 'bob', action: 'remember', result: 'conflict', claim_id: null, id: refused.decision_id },
      { who: 'alice', action: 'remember', result: 'stored', claim_id: claim.id, at: claim.system_from },
    ]);
    expect(next_cursor).toBeNull();
    expect((await app.get(`/v1/decisions/${refused.decision_id}`)).status).toBe(200);
  });

  test('200 filters by who, action, claim and system time', async () => {
    expect(await actions('who=bob')).toEqual(['bob remember']);
    expect(await actions('action=ingest')).toEqual(['crm ingest']);
    expect(await actions(`claim_id=${claim.id}`)).toEqual(['carol cancel', 'alice remember']);
    expect(await actions(`claim_id=${claim.id}&action=cancel&who=carol`)).toEqual(['carol cancel']);
    expect(await actions(`until=${claim.system_from}`)).toEqual([]);
    expect(await actions(`from=${claim.system_from}`)).toHaveLength(4);
    expect(await actions('project=elsewhere')).toEqual([]);
    expect(await actions('org_id=elsewhere')).toEqual([]);
  });

  test('200 filters by result, tier, force and reason', async () => {
    const project = 'filters';
    const write = (statement: string, rest: object) => app.post('/v1/remember', { project, statement, ...rest });
    await write('Images must be signed', { who: 'alice', reason: 'Supply chain' });
    await write('Images must not be signed', { who: 'bob', reason: 'Too slow' });
    await write('Images must not be signed', { who: 'carol', reason: 'SPEED counts', force_exception: true });
    const id = (await app.get(`/v1/claims?project=${project}&who=carol`)).body.items[0].id;
    const replaces = { claim_id: id, statement: 'Images may be signed', why_replaced: 'Speed was no reason' };
    const superseded = await app.post('/v1/supersede', { project, who: 'dan', reason: 'Both', ...replaces });
    const whoDid = (query: string) => actions(`project=${project}&${query}`);
    expect(superseded.status, JSON.stringify(superseded.body)).toBeLessThan(500);
    expect(await whoDid('forced=true')).toEqual(['carol remember']);
    expect(await whoDid('forced=false')).not.toContain('carol remember');
    expect(await whoDid('tier=forced')).toEqual(['carol remember']);
    expect(await whoDid('tier=block&result=conflict')).toContain('bob remember');
    expect(await whoDid('tier=clean')).toEqual(['dan supersede', 'alice remember']);
    expect((await whoDid('reason=speed')).sort()).toEqual(['carol remember', 'dan supersede']);
    expect(await whoDid('reason=too%20slow&who=bob')).toEqual(['bob remember']);
    expect(await whoDid('reason=100%25')).toEqual([]);
  });

  test('200 pages by cursor without a gap or a repeat, while it goes on', async () => {
    const project = 'pages';
    for (let n = 1; n <= 7; n++) await remember(`Service ${n} must own queue ${n}`, `w${n}`, project);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { items: { who: string }[]; next_cursor: string | null } = await read(
        `project=${project}&limit=3${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map(({ who }) => who));
      cursor = page.next_cursor;
      await remember(`Team ${seen.length} must own a pager`, 'late', project);
    }
    expect(seen).toEqual(['w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1']);
  });

  test('400 for a time, an id, a limit or a cursor that is none', async () => {
    for (const query of [
      'tier=red',
      'forced=maybe',
      'from=noon',
      'claim_id=7',
      'limit=0',
      'limit=201',
      'cursor=!!',
      'action=',
    ]) {
      const { status, body } = await app.get(`/v1/audit?${query}`);
      expect([status, body.errors[0].path], query).toEqual([400, query.split('=')[0]]);
    }
  });
});
