import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadLexicon } from '../../../src/start/lexicons.js';

const folder = fileURLToPath(new URL('../../../lexicons', import.meta.url));
const files = [
  // Constructions are sentences, in the order in which they are tried.
  ...readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'constructions.json'),
  ...readdirSync(join(folder, 'values')).map((name) => `values/${name}`),
];

function parsed(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

describe.each(files)('%s', (name) => {
  it('is sorted, lower-case and without duplicates', () => {
    expect(faults(parsed(name))).toEqual([]);
  });
});

/** Lists that are out of order or repeat a word, and words in capitals. */
function faults(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value === value.toLowerCase() ? [] : [`${path}: ${value} is not lower-case`];
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? value.map(String) : Object.keys(value);
  const expected = [...new Set(keys)].sort();
  const order = keys.join('\n') === expected.join('\n') ? [] : [`${path}: not sorted, or a word twice`];
  return [...order, ...Object.entries(value).flatMap(([key, inner]) => faults(inner, `${path}/${key}`))];
}

const poles = z.record(z.string(), z.object({ positive: z.array(z.string()), negative: z.array(z.string()) }));

describe('opposites', () => {
  it('stand in one class each, over oppositions and states together', () => {
    const families = [parsed('oppositions.json'), parsed('states.json')].flatMap((file) =>
      Object.values(poles.parse(file)),
    );
    const words = families.flatMap(({ positive, negative }) => [...positive, ...negative]);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});

describe('values', () => {
  it('belong to one class each', () => {
    const file = z.object({ class: z.string(), members: z.record(z.string(), z.array(z.string())) });
    const members = files
      .filter((name) => name.startsWith('values/'))
      .flatMap((name) =>
        Object.entries(file.parse(parsed(name)).members).flatMap(([word, aliases]) => [word, ...aliases]),
      );
    expect(members.filter((word, at) => members.indexOf(word) !== at)).toEqual([]);
  });
});

describe('the hash', () => {
  it('is that of the content, wherever the folder lies', () => {
    const copy = mkdtempSync(join(tmpdir(), 'lexicons-'));
    cpSync(folder, copy, { recursive: true });
    expect(loadLexicon(copy).hash).toBe(loadLexicon().hash);
    const colours = join(copy, 'values/colour.json');
    writeFileSync(colours, readFileSync(colours, 'utf8').replace('"teal"', '"teal-ish"'));
    expect(loadLexicon(copy).hash).not.toBe(loadLexicon().hash);
  });

  it('is never made of a file that does not fit its schema', () => {
    const copy = mkdtempSync(join(tmpdir(), 'lexicons-'));
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, 'verbs.json'), '{"base":["run"]}');
    expect(() => loadLexicon(copy)).toThrow(/irregular/);
  });
});
