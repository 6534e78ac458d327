import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calendarErrors } from '../../src/core/calendar-check.js';
import { CalendarInput } from '../../src/core/calendar-definition.js';
import { lexiconFiles } from '../../src/core/lexicon.js';
import { areAlternatives, shareMeaning } from '../../src/core/meaning.js';
import { stem } from '../../src/core/stem.js';
import { lexicon } from '../helpers/lexicon.js';
import { ROOT } from '../helpers/sources.js';

const FOLDER = join(ROOT, 'lexicons');

/** Units keep the case in which they are written: Mb is not MB. */
const CASED = new Set(['units.json']);

const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replaceAll('\\', '/'))
  .sort();

/** Calendars are examples for projects, not words that the guard reads: their order is that of time. */
const calendars = names.filter((name) => name.startsWith('calendars/'));
/** Sentences, in the order in which they are tried. */
const TABLES = ['constructions.json'];
const wordFiles = names.filter((name) => !calendars.includes(name));

const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

describe('the lexicons', () => {
  test('are the files that the code knows', () => {
    const known = Object.keys(lexiconFiles).map((name) => `${name}.json`);
    expect(wordFiles.filter((name) => !name.startsWith('values/'))).toEqual(known.sort());
  });

  test.each(wordFiles.filter((name) => !TABLES.includes(name)))(
    '%s is sorted, without repeats, in lower case',
    (name) => {
      for (const { path, words, isMap } of lists(read(name), name)) {
        expect(words, path).toEqual([...new Set(words)]);
        if (!CASED.has(name)) expect(words, path).toEqual(words.map((word) => word.toLowerCase()));
        expect(words, path).toEqual([...words].sort(isMap ? undefined : byCodePoint));
        expect(
          words.filter((word) => word.trim() !== word || word === ''),
          path,
        ).toEqual([]);
      }
    },
  );

  test('give each word one pole of one pair', () => {
    const poles = [...polesOf('oppositions.json'), ...polesOf('states.json')];
    const seen = new Map<string, string>();
    const twice = poles.filter(({ word, pole }) => {
      const key = stem(word, lexicon);
      const other = seen.get(key);
      seen.set(key, pole);
      return other !== undefined && other !== pole;
    });
    expect(twice).toEqual([]);
  });

  test('give what a prefix makes the pole that is opposite to the word without it', () => {
    const same = prefixed().filter(({ prefix, word }) => {
      const [plain, opposite] = [word, `${prefix}${word}`].map((each) => lexicon.oppositions.get(stem(each, lexicon)));
      return plain?.family !== opposite?.family || plain?.negative === opposite?.negative;
    });
    expect(same).toEqual([]);
  });

  test('list a prefixed word once, and not as a pair as well', () => {
    const list = prefixed().map(({ prefix, word }) => `${prefix}${word}`);
    const pairs = new Set(
      Object.values(read('oppositions.json') as Record<string, Poles>).flatMap((pair) => pair.negative),
    );
    expect(list.filter((word, at) => list.indexOf(word) !== at)).toEqual([]);
    expect(list.filter((word) => pairs.has(word))).toEqual([]);
  });

  test('know every verb that others are read as, or that a noun of action belongs to', () => {
    const { verbs } = read('synonyms.json') as Record<'verbs', Record<string, string[]>>;
    const { actions, base } = read('verbs.json') as { actions: Record<string, string[]>; base: string[] };
    const single = Object.values(verbs)
      .flat()
      .filter((word) => !word.includes(' '));
    const unknown = [...Object.keys(verbs), ...single, ...Object.keys(actions)].filter((verb) => !base.includes(verb));
    expect(unknown).toEqual([]);
  });

  test('read no word as one that is read as another', () => {
    const sections = Object.values(read('synonyms.json') as Record<string, Record<string, string[]>>);
    const aliases = sections.flatMap((section) => Object.values(section).flat());
    const names = sections.flatMap((section) => Object.keys(section));
    expect(aliases.filter((word, at) => aliases.indexOf(word) !== at)).toEqual([]);
    expect(names.filter((word) => aliases.includes(word))).toEqual([]);
  });

  test('give a word and what is read as it one pole', () => {
    const of = (word: string) => lexicon.oppositions.get(stem(word, lexicon));
    const sections = Object.values(read('synonyms.json') as Record<string, Record<string, string[]>>);
    const torn = sections.flatMap(Object.entries<string[]>).flatMap(([name, others]) =>
      others.filter((other) => {
        const [mine, its] = [of(name), of(other)];
        return its !== undefined && (mine?.family !== its.family || mine.negative !== its.negative);
      }),
    );
    expect(torn).toEqual([]);
  });

  test('give each value one meaning in one class', () => {
    const seen = new Map<string, string>();
    const twice = valueFiles().flatMap(({ name, members }) =>
      Object.entries(members).flatMap(([canonical, others]) =>
        [canonical, ...others].filter((word) => {
          const other = seen.get(word);
          seen.set(word, `${name} ${canonical}`);
          return other !== undefined;
        }),
      ),
    );
    expect(twice).toEqual([]);
  });

  test('hold no two words that may be said for one thing and exclude each other', () => {
    const words = [...lexicon.meanings].map(([word, own]) => ({ word, meanings: own }));
    const torn = words.flatMap((a) =>
      words.flatMap((b) => (areAlternatives(a, b) && shareMeaning(a, b) ? `${a.word} / ${b.word}` : [])),
    );
    expect(torn).toEqual([]);
  });

  test('list as names only values', () => {
    for (const { name, members, names = [] } of valueFiles()) {
      const known = Object.entries(members).flatMap(([canonical, others]) => [canonical, ...others]);
      expect(
        names.filter((word) => !known.includes(word)),
        name,
      ).toEqual([]);
    }
  });

  test.each(calendars)('%s is a calendar that a project can have, under its own name', (name) => {
    const calendar = CalendarInput.parse(read(name));
    expect(calendarErrors(calendar)).toEqual([]);
    expect(name).toBe(`calendars/${calendar.id}.json`);
  });

  test('hold a calendar with months and one with eras only', () => {
    const all = calendars.map((name) => CalendarInput.parse(read(name)));
    expect(all.some(({ units }) => units?.months != null)).toBe(true);
    expect(all.some(({ units }) => units == null)).toBe(true);
  });

  test('are each described in the README', () => {
    const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const undescribed = names.filter((name) => !name.startsWith('values/') && !readme.includes(name));
    expect(undescribed).toEqual([]);
  });
});

interface ValueFile {
  members: Record<string, string[]>;
  names?: string[];
}

function valueFiles(): (ValueFile & { name: string })[] {
  return names.filter((name) => name.startsWith('values/')).map((name) => ({ name, ...(read(name) as ValueFile) }));
}

interface Poles {
  positive: string[];
  negative: string[];
}

function polesOf(name: string): { word: string; pole: string }[] {
  return Object.entries(read(name) as Record<string, Poles>).flatMap(([family, { positive, negative }]) => [
    ...positive.map((word) => ({ word, pole: `${name} ${family} +` })),
    ...negative.map((word) => ({ word, pole: `${name} ${family} -` })),
  ]);
}

function prefixed(): { prefix: string; word: string }[] {
  const kinds = Object.values(read('prefixes.json') as Record<string, Record<string, string[]>>);
  return kinds.flatMap((lists) =>
    Object.entries(lists).flatMap(([prefix, words]) => words.map((word) => ({ prefix, word }))),
  );
}

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
