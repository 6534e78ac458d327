import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('brief', () => {
  let app: TestApp;
  const ids: Record<string, string> = {};
  const remember = async (name: string, statement: string, rest: object = {}) => {
    const { body } = await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest });
    ids[name] = body.claim.id;
    return body.claim;
  };
  const brief = async (query = '') => await app.get(`/v1/brief?${query}`);

  beforeAll(async () => {
    app = await createTestApp();
    await remember('decided', 'The message queue must be Kafka');
    await remember('resting', 'Audits read the message log', { kind: 'fact', depends_on: [ids.decided] });
    await remember('newer', 'Badges are printed on Mondays');
    await remember('convention', 'Branches should be named after tickets', { kind: 'convention' });
    await remember('constraint', 'Backups must be encrypted', { kind: 'constraint', scope: { env: 'prod' } });
    await remember('over', 'Parcels must be weighed twice', { kind: 'constraint', valid_until: '2020' });
    await remember('fact', 'The office is in Lisbon', { kind: 'fact' });
    const gone = await remember('gone', 'Caches must be warmed by hand');
    await app.post('/v1/cancel', { claim_id: gone.id, reason: 'Wrong' });
  });
  afterAll(() => app.close());

  test('200 tells constraints, conventions, then decisions with what most rests on first, each line with its id', async () => {
    const { status, body } = await brief();
    expect(status).toBe(200);
    expect(body.text).toBe(
      [
        '# constraints',
        `- Backups must be encrypted (prod) [${ids.constraint}]`,
        '# conventions',
        `- Branches should be named after tickets [${ids.convention}]`,
        '# decisions',
        `- The message queue must be Kafka [${ids.decided}]`,
        `- Badges are printed on Mondays [${ids.newer}]`,
      ].join('\n'),
    );
    expect(body).toMatchObject({ lines: 4, left_out: 0, is_cut: false });
    expect((await brief()).body).toEqual(body);
  });

  test('200 tells what held, and what was believed', async () => {
    expect((await brief('at_time=2019')).body.text).toContain('Parcels must be weighed twice');
    const { system_from: then } = (await app.get(`/v1/claims/${ids.gone}/history`)).body.versions[0];
    expect((await brief(`known_at=${then}`)).body.text).toContain('Caches must be warmed by hand');
    expect((await brief('known_at=2020-01-01T00:00:00Z')).body).toMatchObject({ text: '', lines: 0, left_out: 0 });
  });

  test('200 is never longer than it may, says what it left out, and keeps room for open contradictions', async () => {
    const project = 'long';
    for (let n = 0; n < 30; n++) {
      await remember(`n${n}`, `Service ${n} must keep "${'quoted '.repeat(10)}" logs for ${n + 2} weeks`, { project });
    }
    await remember('blue', 'Deploys must use a blue canary', { project });
    await remember('red', 'Deploys must use a red canary', { project, force_exception: true });
    for (const tokens of [100, 150, 400, 1000, 20_000]) {
      const response = await app.app.inject({
        method: 'GET',
        url: `/v1/brief?project=${project}&max_tokens=${tokens}`,
        headers: { authorization: 'Bearer lg_default_test_0123456789abcdef' },
      });
      expect(response.body.length / 4, `${tokens}`).toBeLessThanOrEqual(tokens);
      const body = response.json();
      expect(body.lines + body.left_out).toBe(33);
      if (tokens >= 400) expect(body.text).toMatch(/# contradictions\n- “Deploys must use a \w+ canary” ↔ /);
    }
    expect((await brief(`project=${project}&max_tokens=20000`)).body.text).toContain('(disputed');
  });

  test('200 of an empty memory is empty, and so is that of another tenant', async () => {
    expect((await brief('project=nobody')).body).toEqual({ text: '', lines: 0, left_out: 0, is_cut: false });
  });

  test('400 for too few tokens, and a date that can not be read', async () => {
    for (const query of ['max_tokens=99', 'max_tokens=x', 'at_time=noon', 'known_at=noon']) {
      expect((await brief(query)).status, query).toBe(400);
    }
  });
});
