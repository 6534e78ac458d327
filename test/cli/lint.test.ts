import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LintPorts, lintPorts, runLint } from '../../src/cli/lint.js';
import type { NliPair } from '../../src/core/ports.js';
import { nliOff } from '../../src/inference/off.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';
import { fakeScorer } from '../helpers/fake-scorer.js';

const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true });
});

const PORTS = { version: '0.0.0', openJudge: () => Promise.resolve({ ...nliOff, close: () => Promise.resolve() }) };

type Files = Record<string, string | Buffer | { link: string }>;

const lint = (files: Files, ...argv: string[]) => lintBy(PORTS, files, ...argv);

async function lintBy(ports: LintPorts, files: Files, ...argv: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-lint-'));
  made.push(folder);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    if (typeof content === 'object' && 'link' in content) await symlink(content.link, join(folder, path));
    else await writeFile(join(folder, path), content);
  }
  const [out, err]: [string[], string[]] = [[], []];
  const stdin = () => Promise.resolve('The ledger must use MySQL.');
  const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), stdin, cwd: folder };
  return { status: await runLint(argv, io, ports), out: out.join('\n'), err: err.join('\n') };
}

const CLASH = {
  'docs/a.md': '# Storage\n\nThe ledger must use Postgres.\n',
  'docs/b.md': '# Also storage\n\nTold only.\n\n- The ledger must use MySQL.\n',
};

