import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedError, WAY_OUT } from './error.js';

/** Others may walk through it, as the user of the server must; what lies in it is private by itself. */
const MODE = 0o711;

/** What is wrong, by the code of the fault of the file system. */
const REASONS: Record<string, string> = {
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENOENT: 'it can not be made',
};

/**
 * Makes the data folder where there is none.
 * @throws EmbeddedError that names the setting, the folder and what to do
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}

/** The fault of a file in the data folder, in words for the operator. */
export function unusableFolder(folder: string, error: unknown): EmbeddedError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : message;
  return new EmbeddedError(
    `LOREGUARD_DATA: the data folder ${folder} can not be used: ${reason}. ` +
      `Choose one that this user can write to. ${WAY_OUT}`,
    { cause: error },
  );
}

/** Not by `recursive`, which goes round for ever where a file system, such as /proc, calls a new folder missing. */
async function makeFolder(folder: string): Promise<void> {
  const fault = await makeOne(folder);
  if (fault === null) return;
  if (fault.code !== 'ENOENT' || dirname(folder) === folder) throw fault;
  await makeFolder(dirname(folder));
  const again = await makeOne(folder);
  if (again !== null) throw again;
}

/** Null when the folder is there, made just now or before. */
async function makeOne(folder: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(folder, { mode: MODE });
    return null;
  } catch (error) {
    const found = await stat(folder).catch(() => null);
    return found?.isDirectory() ? null : (error as NodeJS.ErrnoException);
  }
}
