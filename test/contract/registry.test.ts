import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROBLEMS, type ProblemCode } from '../../src/core/errors.js';
import { problemsOf } from '../../src/http/register.js';
import type { Tool } from '../../src/tools/define.js';
import { TOOLS } from '../../src/tools/index.js';
import { ROOT, sources } from '../helpers/sources.js';

const LINES_MAX = 150;

/** What every operation shares is tested once, in test/http. */
const SHARED = new Set([401, 403, 413, 415, 429, 500, 503]);
const SHARED_CODES: ReadonlySet<ProblemCode> = new Set(['idempotency_mismatch', 'idempotency_in_progress']);

describe('the tool registry', () => {
  const files = sources('src/tools').filter(({ text }) => text.includes('defineTool({'));

  test('one file is one operation, and every such file is in the registry', () => {
    const named = files.map(({ text }) => /name: '(\w+)'/.exec(text)?.[1]);
    expect([...named].sort()).toEqual(TOOLS.map(({ name }) => name).sort());
  });

  test('a tool file bears the name of its tool and is short', () => {
    for (const { path, text } of files) {
      const name = /name: '(\w+)'/.exec(text)?.[1] ?? '';
      expect(path.endsWith(`/${name.replaceAll('_', '-')}.ts`), path).toBe(true);
      expect(text.split('\n').length, path).toBeLessThanOrEqual(LINES_MAX);
    }
  });

  test('names and paths are unique', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
    expect(new Set(TOOLS.map(({ method, path }) => `${method} ${path}`)).size).toBe(TOOLS.length);
  });

  test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s has a test with a case for every status',
    (name, tool) => {
      const file = join(ROOT, `test/tools/${name.replaceAll('_', '-')}.test.ts`);
      expect(existsSync(file), file).toBe(true);
      const text = readFileSync(file, 'utf8');
      const missing = statuses(tool).filter((status) => !new RegExp(`test\\(['\`]${status}\\b`).test(text));
      expect(missing).toEqual([]);
    },
  );

  test.each(TOOLS)(
    '$name is named in the README, and has a row there or on the page that it leads to',
    ({ name, method, path }) => {
      const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
      expect(readme).toMatch(new RegExp(`^\\|.*\`${name}\``, 'm'));
      const pages = ['README.md', 'docs/lore.md', 'docs/keys.md'].map((page) => readFileSync(join(ROOT, page), 'utf8'));
      const rows = pages.flatMap((page) => page.split('\n'));
      expect(rows.filter((row) => row.includes(`| \`${name}\` | \`${method} ${path}\` |`))).toHaveLength(1);
    },
  );

  test('no alias stands in the README', () => {
    const aliases = TOOLS.flatMap(({ alias }) => (alias === undefined ? [] : [alias.path]));
    expect(aliases.length).toBeGreaterThan(0);
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(aliases.filter((path) => readme.includes(path))).toEqual([]);
  });
});

function statuses(tool: Tool): number[] {
  // That of another organisation is found by no operation: test/http/tenants.test.ts tries them all. What a request
  // with an Idempotency-Key said may have been erased: test/http/idempotency.test.ts.
  const isCommon = (code: ProblemCode) => code === 'not_found' || code === 'erased';
  const isShared = (code: ProblemCode) => SHARED_CODES.has(code) || (isCommon(code) && !tool.problems.includes(code));
  const own = problemsOf(tool).filter((code) => !isShared(code));
  const declared = [...Object.keys(tool.responses).map(Number), ...own.map((code) => PROBLEMS[code].status)];
  return [...new Set(declared)].filter((status) => !SHARED.has(status));
}
