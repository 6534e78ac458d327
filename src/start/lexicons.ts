import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileLexicon, type Lexicon, type LexiconSource, lexiconFiles } from '../core/lexicon.js';

const PACKAGED = fileURLToPath(new URL('../../lexicons', import.meta.url));

/** Reads and compiles the lexicons of a folder, by default those of the package. The hash is over names and bytes. */
export function loadLexicon(folder: string = PACKAGED): Lexicon {
  const { source, hash } = readLexicons(folder);
  return compileLexicon(source, hash);
}

/** The files of a folder, parsed but not compiled. */
export function readLexicons(folder: string = PACKAGED): { source: LexiconSource; hash: string } {
  const hash = createHash('sha256');
  const read = (name: string): unknown => {
    const bytes = readFileSync(join(folder, name));
    hash.update(name).update('\0').update(bytes).update('\0');
    return JSON.parse(bytes.toString('utf8'));
  };
  const files = Object.fromEntries(Object.keys(lexiconFiles).map((name) => [name, read(`${name}.json`)]));
  const valueNames = readdirSync(join(folder, 'values'))
    .filter((name) => name.endsWith('.json'))
    .sort();
  const values = Object.fromEntries(valueNames.map((name) => [name, read(`values/${name}`)]));
  return { source: { files, values }, hash: hash.digest('hex') };
}
