import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedError, WAY_OUT } from './error.js';

/** The user that the server runs as, when it can't be the user of this process. */
export interface RunAs {
  uid: number;
  gid: number;
}

const run = promisify(execFile);

/**
 * Postgres refuses to run as root, so for root this is an existing user without rights: `postgres`, else `nobody`.
 * It must have an entry in the user database: Postgres asks for its name. Null for every other user: no change.
 */
export async function findRunAs(): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all(['-u', '-g'].map((flag) => idOf(flag, name)));
    const [uid, gid] = ids;
    if (uid && gid) return { uid, gid };
  }
  throw new EmbeddedError(`Postgres can not run as root, and there is no user postgres or nobody. ${WAY_OUT}`);
}

async function idOf(flag: string, name: string): Promise<number | null> {
  const answer = await run('id', [flag, name]).catch(() => null);
  const id = Number(answer?.stdout.trim());
  return Number.isInteger(id) && id > 0 ? id : null;
}
