import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeKey, readCommand } from '../../src/cli/keys-command.js';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { PROGRAM } from '../helpers/command.js';

const run = promisify(execFile);

describe('the keys command', () => {
  let app: TestApp;
  /** As an operator runs it. */
  const keys = async (...words: string[]) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: app.database.url };
    const done = run(process.execPath, [PROGRAM, 'keys', ...words], { env });
    return done.catch((error: { stdout: string; stderr: string }) => error);
  };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('makes a key that opens, lists it without its secret, and revokes it', async () => {
    const made = await keys('create', '--org', 'acme', '--role', 'writer', '--name', 'agents', '--project', 'web');
    const secret = /^lg_acme_\w+$/m.exec(made.stdout)?.[0] ?? '';
    expect((await app.get('/v1/claims', bearer(secret))).status).toBe(200);
    const listed = await keys('list', '--org', 'acme');
    expect(listed.stdout).toMatch(
      /^[0-9a-f-]{36} {2}writer {3}agents {2}\(project web, .* expires never, last used .*\)\n$/,
    );
    expect(listed.stdout).not.toContain('lg_');
    const revoked = await keys('revoke', '--org', 'acme', '--id', listed.stdout.slice(0, 36));
    expect(revoked.stdout).toContain('revoked 20');
    const again = await createTestApp({}, { sharedDatabase: app.database });
    expect((await again.get('/v1/claims', bearer(secret))).status).toBe(401);
    await again.close();
  });

  test('says what is wrong, and how it is called', async () => {
    const { stderr } = await keys('create', '--org', 'acme');
    expect(stderr).toMatch(/--role must be one of reader, writer, curator, admin\.\n.*keys create --org/s);
    const unknown = await keys('revoke', '--org', 'acme', '--id', '01900000-0000-7000-8000-000000000000');
    expect(unknown.stderr).toBe('There is no API key 01900000-0000-7000-8000-000000000000 in this organisation.\n');
  });

  test.each([
    [[], /--org/],
    [['--org', 'acme'], /create, list or revoke/],
    [['list', '--org', 'a b'], /--org must be/],
    [['list', 'all', '--org', 'acme'], /What is all\?/],
    [['list', '--org', 'acme', '--colour', 'red'], /--colour/],
    [['create', '--org', 'acme', '--role', 'god', '--name', 'x'], /--role/],
    [['create', '--org', 'acme', '--role', 'admin'], /--name/],
    [['create', '--org', 'acme', '--role', 'admin', '--name', 'x', '--expires', 'soon'], /--expires/],
    [['create', '--org', 'acme', '--role', 'admin', '--name', 'x', '--project', '/'], /--project/],
    [['revoke', '--org', 'acme', '--id', '17'], /--id/],
  ])('refuses %j', (words, message) => {
    expect(() => readCommand(words)).toThrow(message);
  });

  test('reads what it takes, and shows what became of a key', () => {
    const words = ['create', '--org', 'acme', '--role', 'admin', '--name', ' ops ', '--expires', '2030-01-01'];
    const expiresAt = '2030-01-01T00:00:00.000Z';
    const asked = { orgId: 'acme', role: 'admin', name: 'ops', project: 'default', projects: null, expiresAt } as const;
    expect(readCommand(words)).toEqual({ verb: 'create', ...asked });
    const { orgId: _, ...fields } = asked;
    const key = { id: 'k', createdBy: null, createdAt: 'C', lastUsedAt: 'L', revokedAt: null, ...fields };
    expect(describeKey(key)).toBe(`k  admin    ops  (project default, made C, expires ${expiresAt}, last used L)`);
    expect(describeKey({ ...key, revokedAt: 'R' })).toContain('revoked R, last used L');
  });
});
