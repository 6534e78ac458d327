import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface BootstrapKey {
  key: string;
  /** Where the key is kept; null when it came from the environment. */
  file: string | null;
  /** True when it was made just now, and so is to be printed this once. */
  isNew: boolean;
}

/**
 * The key of the server admin: the configured one, or the one in the data folder, made at the first start.
 * @throws Error when the data folder can't be read or written
 */
export async function bootstrapKey(configured: string | undefined, dataDir: string): Promise<BootstrapKey> {
  if (configured !== undefined) return { key: configured, file: null, isNew: false };
  const file = join(dataDir, 'api-key');
  const kept = await readKept(file);
  if (kept !== null) return { key: kept, file, isNew: false };
  await mkdir(dataDir, { recursive: true });
  const key = `lg_default_${randomBytes(6).toString('hex')}_${randomBytes(24).toString('base64url')}`;
  const isFirst = await publish(file, `${key}\n`);
  return isFirst ? { key, file, isNew: true } : { key: (await readKept(file)) ?? '', file, isNew: false };
}

/** Makes the file with all of its text at once; false when another process was first. */
async function publish(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

async function readKept(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
