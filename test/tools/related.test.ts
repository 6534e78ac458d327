import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const SWITCHED_OFF = 'The staging cluster was switched off';
const SERVES = 'The staging cluster serves the demo';
const IN_SHORT = { prefer: 'return=minimal' };

describe('what answers show as related', () => {
  let app: TestApp;
  let stored: string;
  let made = 0;
  let project = '';
  const write = (statement: string, more: object = {}) => ({
    ...{ project, statement, who: 'mara', reason: 'Agreed' },
    ...more,
  });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  /** A project of its own with one claim. */
  const begin = async () => {
    project = `p${made++}`;
    stored = (await app.post('/v1/remember', write(SWITCHED_OFF))).body.claim.id;
  };

  test('a check and the write after it show the claim that no rule could judge, with what both speak of', async () => {
    await begin();
    const related = [{ id: stored, statement: SWITCHED_OFF, why: 'both: staging, cluster' }];
    const checked = await app.post('/v1/check', write(SERVES, { op: 'remember' }));
    expect(checked.body).toMatchObject({ tier: 'clean', related });
    const written = await app.post('/v1/learn', { ...write(SERVES), source: 'notes.md:3' });
    expect([written.status, written.body.related]).toEqual([201, related]);
  });

  test('in short they are a line each, and nothing where there are none', async () => {
    await begin();
    const line = `${stored}: ${SWITCHED_OFF} (both: staging, cluster)`;
    const checked = await app.post('/v1/check', write(SERVES, { op: 'remember' }), IN_SHORT);
    expect(checked.body.related).toEqual([line]);
    expect((await app.post('/v1/remember', write(SERVES), IN_SHORT)).body.related).toEqual([line]);
    const alone = await app.post('/v1/remember', write('Invoices are printed on Fridays'), IN_SHORT);
    expect(alone.body).not.toHaveProperty('related');
  });

  test('related=0 shows none, a number at most so many, and 400 for more than there may be', async () => {
    await begin();
    const asked = (query: string) => app.post(`/v1/check?related=${query}`, write(SERVES, { op: 'remember' }));
    expect((await asked('0')).body.related).toEqual([]);
    expect((await asked('1')).body.related).toHaveLength(1);
    for (const wrong of ['4', '-1', 'many']) expect((await asked(wrong)).status).toBe(400);
    const items = [write(SERVES, { op: 'remember' })];
    const none = await app.post('/v1/batch?related=0', { project, items });
    expect(none.body.results[0].body.related).toEqual([]);
  });

  test('a batch shows them item by item, those of earlier items included', async () => {
    project = `p${made++}`;
    const items = [SWITCHED_OFF, SERVES].map((statement) => write(statement, { op: 'remember' }));
    for (const atomic of [false, true]) {
      const { body } = await app.post('/v1/batch', {
        project: `${project}-${atomic}`,
        atomic,
        items: items.map(({ project: _project, ...item }) => item),
      });
      const [first, second] = body.results.map((result: { body: object }) => result.body);
      expect([first.related, second.related.map(({ id }: { id: string }) => id)]).toEqual([[], [first.claim.id]]);
    }
  });

  test('a supersede shows none of what it replaces, and what is refused, repeated or warned of is not related', async () => {
    await begin();
    const replaced = { ...write(SERVES), claim_id: stored };
    expect((await app.post('/v1/supersede', replaced)).body.related).toEqual([]);
    const refused = await app.post(
      '/v1/check',
      write('The staging cluster does not serve the demo', { op: 'remember' }),
    );
    expect(refused.body).toMatchObject({ tier: 'block', related: [] });
    const repeated = await app.post('/v1/remember', write(SERVES));
    expect([repeated.status, repeated.body.related]).toEqual([200, []]);
    const other = await app.post('/v1/check', write(SWITCHED_OFF, { op: 'remember', scope: { env: 'prod' } }));
    expect(other.body.tier).toBe('clean');
  });

  test('nothing of them is on the record of the decision', async () => {
    await begin();
    const { body } = await app.post('/v1/remember', write(SERVES));
    const decision = await app.get(`/v1/decisions/${body.decision_id}?project=${project}`);
    expect(decision.body.compared.map(({ id }: { id: string }) => id)).toEqual([stored]);
    expect(decision.body).not.toHaveProperty('related');
    const replayed = await app.post(`/v1/decisions/${body.decision_id}/replay`, { project });
    expect(replayed.body.matches).toBe(true);
  });
});
