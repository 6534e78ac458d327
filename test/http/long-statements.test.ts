import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recheckDue } from '../../src/jobs/recheck.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

const HARMLESS = {
  50: Array.from({ length: 50 }, (_, at) => `Harbour lamp ${at} glows in colour ${3 * at}`),
  490: Array.from({ length: 490 }, (_, at) => `Lamp ${at} glows`),
} as const;
const PLACES = { first: 0, middle: 0.5, last: 1 } as const;

/** So many harmless sentences, and this one among them. */
function padded(statement: string, count: keyof typeof HARMLESS, place: keyof typeof PLACES): string {
  const sentences: string[] = [...HARMLESS[count]];
  sentences.splice(Math.round(PLACES[place] * count), 0, statement);
  return `${sentences.join('. ')}.`;
}

describe('a statement of many clauses', () => {
  let app: TestApp;
  let project = 0;
  const fresh = () => {
    project += 1;
  };
  const remember = (statement: string, rest: object = {}) =>
    app.post('/v1/remember', { project: `p${project}`, statement, who: 'alice', reason: 'Agreed', ...rest });
  const claim = async (id: string) => (await app.get(`/v1/claims/${id}?project=p${project}`)).body;
  const fail = (error: unknown): never => {
    throw error;
  };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const cases = ([50, 490] as const).flatMap((count) =>
    (['first', 'middle', 'last'] as const).flatMap((place) => [
      { count, place, first: 'short' as const },
      { count, place, first: 'long' as const },
    ]),
  );

  test.each(cases)(
    'does not hide a contradiction: $count harmless sentences, $place, $first stored first',
    async (c) => {
      fresh();
      const long = padded('Deploys must use a red canary', c.count, c.place);
      const short = 'Deploys must use a blue canary';
      const [one, other] = c.first === 'short' ? [short, long] : [long, short];
      const stored = (await remember(one)).body.claim.id;
      const { status, body } = await remember(other);
      expect([status, body.tier]).toEqual([201, 'warn']);
      expect(body.warnings).toMatchObject([
        { code: 'value_differs', claim: { id: stored }, confidence: 'MED', lowered_by: 'length' },
      ]);
      expect(body.warnings[0].reason).toContain('Split the statement');
      await recheckDue(app.deps, fail);
      expect(await claim(stored)).toMatchObject({ is_disputed: true, disputed_with: [body.claim.id] });
      expect((await app.get(`/v1/unguarded?project=p${project}`)).body.items).toEqual([]);
    },
  );

  test.each([50, 490] as const)(
    'is refused where a lock key is shared, after %i sentences or before',
    async (count) => {
      fresh();
      await remember('Backups must be enabled');
      expect((await remember(padded('Backups must be disabled', count, 'first'))).status).toBe(409);
      fresh();
      await remember(padded('Backups must be disabled', count, 'first'));
      expect((await remember('Backups must be enabled')).status).toBe(409);
    },
  );

  test('is checked, learnt and written in a batch alike', async () => {
    fresh();
    await remember('Deploys must use a blue canary');
    const statement = padded('Deploys must use a red canary', 50, 'middle');
    const body = { project: `p${project}`, statement, who: 'alice', reason: 'Agreed' };
    const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);
    const checked = (await app.post('/v1/check', { op: 'remember', ...body })).body;
    expect([checked.tier, codes(checked.warnings)]).toEqual(['warn', ['value_differs']]);
    const items = [{ op: 'learn', statement: `${statement} `, who: 'alice', source: 'notes.md' }];
    const [item] = (await app.post('/v1/batch', { project: `p${project}`, items, atomic: true })).body.results;
    expect([item.status, codes(item.body.warnings)]).toEqual([201, ['value_differs']]);
  });

  test('waits to be compared again even where it contradicts nothing yet, as another may be written at that moment', async () => {
    fresh();
    const { body } = await remember(padded('Deploys must use a red canary', 50, 'last'));
    expect(body).toMatchObject({ tier: 'clean', warnings: [] });
    const waiting = async () => (await app.get(`/v1/unguarded?project=p${project}`)).body.items;
    expect(await waiting()).toMatchObject([{ why: 'not_fully_compared', claim: { id: body.claim.id } }]);
    await recheckDue(app.deps, fail);
    expect(await waiting()).toEqual([]);
  });

  test('shows the norms of its first clauses, and how many more there are', async () => {
    fresh();
    const { body } = await remember(padded('Deploys must use a red canary', 50, 'last'));
    expect([body.claim.norms.length, body.claim.norms_left_out]).toEqual([32, 19]);
    const short = (await remember('Use pnpm for installs')).body.claim;
    expect([short.norms.length, short.norms_left_out]).toEqual([1, undefined]);
    const decision = (await app.get(`/v1/decisions/${body.decision_id}?project=p${project}`)).body;
    expect([decision.norms.length, decision.norms_left_out]).toEqual([32, 19]);
  });

  test('says that it was not read whole', async () => {
    fresh();
    const statement = 'Ox sat. '.repeat(700);
    const said = { code: 'not_fully_read', claim: null, stage: 'normalize' };
    const { status, body } = await remember(statement);
    expect([status, body.tier]).toEqual([201, 'warn']);
    expect(body.warnings).toMatchObject([said]);
    expect(body.warnings[0].reason).toMatch(/^500 clauses of the statement could be read, and 200 could not/);
    const replayed = (await app.post(`/v1/decisions/${body.decision_id}/replay`, { project: `p${project}` })).body;
    expect(replayed).toMatchObject({ matches: true, differences: [] });
    const facts = [{ statement: 'Elk ran. '.repeat(700) }, { statement: 'Use pnpm for installs' }];
    const ingested = (await app.post('/v1/ingest', { project: `p${project}`, facts, who: 'crm' })).body;
    expect(ingested.facts[0].warnings).toMatchObject([said]);
    expect(ingested.facts[1].warnings).toBeUndefined();
  });

  test('says that it was not compared whole, and is compared again', async () => {
    fresh();
    await remember(padded('Deploys must use a blue canary', 490, 'last'));
    const others = Array.from({ length: 450 }, (_, at) => `Lamp ${490 + at} glows`);
    const { status, body } = await remember(others.join('. '));
    expect([status, body.tier]).toEqual([201, 'warn']);
    const notice = body.warnings.find(({ code }: { code: string }) => code === 'not_fully_compared');
    expect(notice).toMatchObject({ claim: null, stage: 'store' });
    expect(notice.reason).toMatch(/2000 of 220950 pairs of clauses were compared.* Split the statement/);
    const waiting = async () => (await app.get(`/v1/unguarded?project=p${project}`)).body.items;
    expect((await waiting()).map(({ why }: { why: string }) => why)).toContain('not_fully_compared');
    await recheckDue(app.deps, fail);
    expect(await waiting()).toEqual([]);
    const replayed = (await app.post(`/v1/decisions/${body.decision_id}/replay`, { project: `p${project}` })).body;
    expect(replayed).toMatchObject({ matches: true });
  });

  test('finds the clause that contradicts among as many others that are alike', async () => {
    fresh();
    await remember(padded('Deploys must use a blue canary', 490, 'last'));
    const { status, body } = await remember(padded('Deploys must use a red canary', 490, 'last'));
    expect([status, body.conflicts?.[0]?.code]).toEqual([409, 'value_differs']);
  });
});
