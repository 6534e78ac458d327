import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readNliCommand } from '../../src/cli/nli-command.js';
import { PROGRAM } from '../helpers/command.js';
import { copyModel, type SpoiltModel } from '../helpers/models.js';

const OPEN = [
  'Workers must keep failed jobs for the night shift',
  'Workers must throw failed jobs away before the shift',
];

let folder: string;
let model: SpoiltModel;
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
const run = (...words: string[]) => {
  const env = { PATH: process.env.PATH, NLI_MODEL_DIR: model.dir };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'nli', ...words], {
    env,
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, said: stdout, failed: stderr };
};
const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loreguard-nli-'));
  model = copyModel('bert');
  const [a, b] = OPEN;
  write(
    'pairs.jsonl',
    jsonl([
      { a, b, expect: 'conflict' },
      { a: b, b: a, expect: 'no-conflict' },
    ]),
  );
  write('labelled.jsonl', jsonl([{ premise: a, hypothesis: b, label: 'contradiction' }]));
  write(
    'more.tsv.gz',
    gzipSync('c\tThe gate is open\tThe gate is shut\ne\tA ship left\tA vessel left\nx\tbad\tline\n'),
  );
  const rows = Array.from({ length: 4 }, (_, order) => ({
    id: `d${order}`,
    doc: 'd',
    order,
    statement: `Fact ${order}`,
  }));
  write('documents.jsonl', jsonl(rows));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  model.dispose();
});

describe('nli eval', () => {
  test('prints a row a file, of JSONL and of TSV', () => {
    const { status, said } = run('eval', 'labelled.jsonl', 'more.tsv.gz');
    expect(status).toBe(0);
    const [, , labelled, more] = said.trim().split('\n');
    expect(labelled).toMatch(/^\| labelled \| 1 \| (0|100)\.0 \| – \|/);
    expect(more).toMatch(/^\| more \| 2 \| (0|50|100)\.0 \| [01]\.\d{3} \|/);
  });
});

describe('nli calibrate', () => {
  test('writes thresholds beside the model, and leaves the rest of its card', () => {
    model.write('card.json', { name: 'mine', thresholds: { warn: 0.1, block: 0.1 } });
    const { status, said } = run('calibrate', '--pairs', 'pairs.jsonl', 'documents.jsonl');
    expect([status, said]).toEqual([
      0,
      expect.stringMatching(/^warn: never; .*\nblock: never; 5 statements.*\nwarn of a repetition: never/),
    ]);
    const card = JSON.parse(readFileSync(join(model.dir, 'card.json'), 'utf8'));
    expect(card).toMatchObject({ name: 'mine', thresholds: { warn: null, block: null, same: null, max_pairs: 8 } });
    expect(card.guard_calibration.warn).toMatchObject({ found: 0, sought: 1 });
    expect(card.guard_calibration.model).toMatch(/^[0-9a-f]{64}$/);
  });

  test('writes nothing with --dry', () => {
    model.write('card.json', { name: 'mine' });
    expect(run('calibrate', '--dry', '--pairs', 'pairs.jsonl').status).toBe(0);
    expect(readFileSync(join(model.dir, 'card.json'), 'utf8')).toBe('{"name":"mine"}');
  });
});

test.each([
  [['eval'], /^Name the files/],
  [['calibrate', 'pairs.jsonl'], /^--pairs must name/],
  [['polish'], /^Say eval or calibrate/],
])('%j says what is wrong, and how it goes', (words, message) => {
  const { status, failed } = run(...words);
  expect([status, failed]).toEqual([2, expect.stringMatching(message)]);
  expect(failed).toContain('nli calibrate --pairs');
});

test('a file that there is not is named', () => {
  const { status, failed } = run('eval', 'missing.jsonl');
  expect([status, failed]).toEqual([3, 'no such file or folder: missing.jsonl\n']);
});

test('files follow the option or stand before it', () => {
  const files = ['a.jsonl', 'b.jsonl'];
  expect(readNliCommand(['calibrate', '--pairs', ...files])).toEqual({ verb: 'calibrate', files, isDry: false });
  expect(readNliCommand(['calibrate', '--dry', '--pairs', 'a.jsonl', '--pairs', 'b.jsonl'])).toMatchObject({ files });
});
