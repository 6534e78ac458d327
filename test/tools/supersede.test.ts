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
    expect(body).toMatchObject({ tier: 'warn', warnings: [{ code: 'same_text', claim: { id: same.id } }] });
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
