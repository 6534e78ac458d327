import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { clientOf, type Ended, runLine, runProgram } from '../helpers/command.js';

describe('the program against a server', () => {
  let app: TestApp;
  let url: string;
  let folder: string;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    folder = await mkdtemp(join(tmpdir(), 'loreguard-program-'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const run = (words: readonly string[], input?: string): Promise<Ended> =>
    runProgram(words, { environment: clientOf(url), ...(input !== undefined && { input }) });
  const fresh = () => `cli-${++made}`;
  const fileOf = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  test('stores, and lists what it stored', async () => {
    const project = fresh();
    const stored = await run(['remember', 'Backups must be encrypted', '--reason', 'Law', '--project', project]);
    expect(stored).toMatchObject({ code: 0, err: '' });
    expect(stored.out).toMatch(/^stored {2}[0-9a-f-]{36} {2}"Backups must be encrypted" \(decision, server admin\)\n$/);
    const listed = await run(['list-claims', 'encrypted', '--project', project]);
    expect(listed.out).toContain('"Backups must be encrypted"');
    expect((await run(['list_claims', '--project', project, '--json'])).out).toMatch(/^\{"view":"full","items":\[\{/);
  });

  test('belongs to the session that it names, but for what asks about one', async () => {
    const project = fresh();
    const session = `talk:${project}`;
    await run(['remember', 'Backups must be encrypted', '--reason', 'Law', '--project', project, '--session', session]);
    await run(['recall', 'backups', '--project', project, '--session', session]);
    const { code, out } = await run(['session-calls', session, '--project', project, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out).items.map(({ tool }: { tool: string }) => tool)).toEqual(['recall']);
    expect((await run(['session-calls', '--session', session, '--project', project, '--json'])).out).toBe(out);
  });

  test('ends with 1 at a refusal, which says why, and its ways out work when they are pasted', async () => {
    const project = fresh();
    const rest = ['--reason', "It's law", '--project', project, '--env', 'prod'];
    await run(['remember', 'Deploys must use a blue canary', ...rest]);
    const refused = await run(['remember', 'Deploys must use a red canary', ...rest]);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('"Deploys must use a blue canary"');
    expect(refused.err).toContain("because: It's law");
    expect(refused.err).toMatch(/value_differs: .*blue, red\. \[HIGH\]/);
    const line = /^ +(loreguard supersede .*)$/m.exec(refused.err)?.[1] ?? '';
    expect(line).toContain(`--project ${project}`);
    const pasted = await runLine(line, clientOf(url));
    expect([pasted.code, pasted.err]).toEqual([0, '']);
    expect(pasted.out).toMatch(/stored .*red canary/);
    expect((await run(['list-claims', '--project', project, '--env', 'prod'])).out).toContain('red canary');
  });

  test('ends with 1 where check or an item of a batch is refused', async () => {
    const project = fresh();
    await run(['remember', 'Backups must be encrypted', '--reason', 'Law', '--project', project]);
    const opposed = 'Backups must not be encrypted';
    expect((await run(['check', opposed, '--reason', 'x', '--project', project])).code).toBe(1);
    const items = [
      { op: 'remember', statement: opposed, reason: 'x' },
      { op: 'remember', statement: 'Logs are kept for a year', kind: 'fact' },
    ];
    const file = await fileOf('items.json', JSON.stringify(items));
    expect((await run(['batch', '--items', `@${file}`, '--project', project])).code).toBe(1);
    expect((await run(['batch', '--items', '-', '--project', fresh()], JSON.stringify(items))).code).toBe(0);
  });

  test('reads a statement from standard input', async () => {
    const { code, out } = await run(['remember', '-', '--kind', 'fact', '--project', fresh()], 'Logs are kept\n');
    expect([code, out]).toEqual([0, expect.stringContaining('"Logs are kept"')]);
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown command', ['rememer', 'x'], /unknown command 'rememer'[\s\S]*remember/],
    ['an unknown option', ['remember', 'x', '--colour', 'red'], /unknown option '--colour'/],
    ['a choice that there is not', ['remember', 'x', '--kind', 'rumour'], /--kind.*rumour/],
    ['a field that is missing', ['supersede', 'x'], /Missing: --reason/],
    ['JSON that is none', ['batch', '--items', '{'], /--items is not JSON/],
    ['what the server refuses as it stands', ['remember', 'x'], /reason is required/],
    ['what there is not', ['get-claim', '01900000-0000-7000-8000-000000000000'], /no claim/],
    ['a session that is none', ['recall', 'x', '--session', 'a\nb'], /--session must be/],
    ['a session where there is none', ['whoami', '--session', 'a'], /unknown option '--session'/],
    ['no address', ['whoami', '--url', 'nowhere'], /--url/],
    ['a file that there is not', ['import', '/nonexistent/x'], /no file/],
  ])('ends with 2 for %s', async (_what, words, message) => {
    const { code, err } = await run(words);
    expect([code, message.test(err)], err).toEqual([2, true]);
  });

  test('ends with 3 where nobody answers, and says what to do', async () => {
    const { code, err } = await run(['whoami', '--url', 'http://127.0.0.1:9']);
    expect([code, err]).toEqual([3, expect.stringContaining('loreguard serve')]);
  });

  test('sends the key of the data folder to this machine only', async () => {
    await writeFile(join(folder, 'api-key'), 'lg_default_kept_0123456789abcdef\n');
    const environment = { LOREGUARD_DATA: folder, LOREGUARD_URL: url };
    expect((await runProgram(['whoami'], { environment })).err).toContain('The API key is not valid');
    const elsewhere = { ...environment, LOREGUARD_URL: url.replace('127.0.0.1', '127.0.0.2') };
    expect((await runProgram(['whoami'], { environment: elsewhere })).err).not.toContain('not valid');
  });

  test('exports, restores elsewhere and exports the same bytes', async () => {
    const [project, copy] = [fresh(), fresh()];
    await run(['remember', 'Backups must be encrypted', '--reason', 'Law', '--project', project]);
    const file = join(folder, 'export.jsonl');
    expect(await run(['export', '--project', project, '--out', file])).toMatchObject({ code: 0, out: '' });
    expect((await run(['import', file, '--project', copy])).code).toBe(0);
    for (const nowhere of [join(folder, 'none', 'x.jsonl'), folder]) {
      const { code, err } = await run(['export', '--project', project, '--out', nowhere]);
      expect([code, err.trim().split('\n')]).toEqual([2, [expect.stringContaining("--out can't be written")]]);
    }
    expect((await run(['export', '--project', copy])).out).toBe(await readFile(file, 'utf8'));
    expect((await run(['import', file, '--project', copy])).code).toBe(1);
    const cut = await fileOf('cut.jsonl', (await readFile(file, 'utf8')).slice(0, -80));
    expect(await run(['import', cut, '--project', fresh()])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/line \d+/),
    });
    expect((await run(['export', '--project', project, '--key', 'nobody'])).code).toBe(2);
  });

  test('takes over a memory, guarded or not, and says what was refused and why', async () => {
    const lines = [
      {
        type: 'entity',
        name: 'gateway',
        entityType: 'service',
        observations: ['The default port of the gateway is 8080'],
      },
      {
        type: 'entity',
        name: 'gateway',
        entityType: 'service',
        observations: ['The default port of the gateway is 9090'],
      },
    ];
    const file = await fileOf('memory.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnonsense\n`);
    const [free, guarded] = [fresh(), fresh()];
    const all = await run(['import', '--from', 'mcp-memory', file, '--project', free]);
    expect([all.code, all.out]).toEqual([
      0,
      expect.stringContaining('2 stored, 0 unchanged, 0 refused, 1 not read, 1 contradictions'),
    ]);
    const again = await run(['import', '--from', 'mcp-memory', file, '--project', free]);
    expect(again.out).toContain('0 stored, 2 unchanged');
    const some = await run(['import', '--from', 'mcp-memory', '--guarded', file, '--project', guarded]);
    expect(some.code).toBe(1);
    expect(some.out).toContain('refused: "The default port of the gateway is 9090"');
    expect(some.out).toMatch(/contradicts "The default port of the gateway is 8080": .*8080, 9090/);
    expect(some.out).toContain('not read: line 3 is not JSON');
    expect(some.out).toContain('1 stored, 0 unchanged, 1 refused, 1 not read');
  });
});

describe('the program by itself', () => {
  test('says its version and explains itself, every command in its group', async () => {
    expect((await runProgram(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { code, out } = await runProgram(['--help']);
    expect(code).toBe(0);
    for (const word of ['serve', 'remember', 'export', 'import', 'doctor', 'completion'])
      expect(out).toContain(`  ${word} `);
    expect(out).not.toContain('list_claims');
  });

  test.each(['bash', 'zsh', 'fish'])('completes commands, options and their values in %s', async (shell) => {
    expect((await runProgram(['completion', shell])).out).toContain('loreguard');
    expect((await runProgram(['complete', '--', 'reme'])).out).toMatch(/^remember\t\S/);
    expect((await runProgram(['complete', '--', 'remember', '--ki'])).out).toMatch(/^--kind\t/);
    expect((await runProgram(['complete', '--', 'remember', '--kind', ''])).out).toContain('convention');
  });
});
