import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findExpressions } from '../lint/expressions.js';
import { judge } from '../lint/judge.js';

/** What `npm run lint:regex` would miss, nobody would see: each rule on a program of its own. */
describe('the check of regular expressions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loreguard-expressions-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const found = (code: string) => {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "types": [] } }');
    writeFileSync(join(folder, 'program.ts'), `${code}\nexport {};\n`);
    return findExpressions(join(folder, 'tsconfig.json'));
  };

  test('finds a literal wherever it stands, with its flags and its line, and no text that looks like one', () => {
    const { literals, built } = found(
      "const a = 4 / 2 / 1; // no /comment/\nconst b = { p: [/[/]x\\/+/giu] };\nconst c = /y/.test('/z/');",
    );
    expect(literals).toEqual([
      { path: 'program.ts', line: 2, pattern: '[/]x\\/+', flags: 'giu' },
      { path: 'program.ts', line: 3, pattern: 'y', flags: '' },
    ]);
    expect(built).toEqual([]);
  });

  test('finds what is built from text, and not what is written down or only shares a name', () => {
    const built = [
      'new RegExp(name)',
      'RegExp("a+b")',
      'new globalThis.RegExp(name)',
      'Reflect.construct(RegExp, [name])',
      '"aaa".match(name)',
      'name.search("a+b")',
      '[...name.matchAll(name)]',
      '(name as any).match(name)',
    ];
    const written = [
      'const P: RegExp = /a/g',
      '"a".match(P)',
      '"a".search(/b/)',
      '"a".split("+").concat("a".replaceAll("+", ""))',
      'const router = { match: (path: string) => path }',
      'router.match("a")',
    ];
    const lines = ['const name = String(1)', ...built, ...written];
    expect(found(`${lines.join(';\n')};`).built.map(({ line }) => lines[line - 1])).toEqual(built);
  });

  test.each([
    ['(?:[\\w-]+-)+$', '', 'exponential'],
    ['0+$', '', '2nd degree polynomial'],
    ['(?=a)(?:[\\w-]+-)+$', '', /exponential/],
    ['0+(?=x)', 'u', /polynomial/],
    ['(?:from .+ )?to', 'i', /polynomial/],
  ])('refuses /%s/%s', (pattern, flags, growth) => {
    const judged = judge({ path: 'program.ts', line: 1, pattern, flags });
    expect(judged).toMatchObject({
      isLinear: false,
      growth: expect.stringMatching(growth),
      attack: expect.any(String),
    });
  });

  test('refuses what it can not judge', () => {
    const judged = judge({ path: 'program.ts', line: 1, pattern: '(', flags: '' });
    expect(judged).toMatchObject({ isLinear: false, growth: 'unknown (invalid)', attack: null });
  });

  test.each([
    ['^[\\w-]+(?:[.:/][\\w-]+)*$', '', true],
    ['(?<![\\w-])[\\w-]+@', 'y', false],
  ])('passes what has one way to be read: /%s/%s', (pattern, flags, isProved) => {
    const judged = judge({ path: 'program.ts', line: 1, pattern, flags });
    expect(judged).toMatchObject({ isLinear: true, growth: 'linear', isProved, attack: null });
  });
});
