import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { grouped } from '../core/grouped.js';

const scope = z.object({ env: z.string().nullish(), team: z.string().nullish() }).nullish();
const dates = z.array(z.string().nullish()).nullish();

const pairRow = z.object({
  id: z.string().optional(),
  a: z.string(),
  b: z.string(),
  kind: z.string().default('pair'),
  expect: z.enum(['conflict', 'no-conflict', 'same']),
  scope_a: scope,
  scope_b: scope,
  valid_a: dates,
  valid_b: dates,
});
const nliRow = z.object({
  id: z.string().optional(),
  premise: z.string(),
  hypothesis: z.string(),
  label: z.enum(['entailment', 'neutral', 'contradiction', 'not_entailment']),
});
const documentRow = z.object({ id: z.string(), doc: z.string(), order: z.number(), statement: z.string() });

/** One statement as it is sent to the guard. */
export interface Write {
  statement: string;
  env: string | null;
  team: string | null;
  from: string | null;
  until: string | null;
}

/** Statements written one after the other into an empty project. `judged` are the places that are looked at. */
export interface Case {
  id: string;
  file: string;
  kind: string;
  expected: 'conflict' | 'no-conflict';
  /** Whether the second of two is labelled as saying the same as the first. */
  isSame: boolean;
  isDocument: boolean;
  writes: Write[];
  judged: { id: string; at: number }[];
}

/** Reads the cases of files or folders of JSONL. Files of stories are for the detective, and are passed over. */
export function loadCases(paths: readonly string[]): Case[] {
  return paths.flatMap(filesOf).flatMap(readFile);
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) throw new Error(`no such file or folder: ${path}`);
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(path, name));
}

function readFile(path: string): Case[] {
  const file = basename(path, '.jsonl');
  if (file === 'stories') return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const rows = lines.map((line): unknown => JSON.parse(line));
  const isDocuments = rows.length > 0 && rows.every((row) => documentRow.safeParse(row).success);
  return isDocuments ? documents(file, rows) : rows.map((row, at) => pairCase(file, row, `${file}-${at + 1}`));
}

function documents(file: string, rows: readonly unknown[]): Case[] {
  const byDocument = grouped(rows.map((raw) => documentRow.parse(raw)).map((row) => [row.doc, row]));
  return [...byDocument].map(([doc, statements]) => {
    const ordered = statements.sort((a, b) => a.order - b.order);
    const writes = ordered.map((row) => write(row.statement));
    const judged = ordered.map((row, at) => ({ id: row.id, at }));
    return {
      id: doc,
      file,
      kind: 'document',
      expected: 'no-conflict',
      isSame: false,
      isDocument: true,
      writes,
      judged,
    };
  });
}

function pairCase(file: string, raw: unknown, name: string): Case {
  const nli = nliRow.safeParse(raw);
  const { id = name, ...row } = nli.success ? fromNli(nli.data) : pairRow.parse(raw);
  const first = write(row.a, row.scope_a, row.valid_a);
  const second = write(row.b, row.scope_b, row.valid_b);
  const judged = [{ id, at: 1 }];
  const isSame = row.expect === 'same';
  const expected = row.expect === 'conflict' ? 'conflict' : 'no-conflict';
  return { id, file, kind: row.kind, expected, isSame, isDocument: false, writes: [first, second], judged };
}

function fromNli({ id, premise, hypothesis, label }: z.infer<typeof nliRow>): z.infer<typeof pairRow> {
  return {
    id,
    a: premise,
    b: hypothesis,
    kind: label,
    expect: label === 'contradiction' ? 'conflict' : 'no-conflict',
  };
}

function write(statement: string, where?: z.infer<typeof scope>, when?: z.infer<typeof dates>): Write {
  const place = { env: where?.env ?? null, team: where?.team ?? null };
  return { statement, ...place, from: when?.[0] ?? null, until: when?.[1] ?? null };
}
