import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { commitWrite } from '../../src/store/queries/claims/commit.js';
import { finishJob, finishTaken, takeJobs } from '../../src/store/queries/projects/jobs.js';
import type { Db } from '../../src/store/tenant.js';
import { ACME, newClaim, newCommit, stored } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore();
const asAcme = <T>(work: (db: Db) => Promise<T>) => context.store.tenant('acme', work);
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const withJob = (tenant = ACME) =>
  context.store.tenant(tenant.orgId, (db) => stored(db, { tenant, job: 'recheck', lockKeys: [v7()] }));

beforeEach(() => context.database.asAdmin('DELETE FROM jobs'));

describe('a job', () => {
  it('is stored with the claim that asks for it, and only then', () =>
    asAcme(async (db) => {
      await stored(db, { lockKeys: ['job'] });
      expect(await takeJobs(db, 'recheck', 10)).toEqual([]);
      expect((await commitWrite(db, newCommit({ lockKeys: ['job'], job: 'recheck' }))).outcome).toBe('moved');
      expect(await takeJobs(db, 'recheck', 10)).toEqual([]);
      const old = await stored(db, { lockKeys: ['job'] });
      const claim = newClaim();
      await stored(db, { lockKeys: ['job'], job: 'recheck', claim, disputes: [{ ...old, violationId: v7() }] });
      const [job, ...others] = await takeJobs(db, 'recheck', 10);
      expect(job).toEqual({
        ...{ tenant: ACME, kind: 'recheck', about: claim.id, attempts: 1 },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      });
      expect(others).toEqual([]);
    }));

  it('is gone once it is finished, which may be said twice', () =>
    asAcme(async (db) => {
      await withJob();
      const [job] = await takeJobs(db, 'recheck', 10);
      if (job === undefined) throw new Error('no job');
      await finishJob(db, job);
      await finishJob(db, job);
      expect(await takeJobs(db, 'recheck', 10, later(100_000))).toEqual([]);
    }));

  it('is struck off with others that were taken, but not where it was left anew meanwhile', async () => {
    const [, second] = [await withJob(), await withJob()];
    const [one, ...others] = await asAcme((db) => takeJobs(db, 'recheck', 10));
    if (one === undefined) throw new Error('no job');
    await context.database.asAdmin(`UPDATE jobs SET attempts = 0, not_before = now() WHERE claim_id = '${second.id}'`);
    await asAcme((db) => finishTaken(db, [one, ...others]));
    expect(await asAcme((db) => takeJobs(db, 'recheck', 10))).toMatchObject([{ about: second.id }]);
  });
});

describe('takeJobs', () => {
  it('gives each job to one of the takers that come at once', async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => withJob()));
    const takers = Array.from({ length: 6 }, () => asAcme((db) => takeJobs(db, 'recheck', 10)));
    const taken = (await Promise.all(takers)).flat().map(({ about }) => about);
    const rest = (await asAcme((db) => takeJobs(db, 'recheck', 100))).map(({ about }) => about);
    expect([...taken, ...rest].sort()).toEqual(made.map(({ id }) => id).sort());
  });

  it('passes over a job that another taker holds at this moment', async () => {
    const [first, second] = [await withJob(), await withJob()];
    await context.store.transaction('acme', async (db) => {
      expect(await takeJobs(db, 'recheck', 1)).toMatchObject([{ about: first.id }]);
      expect(await asAcme((other) => takeJobs(other, 'recheck', 10))).toMatchObject([{ about: second.id }]);
    });
    expect(await asAcme((db) => takeJobs(db, 'recheck', 10))).toEqual([]);
  });

  it('gives a job again when its lease ends, each lease twice as long as the one before', () =>
    asAcme(async (db) => {
      const { id } = await withJob();
      const attemptsAt = async (minutes: number) => (await takeJobs(db, 'recheck', 10, later(minutes)))[0]?.attempts;
      expect(await attemptsAt(0.1)).toBe(1);
      expect(await attemptsAt(0.9)).toBeUndefined();
      expect(await attemptsAt(1.2)).toBe(2);
      expect(await attemptsAt(3.1)).toBeUndefined();
      expect(await attemptsAt(3.3)).toBe(3);
      await context.database.asAdmin('UPDATE jobs SET attempts = 500 WHERE claim_id = $1', [id]);
      expect(await attemptsAt(10)).toBe(501);
      expect(await attemptsAt(73)).toBeUndefined();
      expect(await attemptsAt(75)).toBe(502);
    }));

  it('takes the longest due first, of every project of one organisation and of no other', async () => {
    const here = await withJob();
    const there = await withJob({ ...ACME, project: 'there' });
    const foreign = await withJob({ ...ACME, orgId: 'globex' });
    const taken = await asAcme((db) => takeJobs(db, 'recheck', 1));
    expect(taken).toMatchObject([{ about: here.id, tenant: ACME }]);
    expect(await asAcme((db) => takeJobs(db, 'recheck', 10))).toMatchObject([
      { about: there.id, tenant: { orgId: 'acme', project: 'there' } },
    ]);
    const theirs = await context.store.tenant('globex', (db) => takeJobs(db, 'recheck', 10));
    expect(theirs).toMatchObject([{ about: foreign.id }]);
  });
});

describe('listOrgs', () => {
  it('names every organisation that ever wrote, whatever the connection was set to', async () => {
    await withJob({ ...ACME, orgId: 'umbrella' });
    await withJob();
    expect(await context.store.listOrgs()).toEqual(expect.arrayContaining(['acme', 'umbrella']));
  });
});
