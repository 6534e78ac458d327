import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('a claim whose words say when it holds', () => {
  let app: TestApp;
  let project = 0;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const remember = async (statement: string, rest: object = {}) => {
    project += 1;
    const body = { project: `p${project}`, statement, who: 'mara', kind: 'fact', ...rest };
    return (await app.post('/v1/remember', body)).body.claim;
  };
  const believedAt = async (time: string) =>
    (await app.get(`/v1/claims?project=p${project}&at_time=${time}`)).body.items.length;

  const days = ({ valid_from, valid_until }: Record<string, { text: string }>) =>
    [valid_from, valid_until].map((bound) => bound?.text.slice(0, 10));

  const CAPTAIN = 'Ana is the release captain from 2026-01-01 to 2026-06-30';

  test('holds then, for reads as for the guard', async () => {
    const claim = await remember(CAPTAIN);
    expect(days(claim)).toEqual(['2026-01-01', '2026-06-30']);
    expect([await believedAt('2025-06-01'), await believedAt('2026-03-01'), await believedAt('2026-12-01')]).toEqual([
      0, 1, 0,
    ]);
  });

  test('is the same as one whose request says it', async () => {
    await remember(CAPTAIN);
    const body = { project: `p${project}`, statement: CAPTAIN, who: 'mara', kind: 'fact' };
    const again = await app.post('/v1/remember', { ...body, valid_from: '2026-01-01', valid_until: '2026-06-30' });
    expect([again.status, again.body.result]).toEqual([200, 'unchanged']);
  });

  test('holds as its request says, where that says it too', async () => {
    const claim = await remember(CAPTAIN, { valid_until: '2026-09-30' });
    expect(days(claim)).toEqual(['2026-01-01', '2026-09-30']);
    expect([await believedAt('2025-06-01'), await believedAt('2026-08-01')]).toEqual([0, 1]);
  });

  test('is verified for its time only', async () => {
    await remember(CAPTAIN);
    const verify = async (at_time: string) => {
      const body = { project: `p${project}`, text: 'Ana is the release captain.', at_time };
      return (await app.post('/v1/verify-answer', body)).body.sentences[0].verdict;
    };
    expect([await verify('2026-03-01'), await verify('2026-12-01')]).toEqual([
      'supported',
      expect.not.stringMatching('supported'),
    ]);
  });

  test('that an update ends keeps its own end', async () => {
    const claim = await remember('Ana is the release captain from 2024-01-01 to 2024-06-30');
    const body = { statement: 'Ben is the release captain', reason: 'rota', reason_kind: 'update', who: 'mara' };
    const done = await app.post('/v1/supersede', { project: `p${project}`, claim_id: claim.id, ...body });
    expect(done.body.closed).toMatchObject([{ id: claim.id, status: 'active' }]);
    expect(days(done.body.closed[0])).toEqual(['2024-01-01', '2024-06-30']);
  });

  test.each([
    'The launch is in May 2027',
    'The contract expires in June 2027',
    'We had 9 engineers in 2024',
    'Delete the logs from 2024',
    'The report from 2024 is wrong',
    'The port is 8080 (decided on 2024-05-06)',
    'Ana is the captain until 2026-06-30. Ben is the cook.',
  ])('is none of: %s', async (statement) => {
    const claim = await remember(statement);
    expect([claim.valid_from, claim.valid_until]).toEqual([null, null]);
  });
});
