import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAtKey, lookAtNode, lookAtPort, tryKey } from '../../src/cli/doctor/machine.js';
import { describeClock, describeDatabase, lookAtDatabase } from '../../src/cli/doctor/services.js';
import { readConfig } from '../../src/config.js';
import { API_KEY, createTestApp } from '../helpers/app.js';
import { runProgram } from '../helpers/command.js';
import { useStore } from '../helpers/database.js';

const context = useStore();

describe('the doctor', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loreguard-doctor-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('finds nothing to do on a new machine, and changes nothing', async () => {
    const environment = { LOREGUARD_DATA: join(folder, 'new'), PORT: '0' };
    const { code, out } = await runProgram(['doctor', '--json'], { environment });
    const found = JSON.parse(out) as { name: string; state: string }[];
    expect(found.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...['node ok', 'configuration ok', 'port ok', 'data folder ok', 'key ok', 'database ok', 'model ok'],
      'detective ok',
    ]);
    expect(code).toBe(0);
    await expect(rm(join(folder, 'new'))).rejects.toThrow('ENOENT');
  });

  test('ends with 3 and says what to do where something is wrong', async () => {
    const environment = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/x',
      PORT: '0',
      LOREGUARD_API_KEY: 'x'.repeat(24),
      NLI_MODEL_DIR: folder,
    };
    const { code, out } = await runProgram(['doctor'], { environment });
    expect(code).toBe(3);
    expect(out).toMatch(/^fail +database .*\n +→ .*DATABASE_URL/m);
    expect(out).toMatch(/^fail +model .*\n +→ .*NLI=off/m);
    expect(out).not.toContain('xxxx');
    const wrong = await runProgram(['doctor'], { environment: { PORT: 'x' } });
    expect([wrong.code, wrong.out]).toEqual([3, expect.stringMatching(/fail +configuration .*PORT/s)]);
    expect((await runProgram(['doctor', 'now'])).code).toBe(2);
  });

  test('looks at Node', () => {
    expect([lookAtNode('20.19.0').state, lookAtNode('18.9.1').state]).toEqual(['ok', 'fail']);
  });

  test('tells a port of a Loreguard from one of another program', async () => {
    const app = await createTestApp();
    const { port } = new URL(await app.app.listen({ host: '127.0.0.1', port: 0 }));
    expect(await lookAtPort({ HOST: '127.0.0.1', PORT: Number(port) })).toMatchObject({
      ...{ state: 'ok', what: expect.stringContaining('Loreguard 0.0.0-test') },
    });
    const config = { HOST: '127.0.0.1', PORT: Number(port), LOREGUARD_AUTH: 'on', LOREGUARD_DATA: folder } as const;
    expect(await tryKey({ ...config, LOREGUARD_API_KEY: API_KEY })).toMatchObject([{ state: 'ok' }]);
    const wrong = await tryKey({ ...config, LOREGUARD_API_KEY: 'lg_wrong' });
    expect(wrong).toMatchObject([{ state: 'fail', todo: expect.stringContaining('LOREGUARD_API_KEY') }]);
    await app.close();
    expect(await tryKey({ ...config, LOREGUARD_API_KEY: API_KEY })).toEqual([]);
    const other = createServer((socket) => socket.end('no\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port: taken } = other.address() as { port: number };
    expect((await lookAtPort({ HOST: '127.0.0.1', PORT: taken })).state).toBe('fail');
    other.close();
  });

  test('looks at who can read the key', async () => {
    const config = { LOREGUARD_API_KEY: undefined, LOREGUARD_AUTH: 'on', LOREGUARD_DATA: folder } as const;
    await writeFile(join(folder, 'api-key'), 'k', { mode: 0o600 });
    expect((await lookAtKey(config)).state).toBe('ok');
    await chmod(join(folder, 'api-key'), 0o644);
    expect(await lookAtKey(config)).toMatchObject({ state: 'warn', todo: expect.stringContaining('chmod 600') });
    expect((await lookAtKey({ ...config, LOREGUARD_AUTH: 'off' })).state).toBe('warn');
  });

  test('looks at the database and its clock', async () => {
    const found = await lookAtDatabase(readConfig({ DATABASE_URL: context.database.url }));
    expect(found.map(({ name, state }) => `${name} ${state}`)).toEqual(['database ok', 'clock ok']);
    const facts = { version: '14.2', pending: [], now: 10_000 };
    expect(describeDatabase(facts, false).state).toBe('fail');
    expect(describeDatabase({ ...facts, version: '16.1', pending: ['0001_x.sql'] }, false).state).toBe('warn');
    expect([describeClock(facts, 11_000).state, describeClock(facts, 20_000).state]).toEqual(['ok', 'warn']);
  });
});
