import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../src/core/errors.js';
import { problemsOf } from '../../src/http/register.js';
import { TOOLS } from '../../src/tools/index.js';
import { ROOT, sources } from '../helpers/sources.js';

describe('the error catalogue', () => {
  const docs = readFileSync(join(ROOT, 'docs/problems.md'), 'utf8');
  const documented = [...docs.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => `${code} ${status}`);

  test('and docs/problems.md list the same codes with the same status', () => {
    expect(documented).toEqual(PROBLEM_CODES.map((code) => `${code} ${PROBLEMS[code].status}`));
  });

  test('every code is thrown or mapped somewhere', () => {
    const used = sources('src')
      .filter(({ path }) => path !== 'src/core/errors.ts')
      .map(({ text }) => text)
      .join('\n');
    expect(PROBLEM_CODES.filter((code) => !used.includes(`'${code}'`))).toEqual([]);
  });

  test('every operation says which problems it may answer with, and answers only with statuses it documents', () => {
    for (const tool of TOOLS) {
      expect(problemsOf(tool).length, tool.name).toBeGreaterThan(0);
      expect(new Set(tool.problems).size, tool.name).toBe(tool.problems.length);
    }
  });

  test('status numbers of problems stand nowhere else', () => {
    const stray = sources('src')
      .filter(({ path }) => !/^src\/(core\/errors|tools\/|http\/problem|http\/register)/.test(path))
      .filter(({ text }) => /\bstatus(Code)?:\s*[45]\d\d\b/.test(text))
      .map(({ path }) => path);
    expect(stray).toEqual([]);
  });
});
