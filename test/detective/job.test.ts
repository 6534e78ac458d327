import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOn } from '../../src/flows/detective/pass.js';
import { readStories } from '../../src/jobs/detective.js';
import { takeWalk, takeWalkOf } from '../../src/store/queries/story-walks.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { facts, readAll } from '../helpers/stories.js';

const ON = 'The night export is enabled.';
const OFF = 'The night export is disabled.';

describe('the detective in the background', () => {
  let app: TestApp;
  const ingest = (project: string, ...told: Parameters<typeof facts>) =>
    app.post('/v1/ingest', { project, facts: facts(...told) });
  const list = async (project: string, status = 'open') =>
    (await app.get(`/v1/findings?project=${project}&status=${status}`)).body.items;
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
    await app.store.tenant('default', (db) =>
      db.run({
        text: `UPDATE story_walks SET seen_until = '-infinity', not_before = clock_timestamp() WHERE project = 'died'`,
        values: [],
      }),
    );
    await readAll(app);
    expect(await list('died', 'all')).toHaveLength(1);
  });

  test('a project that is being read is nobody else’s until the lease ends', async () => {
    await readAll(app);
    await ingest('leased', ON);
    expect((await app.store.tenant('default', takeWalk))?.tenant.project).toBe('leased');
    expect(await app.store.tenant('default', takeWalk)).toBeNull();
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

  test('a supersede that settles is no finding; one that goes back beside what is believed is', async () => {
    const by = { project: 'chain', who: 'ann', reason: 'Agreed' };
    const first = await app.post('/v1/remember', { ...by, statement: ON });
    await app.post('/v1/supersede', { ...by, statement: OFF, claim_id: first.body.claim.id });
    await readAll(app);
    expect(await list('chain')).toEqual([]);
    await app.post('/v1/remember', { ...by, statement: ON, force_exception: true, said_at: '2020-01-01T00:00:00Z' });
    await readAll(app);
    const all = await list('chain', 'all');
    expect(all.length).toBeLessThanOrEqual(1);
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
