import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { runIngest } from '../../src/cli/ingest.js';
import { describeIngested, readCommand } from '../../src/cli/ingest-command.js';
import { line, progressBar } from '../../src/cli/progress.js';
import { readConfig } from '../../src/config.js';
import { readFolder } from '../../src/start/folder.js';
import { createDatabase } from '../helpers/database.js';

const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true });
});

async function folderOf(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-folder-'));
  made.push(folder);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

describe('ingest on the command line', () => {
  test('explains itself, and needs no database for that', async () => {
    const out: string[] = [];
    const io = {
      out: (text: string) => out.push(text),
      err: (text: string) => out.push(text),
      cwd: '/',
      stdin: async () => '',
    };
    expect(await runIngest(['--help'], io, readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }))).toBe(0);
    expect(out.join('\n')).toContain('ingest <path...>');
  });

  test('takes paths and whose they are', () => {
    const plain = { claims: null, isDry: false, isRemoval: false, stdinPath: null };
    expect(readCommand(['lore'])).toEqual({
      ...{ paths: ['lore'], tenant: { orgId: 'default', project: 'default' }, who: 'command line', ...plain },
    });
    expect(readCommand(['a.md', '-', '--path', 'b.md', '--claims', 'all', '--dry-run'])).toMatchObject({
      ...{ paths: ['a.md', '-'], claims: 'all', isDry: true, stdinPath: 'b.md' },
    });
    expect(readCommand(['--remove', 'a.md', 'b.md'])).toMatchObject({ paths: ['a.md', 'b.md'], isRemoval: true });
    expect(readCommand(['lore', '--org', 'acme', '--project', 'karth', '--who', 'mara'])).toEqual({
      ...{ paths: ['lore'], tenant: { orgId: 'acme', project: 'karth' }, who: 'mara', ...plain },
    });
  });

  test.each([
    [[], /Name a folder/],
    [['a', '--claims', 'some'], /--claims/],
    [['a', '--org', 'a b'], /--org/],
    [['a', '--project', ''], /--project/],
    [['a', '--who', ' '], /--who/],
    [['a', '--colour', 'red'], /colour/],
    [['-'], /--path/],
    [['-', '--path', ' '], /--path/],
    [['-', '--path', 'a.yaml'], /Markdown/],
    [['a', '--path', 'b.md'], /give - too/],
    [['--remove'], /Name a folder/],
    [['--remove', '-', '--path', 'b.md'], /--remove/],
    [['--remove', 'a.md', '--claims', 'all'], /--remove/],
  ])('refuses %j', (words, message) => {
    expect(() => readCommand(words)).toThrow(message);
  });

  test('says in one line what is wrong where, what was found, and what came of it all', () => {
    const error = { path: 'people.0.born', line: 4, column: 11, message: 'must be a date' };
    const stored = {
      documentId: 'd',
      relationIds: ['r'],
      withdrawn: 0,
      goneIds: [],
      entityIds: [],
      freed: [],
      relations: 1,
      passages: 1,
      claims: { outcomes: new Map(), changed: [], removed: 0 },
    };
    const warning = { code: 'not_parsed_as_markdown', reason: 'It is odd.' } as const;
    const sides = [
      { id: 'a', statement: 'A RULES X' },
      { id: 'b', statement: 'B RULES X' },
    ];
    const found = { id: 'v', sides, code: 'relation_exclusive', reason: '', detectedAt: '' } as const;
    const counts = {
      documents: 1,
      unchanged: 0,
      failed: 1,
      entities: 1,
      relations: 7,
      withdrawn: 2,
      passages: 1,
      repeated: 0,
      orphans: 0,
    };
    expect(
      describeIngested(
        ['a.yaml', 'b.yaml'],
        {
          documents: [
            { result: 'failed', errors: [error] },
            {
              result: 'updated',
              stored,
              entities: 1,
              mode: 'rules',
              told: [],
              relating: new Set(),
              warnings: [warning],
            },
          ],
          violations: [{ ...found, kind: 'contradiction' }],
          contradictions: [],
          counts: { ...counts, compared: 4, toCompare: 3 },
          claims: { stored: 2, unchanged: 1, removed: 0, compared: 2, toCompare: 0 },
        },
        { tenant: { orgId: 'acme', project: 'karth' }, isDry: false },
      ),
    ).toEqual([
      'a.yaml:4:11: people.0.born must be a date',
      'b.yaml: not_parsed_as_markdown: It is odd.',
      'contradiction: A RULES X | B RULES X',
      '0 stored, 1 updated, 0 unchanged, 1 failed; 2 claims stored, 1 unchanged, 0 removed; 7 relations stored, 2 withdrawn, ' +
        '3 not compared yet; in org acme, project karth',
    ]);
  });

  test('shows how far it is on a terminal only', () => {
    const written: string[] = [];
    const write = (text: string) => written.push(text) > 0;
    let now = 0;
    const show = (isTTY: boolean) => {
      const bar = progressBar({ isTTY, write } as unknown as NodeJS.WriteStream, () => now);
      for (now = 0; now < 300; now += 60) bar.tell({ documents: 1, documentsTotal: 2, relations: 600 });
      bar.end();
    };
    show(false);
    expect(written).toEqual([]);
    show(true);
    expect(written.length).toBeGreaterThan(2);
    expect(written.length).toBeLessThan(6);
    expect(line({ documents: 1, documentsTotal: 2, relations: 600 }, 2000)).toBe(
      `[${'#'.repeat(12)}${' '.repeat(12)}] 1/2 documents, 600 relations, 300/s`,
    );
  });
});

