import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../helpers/sources.js';

const FOLDER = join(ROOT, 'lexicons');

/** Class of words, as `modality.predicate` → all words and phrases that the lexicon lists in it. */
export function lexiconClasses(): Map<string, string[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return new Map(files.sort().flatMap(classesOf));
}

/** The classes of one file: one a key, but one for a whole file whose keys are all short (a class of values). */
function classesOf(file: string): [string, string[]][] {
  const data = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, unknown>;
  const name = file.replace(/\.json$/, '').replaceAll('\\', '/');
  const isOneClass = name.includes('/') || Object.keys(data).length > CLASSES_MAX;
  const classes: [string, string[]][] = isOneClass
    ? [[name, textsIn(data)]]
    : Object.entries(data).map(([key, listed]) => [`${name}.${key}`, textsIn(listed)]);
  return classes.filter(([, words]) => words.length > 0);
}

/** A file of more keys than this lists words by what they mean: all of them are one class. */
const CLASSES_MAX = 15;

/** Every text in the data, keys of objects included. */
function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (data === null || typeof data !== 'object') return [];
  const own = Array.isArray(data) ? [] : Object.keys(data);
  return [...new Set([...own, ...Object.values(data).flatMap(textsIn)])];
}
