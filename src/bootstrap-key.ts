import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
  try {
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const other = await readKept(file);
    if (other === null) throw error;
    return { key: other, file, isNew: false };
  }
  return { key, file, isNew: true };
}

async function readKept(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