describe('documents that are gone', () => {
  test('are removed with all that they said, by the paths that they are stored under', async () => {
    const database = await createDatabase();
    const folder = await folderOf({
      'x.md': '# X\n\nDeploys must be signed. Odo ruled Brack from 1903 to 1909.\n',
      'y.yaml': 'source_type: family_tree\npeople:\n  - name: Ann\n    born: "1901"\n',
    });
    const [out, err]: [string[], string[]] = [[], []];
    const lines = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    const io = { ...lines, stdin: () => Promise.resolve(''), cwd: folder };
    const config = readConfig({ DATABASE_URL: database.url });
    expect(await runIngest(['.'], io, config)).toBe(0);
    const all =
      /^0 stored, 2 updated, 0 unchanged, 0 failed; 0 claims stored, 0 unchanged, 1 removed; 0 relations stored, 2 withdrawn/;
    expect(await runIngest(['--remove', 'x.md', 'y.yaml', '--dry-run'], io, config)).toBe(0);
    expect(out.at(-1)).toMatch(all);
    expect(await runIngest(['--remove', 'x.md', 'z.md', 'y.md'], io, config)).toBe(3);
    expect(err.at(-1)).toMatch(/^z\.md, y\.md: no document is stored under this path/);
    expect(await runIngest(['--remove', 'x.md', 'y.yaml'], io, config)).toBe(0);
    expect(out.at(-1)).toMatch(all);
    expect(await runIngest(['--remove', 'x.md'], io, config)).toBe(0);
    expect(out.at(-1)).toMatch(/^0 stored, 0 updated, 1 unchanged/);
    expect(await runIngest(['x.md'], io, config)).toBe(0);
    expect(out.at(-1)).toMatch(/1 claims stored/);
    await database.drop();
  });
});

