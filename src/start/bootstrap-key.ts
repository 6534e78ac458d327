import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_LENGTH_MIN } from '../config.js';
import { makeDataFolder, unusableFolder } from '../store/embedded/data-folder.js';

export interface BootstrapKey {
  key: string;
  /** Where the key is kept; null when it came from the environment. */
  file: string | null;
  /** True when it was made just now, and so is to be printed this once. */
  isNew: boolean;
}

/**
 * The key of the server admin: the configured one, or the one in the data folder, made at the first start.
 * @throws Error that names the setting and what to do, when the data folder or the key in it can't be used
 */
export async function bootstrapKey(configured: string | undefined, dataDir: string): Promise<BootstrapKey> {
  if (configured !== undefined) return { key: configured, file: null, isNew: false };
  const file = join(dataDir, 'api-key');
  await makeDataFolder(dataDir);
  const kept = await readKept(file);
  if (kept !== null) return { key: kept, file, isNew: false };
  const key = `lg_default_${randomBytes(6).toString('hex')}_${randomBytes(24).toString('base64url')}`;
  const isFirst = await publish(file, `${key}\n`).catch((error) => {
    throw unusableFolder(dataDir, error);
  });
  const published = isFirst ? key : await readKept(file);
  if (published === null) throw unusableKey(file, 'can not be read');
  return { key: published, file, isNew: isFirst };
}

/** Makes the file with all of its text at once; false when another process was first. */
async function publish(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readKept(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw unusableKey(file, `can not be read (${error.code})`, error);
  });
  const key = text?.trim() ?? null;
  if (key !== null && key.length < KEY_LENGTH_MIN)
    throw unusableKey(file, `is shorter than ${KEY_LENGTH_MIN} characters`);
  return key;
}

function unusableKey(file: string, what: string, cause?: unknown): Error {
  const wayOut =
    'Give this user a file that it can read, delete it so that a new key is made, or set LOREGUARD_API_KEY.';
  return new Error(`The API key in ${file} ${what}. ${wayOut}`, { cause });
}
