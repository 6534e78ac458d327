import { statfs } from 'node:fs/promises';

/** Why the embedded database can't be used, in words for the operator. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}

/** What every message ends with: the way around the embedded database. */
export const WAY_OUT = 'Or set DATABASE_URL to a Postgres of your own (version 15 or later).';

const LITTLE_SPACE_MB = 200;

/** A sentence on the space that is left where the folder lies, when that may be the reason; else nothing. */
export async function spaceHint(folder: string): Promise<string> {
  const space = await statfs(folder).catch(() => null);
  const freeMb = space === null ? LITTLE_SPACE_MB : Math.floor((space.bavail * space.bsize) / 1024 ** 2);
  return freeMb < LITTLE_SPACE_MB ? ` Only ${freeMb} MB are free there.` : '';
}
