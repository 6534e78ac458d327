import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Source {
  /** Path below the root, with forward slashes. */
  path: string;
  text: string;
  /** Imported paths below the root for relative imports, package names for others. */
  imports: { target: string; isPackage: boolean }[];
}

/** Every TypeScript file below a folder of the repository. */
export function sources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => source(path, readFileSync(join(ROOT, path), 'utf8')));
}

export function source(path: string, text: string): Source {
  const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^']+)'/g)].map((match) => match[1] ?? '');
  const imports = specifiers.map((specifier) =>
    specifier.startsWith('.')
      ? { target: posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts'), isPackage: false }
      : { target: specifier, isPackage: true },
  );
  return { path, text, imports };
}
