import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

describe('supersede', () => {
  let app: TestApp;
  let project = 0;
  const remember = async (statement: string, rest: object = {}) => {
    const body = { project: `p${project}`, statement, who: 'alice', reason: 'Agreed', ...rest };
    return (await app.post('/v1/remember', body)).body.claim;
  };
  const supersede = (rest: object) =>
    app.post('/v1/supersede', { project: `p${project}`, who: 'bob', reason: 'It changed', ...rest });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('201 stores the new claim, closes the old one and links the two', async () => {
    project++;
    const old = await remember('Deploys must use a blue canary', { tags: ['deploy'], scope: { env: 'prod' } });
    const { status, body } = await supersede({ claim_id: old.id, statement: 'Deploys must use a red canary' });
    expect(status).toBe(201);
    expect(body.claim).toMatchObject({
      supersedes: [old.id],
      status: 'active',
      tags: ['deploy'],
      scope: { env: 'prod' },
    });
    expect(body.closed).toMatchObject([{ id: old.id, status: 'superseded', superseded_by: body.claim.id }]);
    const read = await app.get(`/v1/claims/${old.id}?project=p${project}`);
    expect(read.body).toEqual({ view: 'full', ...body.closed[0], depended_on_by: [] });
  });

  test('201 replaces several claims at once, and what was replaced is no longer compared', async () => {
    project++;
    const one = await remember('Backups must be enabled');
    const two = await remember('Backups must be kept for 30 days');
    const { status, body } = await supersede({ claim_ids: [one.id, two.id], statement: 'Backups must be disabled' });
    expect(status).toBe(201);
    expect(body.closed.map((claim: { id: string }) => claim.id)).toEqual([one.id, two.id]);
    const again = await app.post('/v1/remember', {
      project: `p${project}`,
      statement: 'Backups must be enabled',
      who: 'carol',
      reason: 'Safety',
    });
    expect(again.body.conflicts.map((conflict: { claim: { id: string } }) => conflict.claim.id)).toEqual([
      body.claim.id,
    ]);
  });

  test('409 when it contradicts another claim than those that it replaces, and nothing is closed', async () => {
    project++;
    const port = await remember('The default port of the gateway is 8080');
    await remember('Secrets must not be committed');
    const { status, body } = await supersede({ claim_id: port.id, statement: 'Secrets must be committed' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'conflict', conflicts: [{ code: 'modality_opposed' }] });
    expect((await app.get(`/v1/claims/${port.id}?project=p${project}`)).body.status).toBe('active');
  });

  test('201 with a warning when another claim says the same already', async () => {
    project++;
    const old = await remember('Use npm for installs', { scope: { env: 'dev' } });
    const same = await remember('Use pnpm for installs', { scope: { env: 'prod' } });
    const { status, body } = await supersede({
      claim_id: old.id,
      statement: 'Use pnpm for installs',
      scope: { env: 'prod' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      tier: 'warn',
      warnings: [
        { code: 'same_text', claim: { id: same.id } },
        { code: 'leaves_gap', claim: { id: old.id } },
      ],
    });
    expect(body.closed).toMatchObject([{ id: old.id, status: 'superseded' }]);
  });

  test('409 when the claim is no longer active', async () => {
    project++;
    const old = await remember('Use pnpm for installs');
    await supersede({ claim_id: old.id, statement: 'Use yarn for installs' });
    const { status, body } = await supersede({ claim_id: old.id, statement: 'Use npm for installs' });
    expect(status).toBe(409);
    expect(body.code).toBe('not_active');
  });

  test('201 as an update leaves the old claim true until the new one begins', async () => {
    project++;
    const old = await remember('The default port of the gateway is 8080', { valid_from: '2024' });
    const { status, body } = await supersede({
      claim_id: old.id,
      statement: 'The default port of the gateway is 9090',
      reason_kind: 'update',
      valid_from: '2026-06-01',
    });
    expect(status).toBe(201);
    expect(body.claim).toMatchObject({ supersedes: [old.id], valid_from: { text: '2026-06-01' }, valid_until: null });
    expect(body.closed).toMatchObject([
      {
        id: old.id,
        status: 'active',
        valid_from: { text: '2024' },
        valid_until: { text: '2026-06-01' },
        superseded_by: body.claim.id,
      },
    ]);
    const read = await app.get(`/v1/claims/${old.id}?project=p${project}`);
    expect(read.body).toEqual({ view: 'full', ...body.closed[0], depended_on_by: [] });
    const past = {
      project: `p${project}`,
      who: 'carol',
      reason: 'History',
      statement: 'The default port of the gateway is 7070',
    };
    const then = await app.post('/v1/remember', { ...past, valid_from: '2025-01', valid_until: '2025-06' });
    expect(then.body.conflicts.map((conflict: { claim: { id: string } }) => conflict.claim.id)).toEqual([old.id]);
    const later = await app.post('/v1/remember', { ...past, valid_from: '2027' });
    expect(later.body.conflicts.map((conflict: { claim: { id: string } }) => conflict.claim.id)).toEqual([
      body.claim.id,
    ]);
  });

  test('201 as an update without a date begins now', async () => {
    project++;
    const old = await remember('Use npm for installs');
    const { body } = await supersede({ claim_id: old.id, statement: 'Use pnpm for installs', reason_kind: 'update' });
    expect(Math.abs(Date.now() - Date.parse(body.claim.valid_from.text))).toBeLessThan(60_000);
    expect(body.closed[0]).toMatchObject({ status: 'active', valid_until: body.claim.valid_from });
  });

  test('400 for an update from before the beginning of what it replaces, as in a check', async () => {
    project++;
    const body = {
      ...{ project: `p${project}`, who: 'bob', reason: 'It changed', reason_kind: 'update' },
      ...{ statement: 'Ben is the design lead', valid_from: '2026-01-01' },
    };
    const windowed = await remember('Ana is the design lead', { valid_from: '2026-06-01' });
    const worded = await remember('Since 2026-06-01 the release lead is Cleo');
    for (const { id } of [windowed, worded]) {
      const { status, body: problem } = await app.post('/v1/supersede', { ...body, claim_id: id });
      expect([status, problem.code, problem.errors[0].path]).toEqual([400, 'invalid_period', 'valid_from']);
      expect((await app.post('/v1/check', { ...body, op: 'supersede', claim_id: id })).body.code).toBe(
        'invalid_period',
      );
      expect((await app.get(`/v1/claims/${id}?project=p${project}`)).body.valid_until).toBeNull();
    }
    const revised = await app.post('/v1/supersede', { ...body, claim_id: windowed.id, reason_kind: 'revision' });
    expect(revised.status).toBe(201);
  });

  test('201 warns of a place or time that is left without what it replaces, as a check does', async () => {
    project++;
    const level = await remember('The log level is debug');
    const gapOf = async (rest: object) => {
      const body = { project: `p${project}`, who: 'bob', reason: 'Too much', claim_id: level.id, ...rest };
      const { warnings } = (
        await app.post('/v1/check', { op: 'supersede', statement: 'The log level is info', ...body })
      ).body;
      return warnings.map((one: { code: string; reason: string }) => [one.code, one.reason.split('.')[0]]);
    };
    const left = 'Nothing takes the place of what it replaces';
    const window = { valid_from: '2027-01-01', valid_until: '2027-01-31' };
    expect(await gapOf({})).toEqual([]);
    expect(await gapOf({ reason_kind: 'update' })).toEqual([]);
    expect(await gapOf({ scope: { env: 'prod' } })).toEqual([['leaves_gap', `${left} outside of env production`]]);
    expect(await gapOf({ statement: 'In prod the log level is info' })).toHaveLength(1);
    const after = 'after 2027-01-31T00:00:00Z';
    expect(await gapOf(window)).toEqual([['leaves_gap', `${left} before 2027-01-01T00:00:00Z and ${after}`]]);
    expect(await gapOf({ ...window, reason_kind: 'update' })).toEqual([['leaves_gap', `${left} ${after}`]]);
    const { status, body } = await supersede({
      ...{ claim_id: level.id, statement: 'The log level is info', scope: { env: 'prod' } },
    });
    expect([status, body.tier, body.warnings[0]]).toMatchObject([
      201,
      'warn',
      { code: 'leaves_gap', claim: { id: level.id } },
    ]);
    const replayed = await app.post(`/v1/decisions/${body.decision_id}/replay`, { project: `p${project}` });
    expect(replayed.body).toMatchObject({ matches: true });
  });

  test('409 offers to go on from when the new one begins before it offers to take all of the old one back', async () => {
    project++;
    await remember('The log level is debug');
    const body = { project: `p${project}`, who: 'bob', reason: 'Too much', statement: 'The log level is info' };
    const { body: refused } = await app.post('/v1/remember', { ...body, valid_from: '2027-01-01' });
    const ways = refused.resolutions.filter(({ action }: { action: string }) => action === 'supersede');
    expect(ways.map((way: { body: object }) => way.body)).toMatchObject([
      { reason_kind: 'update', valid_from: '2027-01-01' },
      { reason_kind: 'revision', valid_from: '2027-01-01' },
    ]);
    const taken = await app.post(ways[0].path, ways[0].body);
    expect(taken.body).toMatchObject({ tier: 'clean', closed: [{ status: 'active' }] });
  });

  test('201 names the active claims that rested on what was replaced', async () => {
    project++;
    const base = await remember('Use Postgres for storage');
    const resting = await remember('Backups must be made with pg_dump', { depends_on: [base.id] });
    const { body } = await supersede({ claim_id: base.id, statement: 'Use SQLite for storage' });
    expect(body.unsupported.map((claim: { id: string }) => claim.id)).toEqual([resting.id]);
  });

  test('422 for a successor that rests on a claim that is not there', async () => {
    project++;
    const old = await remember('Use npm for installs');
    const reply = await supersede({ claim_id: old.id, statement: 'Use pnpm for installs', depends_on: [UNKNOWN] });
    expect([reply.status, reply.body.code]).toEqual([422, 'unknown_dependency']);
  });

  test('404 for a claim that is not in this project', async () => {
    project++;
    const { status, body } = await supersede({ claim_id: UNKNOWN, statement: 'Use npm' });
    expect(status).toBe(404);
    expect(body.code).toBe('not_found');
  });

  test('400 without a claim to replace or without a reason', async () => {
    const { status, body } = await app.post('/v1/supersede', { statement: 'Use npm', who: 'bob' });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual(['reason']);
    const untargeted = await supersede({ statement: 'Use npm' });
    expect(untargeted.body.errors).toMatchObject([{ path: 'claim_id' }]);
  });

  test('of two that replace one claim at the same moment, one wins', async () => {
    project++;
    const old = await remember('The default port of the gateway is 8080');
    const both = await Promise.all(
      [9090, 7070].map((port) =>
        supersede({ claim_id: old.id, statement: `The default port of the gateway is ${port}` }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
