import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOn } from '../../src/flows/detective/pass.js';
import { readStories } from '../../src/jobs/detective.js';
import { takeWalk, takeWalkOf } from '../../src/store/queries/detective/story-walks.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { facts, readAgain, readAll } from '../helpers/stories.js';

const ON = 'The night export is enabled.';
const OFF = 'The night export is disabled.';

describe('the detective in the background', () => {
  let app: TestApp;
  const ingest = (project: string, ...told: Parameters<typeof facts>) =>
    app.post('/v1/ingest', { project, facts: facts(...told) });
  const list = async (project: string, status = 'open') =>
    (await app.get(`/v1/findings?project=${project}&status=${status}`)).body.items;
  const evidenceOf = ({ evidence }: { evidence: unknown[] }) => evidence.length;
  const orgOf = (project: string) => ({ orgId: 'default', project });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test('finds a reversal after it was written, once', async () => {
    await ingest('turned', ON, OFF, ON);
    await readAll(app);
    const [finding, ...others] = await list('turned');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      kind: 'reversal',
      reader: 'rules',
      question: 'Is the night export still enabled?',
    });
    expect(finding.evidence.map(({ statement }: { statement: string }) => statement)).toEqual([ON, OFF, ON]);
    await readAll(app);
    expect(await list('turned', 'all')).toHaveLength(1);
  });

  test('what died while it read is read again, and nothing is raised twice', async () => {
    await ingest('died', ON, OFF, ON);
    const walk = await app.store.tenant('default', (db) => takeWalkOf(db, orgOf('died')));
    expect(walk).not.toBeNull();
    // As if the process were killed before it noted how far it came: the walk is only leased.
    if (walk !== null) await readOn(app.deps, { ...walk, tenant: orgOf('died') }, 0);
    await readAgain(app, 'died');
    expect(await list('died', 'all')).toHaveLength(1);
  });

  test('a project that is being read is nobody else’s until the lease ends', async () => {
    await readAll(app);
    await ingest('leased', ON);
    expect((await app.store.tenant('default', takeWalk))?.tenant.project).toBe('leased');
    expect(await app.store.tenant('default', takeWalk)).toBeNull();
  });

  test('what fails again and again is tried later each time, and from the start once it was read', async () => {
    await readAll(app);
    await ingest('failing', ON);
    const walk = async (text: string) => (await app.database.asAdmin(`${text} WHERE project = 'failing'`))[0];
    const minutes: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      expect((await app.store.tenant('default', takeWalk))?.tenant.project).toBe('failing');
      minutes.push(
        await walk(
          'SELECT round(extract(epoch FROM not_before - clock_timestamp()) / 60)::int AS lease FROM story_walks',
        ),
      );
      await walk('UPDATE story_walks SET not_before = clock_timestamp()');
    }
    expect(minutes).toEqual([{ lease: 1 }, { lease: 2 }, { lease: 4 }]);
    await readAll(app);
    expect(await walk('SELECT attempts FROM story_walks')).toEqual({ attempts: 0 });
  });

  test('a project that was just read is left alone for a moment, so that what follows is read together', async () => {
    await readAll(app);
    await ingest('calm', ON);
    await readStories(app.deps, (error) => expect(error).toBeUndefined());
    await ingest('calm', OFF);
    expect(await app.store.tenant('default', takeWalk)).toBeNull();
  });

  test('what was stored late, behind what was read, is read too', async () => {
    await ingest('late', ON, OFF, ON);
    await app.store.tenant('default', (db) => takeWalkOf(db, orgOf('late')));
    // As if all were read up to now before those were visible.
    await app.store.tenant('default', (db) =>
      db.run({
        text: `UPDATE story_walks SET seen_until = clock_timestamp(), late_at = clock_timestamp(), not_before = clock_timestamp()
          WHERE project = 'late'`,
        values: [],
      }),
    );
    await readAll(app);
    expect(await list('late')).toHaveLength(1);
  });

  test('what is of one conversation the project says', async () => {
    const told = (minute: number, port: number) => ({
      ...{ statement: `The mirror listens on port ${port}.`, key: `k${port}`, who: 'ann' },
      said_at: `2025-01-03T09:0${minute}:00Z`,
    });
    const talk = [told(0, 8080), told(6, 9090)];
    const hear = async (project: string, minutes: number) => {
      await app.put('/v1/settings', { project, detective: { session_window_minutes: minutes } });
      await app.post('/v1/ingest', { project, facts: talk });
      await readAll(app);
      return [...(await list(project)), ...(await list(project, 'linked'))].length;
    };
    expect([await hear('talks', 6), await hear('halts', 5), await hear('never', 0)]).toEqual([0, 1, 1]);
  });

  test('further claims join a finding, and what settles it lets it go', async () => {
    await ingest('joined', ON, OFF, ON, OFF);
    await readAll(app);
    const [finding, ...others] = await list('joined');
    expect([others, finding.evidence.length]).toEqual([[], 4]);
    const settled = {
      statement: 'The night export is disabled from now on.',
      key: 'last',
      said_at: '2025-08-03T09:00:00Z',
    };
    await app.post('/v1/ingest', { project: 'joined', facts: [settled] });
    await readAll(app);
    expect(await list('joined')).toEqual([]);
    expect(await list('joined', 'gone')).toHaveLength(1);
  });

  test('what was dismissed stays so when it is said again, and is asked anew once something else is said', async () => {
    const ports = (...told: [number, string][]) =>
      told.map(([port, month]) => ({
        ...{ statement: `The mirror listens on port ${port}.`, key: `${port} ${month}`, who: 'ann' },
        said_at: `2025-${month}-03T09:00:00Z`,
      }));
    const hear = async (...told: Parameters<typeof ports>) => {
      await app.post('/v1/ingest', { project: 'port', facts: ports(...told) });
      await readAll(app);
    };
    await hear([8080, '01'], [9090, '02'], [8080, '03']);
    const [{ id }] = await list('port');
    await app.post(`/v1/findings/${id}/dismiss`, { project: 'port', reason: 'Both are open' });
    await hear([9090, '04'], [8080, '05']);
    expect(await list('port')).toEqual([]);
    expect((await list('port', 'dismissed')).map(evidenceOf)).toEqual([5]);
    await hear([7070, '06'], [8080, '07']);
    expect((await list('port')).map(evidenceOf)).toEqual([7]);
    expect((await list('port', 'dismissed')).map(evidenceOf)).toEqual([5]);
  });

  test('the sides of a contradiction are linked to it, not raised', async () => {
    const told = [
      { statement: ON, said_at: '2025-01-03T09:00:00Z' },
      { statement: OFF, said_at: '2025-01-03T09:00:00Z' },
    ];
    await app.post('/v1/ingest', { project: 'linked', facts: told.map((one, at) => ({ ...one, key: `k${at}` })) });
    await readAll(app);
    expect(await list('linked')).toEqual([]);
    const [finding] = await list('linked', 'linked');
    const { items } = (await app.get('/v1/contradictions?project=linked')).body;
    expect(finding.contradiction_id).toBe(items[0].id);
  });

  const by = { who: 'ann', reason: 'Agreed' };
  const say = async (project: string, statement: string, rest: object = {}) =>
    (await app.post('/v1/remember', { project, ...by, statement, ...rest })).body.claim.id as string;
  const replace = (project: string, claimId: string, statement: string, rest: object = {}) =>
    app.post('/v1/supersede', { project, ...by, statement, claim_id: claimId, ...rest });

  test('who supersedes settles it, also by going back to what was', async () => {
    const first = await say('settled', ON, { said_at: '2025-01-03T09:00:00Z' });
    const { body } = await replace('settled', first, OFF);
    await readAll(app);
    await replace('settled', body.claim.id, ON);
    await readAll(app);
    expect(await list('settled', 'all')).toEqual([]);
  });

  test('a supersede that goes back beside what is believed is a reversal', async () => {
    await say('back', ON, { said_at: '2025-01-03T09:00:00Z' });
    await say('back', OFF, { said_at: '2025-02-03T09:00:00Z', force_exception: true });
    const other = await say('back', 'The night export runs on Sunday.', { said_at: '2025-03-03T09:00:00Z' });
    expect((await replace('back', other, ON)).status).toBe(409);
    await replace('back', other, ON, { force_exception: true });
    await readAll(app);
    const [finding, ...others] = await list('back');
    expect([others, finding?.kind, finding?.evidence.length]).toEqual([[], 'reversal', 3]);
  });

  test('what is forced against what is believed is a reversal where it was so before', async () => {
    const first = await say('forced', ON, { said_at: '2025-01-03T09:00:00Z' });
    await replace('forced', first, OFF, { said_at: '2025-02-03T09:00:00Z' });
    await readAll(app);
    expect(await list('forced', 'all')).toEqual([]);
    await say('forced', ON, { force_exception: true });
    await readAll(app);
    const [finding, ...others] = await list('forced');
    expect([others, finding?.kind, finding?.evidence.length]).toEqual([[], 'reversal', 3]);
  });

  test('recall, why and erase know what is open about a claim', async () => {
    const reasoned = facts(ON, OFF, ON).map((one) => ({ ...one, reason: 'The auditors ask for it', kind: 'decision' }));
    await app.post('/v1/ingest', { project: 'asked', facts: reasoned });
    await readAll(app);
    const [finding] = await list('asked');
    const { items } = (await app.get('/v1/recall?project=asked&q=night+export')).body;
    expect(items[0].marks).toContain('in_question');
    expect(items[0].findings[0]).toMatchObject({ id: finding.id, question: finding.question });
    const why = await app.get('/v1/why?project=asked&q=night+export');
    expect(why.body.findings).toMatchObject([{ id: finding.id }]);
    const claimId = finding.evidence[0].id;
    await app.post('/v1/erase', { project: 'asked', claim_id: claimId, reason: 'Asked to', who: 'ann' });
    const [left] = await list('asked', 'all');
    expect([left.status, left.question.includes('export')]).toEqual(['gone', false]);
  });
});
