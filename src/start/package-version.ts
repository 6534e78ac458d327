import { readFile } from 'node:fs/promises';

/** The version of this package, as its package.json says. */
export async function packageVersion(): Promise<string> {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