describe('lint', () => {
  test('explains itself', async () => {
    const { status, out, err } = await lint({}, '--help');
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain('lint <path...>');
  });

  test('names both places, the code and the reason, and ends with 1 on a contradiction between documents', async () => {
    const { status, out } = await lint(CLASH, 'docs');
    expect(status).toBe(1);
    const [line, summary] = out.split('\n');
    expect(line).toMatch(
      /^docs\/a\.md:3: The ledger must use Postgres\. ↔ docs\/b\.md:5: The ledger must use MySQL\., value_differs, block: \S/,
    );
    expect(summary).toMatch(
      /^2 statements of 2 documents in \d+ ms \(\d+ ms of processor time\): 1 contradictions, 0 warnings$/,
    );
  });

  test('finds what one document says of itself, and ends with 0 on nothing, or on warnings only', async () => {
    const own = '# Rules\n\nDeploys must be signed.\n\n## Later\n\nDeploys must not be signed.\n';
    expect((await lint({ 'a.md': own }, 'a.md')).status).toBe(1);
    expect(await lint({ 'a.md': '# Rules\n\nDeploys must be signed.\n' }, 'a.md')).toMatchObject({ status: 0 });
    const values = await lint({ 'a.md': 'The default port is 8080.\n', 'b.md': 'The default port is 9090.\n' }, '.');
    expect(values.status).toBe(0);
    expect(values.out).toContain('0 contradictions, 1 warnings');
  });

  test('takes globs, the standard input, and rules for agents, hidden ones too', async () => {
    expect((await lint(CLASH, 'docs/*.md')).status).toBe(1);
    expect((await lint(CLASH, 'docs/a.md', '-')).out).toContain('stdin.md:1');
    const agents = { 'AGENTS.md': '- Use pnpm, not npm.\n', '.cursorrules': 'Never use pnpm.\n' };
    expect((await lint(agents, '.')).out).toContain('.cursorrules:1: Never use pnpm.');
  });

  test('reads a file once, whatever links lead to it, and says so', async () => {
    const linked = { ...CLASH, loop: { link: '.' }, 'docs/up': { link: '..' }, 'docs/c.md': { link: 'a.md' } };
    const { out, err } = await lint(linked, '.');
    expect(out).toMatch(/2 statements of 2 documents in .*: 1 contradictions, 0 warnings$/);
    expect(out).toMatch(/^docs\/a\.md:3/);
    expect(err).toContain('docs: 1 file left out, which a link leads to again, such as docs/a.md');
    expect(err).toMatch(/^loop\/docs: \d files left out/m);
    // What only a link leads to is read.
    expect((await lint({ ...CLASH, own: { link: 'docs' } }, 'own')).out).toContain('2 statements of 2 documents');
  });

  test.each([
    [Buffer.from('# Menu\n\nCaf\xe9s must open at nine.\n', 'latin1'), 'x.md:3:1: is not UTF-8'],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'x.md:1:1: is not UTF-8'],
    [Buffer.from('# A\n\0\n'), 'x.md:2:1: is not text'],
    ['---\ntitle: [a\n---\n\nDeploys must be signed.\n', 'x.md:3:1: is not valid YAML'],
    ['---\ntitle: a\n', 'x.md:1:1: has front matter without an end'],
  ])('says what it can not read, counts it and ends with 2: %#', async (content, message) => {
    const { status, out, err } = await lint({ 'x.md': content, 'y.md': 'Deploys must be signed.\n' }, '.');
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
    expect(out).toMatch(/; 1 file could not be read$/);
    const json = await lint({ 'x.md': content }, '.', '--json');
    expect(JSON.parse(json.out).failed).toMatchObject([{ path: 'x.md', line: expect.any(Number) }]);
    const sarif = JSON.parse((await lint({ 'x.md': content }, '.', '--sarif')).out);
    expect(sarif.runs[0].invocations[0].executionSuccessful).toBe(false);
    expect((await lint({ ...CLASH, 'x.md': content }, '.')).status).toBe(1);
  });

  test('takes front matter as YAML allows it, also with what an ingest does not', async () => {
    const cursor = { '.cursor/rules/a.mdc': '---\nglobs: *.ts\n---\n\nDeploys must be signed.\n' };
    expect(await lint(cursor, '.')).toMatchObject({ status: 0, err: '' });
  });

  test.each([
    [[], 'at least one path'],
    [['none.md'], 'names no file'],
    [['docs', '--json', '--sarif'], 'Choose'],
    [['docs', '--key', 'k'], '--url'],
  ])('%j can not be done, and ends with 2', async (argv, message) => {
    const { status, err } = await lint(CLASH, ...argv);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });

  test('tells what it found as JSON, with both sides', async () => {
    const { out } = await lint(CLASH, 'docs', '--json');
    expect(JSON.parse(out)).toMatchObject({
      ...{ documents: 2, statements: 2 },
      findings: [
        {
          ...{ level: 'block', code: 'value_differs' },
          first: { path: 'docs/a.md', line: 3, heading: 'Storage' },
          second: { path: 'docs/b.md', line: 5, heading: 'Also storage' },
        },
      ],
    });
  });

  test('tells it as SARIF 2.1.0: every result names a rule, and a place in a file', async () => {
    const { out } = await lint(CLASH, 'docs', '--sarif');
    const log = JSON.parse(out);
    expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') });
    const [{ tool, results }] = log.runs;
    expect(results).toHaveLength(1);
    for (const { ruleId, ruleIndex, level, message, locations, relatedLocations } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(['error', 'warning']).toContain(level);
      expect(message.text).not.toBe('');
      for (const { physicalLocation } of [...locations, ...relatedLocations]) {
        expect(physicalLocation.artifactLocation.uri).toMatch(/^docs\/[ab]\.md$/);
        expect(physicalLocation.region.startLine).toBeGreaterThan(0);
      }
    }
  });

  describe('with a judge', () => {
    const open = {
      'a.md':
        '# A\n\n- Ships must leave the harbour before the tide turns.\n- Guests should be asked for their names.\n',
      'b.md': '# B\n\n- Ships must stay in the harbour until the tide turns.\n- Guests should sign the book.\n',
    };

    test('the model that comes along warns of what the rules leave open, and is asked about each pair once', async () => {
      const ports = await lintPorts();
      const { out, status } = await lintBy(ports, open, '.', '--judge');
      expect(out).toMatch(/^a\.md:3: .* ↔ b\.md:3: .*, nli_contradiction, warn: /);
      expect(out).toMatch(/0 contradictions, 1 warnings; the model was asked about \d pairs?$/);
      expect(status).toBe(0);
      const { judged, findings } = JSON.parse((await lintBy(ports, open, '.', '--judge', '--json')).out);
      expect(judged).toMatchObject({ unanswered: 0, fault: null });
      expect(judged.pairs).toBeGreaterThan(0);
      expect(findings.map(({ code }: { code: string }) => code)).toEqual(['nli_contradiction']);
      const plain = await lintBy(ports, open, '.');
      expect(plain.out).toMatch(/0 contradictions, 0 warnings$/);
      expect(JSON.parse((await lintBy(ports, open, '.', '--json')).out).judged).toBeNull();
    });

    test('says how many pairs a model left without an answer, and why', async () => {
      const silent = fakeScorer(() => 0);
      const openJudge = () =>
        Promise.resolve({
          ...silent,
          close: () => Promise.resolve(),
          score: (pairs: readonly NliPair[]) =>
            Promise.resolve({ scores: pairs.map(() => null), fault: 'worker_lost' as const }),
        });
      const { out } = await lintBy({ version: '0.0.0', openJudge }, open, '.', '--judge');
      expect(out).toMatch(/the model was asked about 1 pair, 1 of them in vain \(worker_lost\)$/);
    });

    test('ends with 2 where the model can not be opened', async () => {
      const openJudge = () => Promise.reject(new Error('NLI_MODEL_DIR: no such folder'));
      const { status, err } = await lintBy({ version: '0.0.0', openJudge }, open, '.', '--judge');
      expect([status, err.split('\n')[0]]).toEqual([2, 'NLI_MODEL_DIR: no such folder']);
    });
  });

  describe('with a server', () => {
    let app: TestApp;
    let url = '';
    beforeAll(async () => {
      app = await createTestApp();
      url = await app.app.listen({ port: 0, host: '127.0.0.1' });
    });
    afterAll(() => app.close());

    test('finds what its claims contradict, but for those of the same document, and stores nothing', async () => {
      const told = { project: 'p', statement: 'The ledger must use MySQL', who: 'alice', reason: 'Agreed' };
      await app.post('/v1/remember', told);
      await app.post('/v1/ingest', {
        project: 'p',
        documents: [{ path: 'docs/a.md', content: 'Backups must be open.\n' }],
      });
      const files = { 'docs/a.md': '# A\n\nThe ledger must use Postgres.\nBackups must not be open.\n' };
      const server = ['--url', url, '--key', API_KEY, '--project', 'p'];
      const { status, out } = await lint(files, 'docs', ...server);
      expect(out).toContain('(alice): The ledger must use MySQL ↔ docs/a.md:3: The ledger must use Postgres.');
      expect(out).toContain('1 contradictions');
      expect(status).toBe(1);
      expect((await app.get('/v1/claims?project=p')).body.items).toHaveLength(2);
    });

    test('ends with 2 where the server refuses', async () => {
      const { status, err } = await lint(CLASH, 'docs', '--url', url, '--key', 'lg_default_no_0123456789abcdef');
      expect(status).toBe(2);
      expect(err).toContain('401');
    });
  });
});
