import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lexiconFiles } from '../../src/core/lexicon.js';
import { ROOT } from '../helpers/sources.js';

const FOLDER = join(ROOT, 'lexicons');

/** Units keep the case in which they are written: Mb is not MB. */
const CASED = new Set(['units.json']);

const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replaceAll('\\', '/'))
  .sort();

const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

describe('the lexicons', () => {
  test('are the files that the code knows', () => {
    const known = Object.keys(lexiconFiles).map((name) => `${name}.json`);
    expect(names.filter((name) => !name.startsWith('values/'))).toEqual(known.sort());
  });

  test.each(names)('%s is sorted, without repeats, in lower case', (name) => {
    for (const { path, words, isMap } of lists(read(name), name)) {
      expect(words, path).toEqual([...new Set(words)]);
      if (!CASED.has(name)) expect(words, path).toEqual(words.map((word) => word.toLowerCase()));
      expect(words, path).toEqual([...words].sort(isMap ? undefined : byCodePoint));
      expect(
        words.filter((word) => word.trim() !== word || word === ''),
        path,
      ).toEqual([]);
    }
  });

  test('give each word one pole of one pair', () => {
    const poles = ['oppositions.json', 'states.json'].flatMap((name) =>
      Object.entries(read(name) as Record<string, { positive: string[]; negative: string[] }>).flatMap(
        ([family, pair]) => [
          ...pair.positive.map((word) => ({ word, pole: `${name} ${family} +` })),
          ...pair.negative.map((word) => ({ word, pole: `${name} ${family} -` })),
        ],
      ),
    );
    const seen = new Map<string, string>();
    const twice = poles.filter(({ word, pole }) => {
      const other = seen.get(word);
      seen.set(word, pole);
      return other !== undefined && other !== pole;
    });
    expect(twice).toEqual([]);
  });

  test('give each word one meaning within a class of values', () => {
    for (const name of names.filter((file) => file.startsWith('values/'))) {
      const { members } = read(name) as { members: Record<string, string[]> };
      const words = Object.entries(members).flatMap(([canonical, others]) => [canonical, ...others]);
      expect(
        words.filter((word, at) => words.indexOf(word) !== at),
        name,
      ).toEqual([]);
    }
  });

  test('are each described in the README', () => {
    const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const undescribed = names.filter((name) => !name.startsWith('values/') && !readme.includes(name));
    expect(undescribed).toEqual([]);
  });
});

interface List {
  path: string;
  words: string[];
  isMap: boolean;
}

/** Every list of words and every set of keys in a file. */
function lists(value: unknown, path: string): List[] {
  if (Array.isArray(value)) return [{ path, words: value.map(String), isMap: false }];
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, entry]) => lists(entry, `${path} ${key}`));
  return [{ path, words: Object.keys(value), isMap: true }, ...inner];
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