describe('files that are not UTF-8', () => {
  const LATIN = Buffer.from('# Menu\n\nCaf\xe9s must open at nine.\n', 'latin1');

  test('are refused, by a folder or by name, and the others stored', async () => {
    const database = await createDatabase();
    const folder = await folderOf({ 'x.md': LATIN, 'y.md': '# Y\n\nDeploys must be signed.\n' });
    const [out, err]: [string[], string[]] = [[], []];
    const lines = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    const io = { ...lines, stdin: () => Promise.resolve(''), cwd: folder };
    const config = readConfig({ DATABASE_URL: database.url });
    expect(await runIngest(['.'], io, config)).toBe(1);
    expect(out).toContain('x.md:3:1: (document) is not UTF-8; store the file as UTF-8');
    expect(out.at(-1)).toMatch(/^1 stored, 0 updated, 0 unchanged, 1 failed; 1 claims stored/);
    expect(await runIngest(['x.md'], io, config)).toBe(1);
    expect(out.at(-1)).toMatch(/^0 stored, 0 updated, 0 unchanged, 1 failed/);
    await database.drop();
  });

  test('are no calendar: nothing of the folder is taken in', async () => {
    const folder = await folderOf({ 'calendar.json': LATIN, 'y.md': '# Y' });
    await expect(readFolder(folder)).rejects.toThrow('calendar.json:3:1: (document) is not UTF-8');
  });
});

describe('a folder', () => {
  test('holds documents by their paths, and perhaps a calendar', async () => {
    const calendar = { id: 'c', eras: [{ slug: 'a', name: 'A', start: 0 }], units: {}, current: 'year 3 of A' };
    const folder = await folderOf({
      ...{ 'b/c.md': '# C', 'a.yaml': 'title: A', 'README.md': '# About', 'b/readme.md': 'x', 'x.txt': 'x' },
      ...{
        '.git/x.md': 'x',
        'b/.hidden.md': 'x',
        'node_modules/p/x.json': '{}',
        'calendar.json': JSON.stringify(calendar),
      },
    });
    await symlink('/etc', join(folder, 'elsewhere'));
    const read = await readFolder(folder);
    expect(read.documents.map(({ uri, format }) => [uri, format])).toEqual([
      ['a.yaml', 'yaml'],
      ['b/c.md', 'markdown'],
    ]);
    expect(read.calendar).toMatchObject(calendar);
  });

  test('with a calendar that is none, or that is no folder, is refused', async () => {
    const folder = await folderOf({ 'calendar.yaml': 'id: c\neras:\n  - slug: a\n    start: one\n', 'a.md': 'x' });
    await expect(readFolder(folder)).rejects.toThrow(
      /calendar is not valid:(?:.|\n)*^calendar\.yaml:4:12: eras\.0\.start /m,
    );
    await expect(readFolder(join(folder, 'a.md'))).rejects.toThrow(/no folder/);
    await expect(readFolder(join(folder, 'none'))).rejects.toThrow();
  });

  test('may declare types, and names the line of what is wrong with one', async () => {
    const airship = '- type: Airship\n  attributes:\n    hull: { kind: choice, values: [oak, iron] }\n';
    const { types } = await readFolder(await folderOf({ 'types.yaml': airship, 'a/types.yaml': 'title: A' }));
    expect(types?.templates).toEqual([
      { type: 'Airship', attributes: { hull: { kind: 'choice', values: ['oak', 'iron'] } } },
    ]);
    expect(types?.explain([{ path: '0.attributes.hull', message: 'is odd' }])).toBe(
      'types.yaml:3:11: 0.attributes.hull is odd',
    );
    const wrong: [string, RegExp][] = [
      ['- type: Airship\n  hull: oak\n', /^types\.yaml:2:3: 0\.hull is not a field here$/m],
      ['- type: airship\n', /^types\.yaml:1:9: 0\.type must be one word that begins with a capital letter/m],
      ['type: Airship\n', /^types\.yaml:1:1: \(document\) must be a list of type templates$/m],
      ['- type: [\n', /^types\.yaml:2:1: \(document\) is not valid YAML/m],
    ];
    for (const [text, message] of wrong) {
      await expect(readFolder(await folderOf({ 'types.yml': text }))).rejects.toThrow(
        new RegExp(message.source.replace('yaml:', 'yml:'), 'm'),
      );
    }
  });
});
