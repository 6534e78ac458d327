import { resolve } from 'node:path';
import { readConfig } from '../config.js';
import { startEmbedded } from '../store/embedded/start.js';
import { migrate } from '../store/migrate.js';

/** Brings the configured database up to this code, and says what it applied. The server does the same at its start. */
async function main(): Promise<void> {
  const config = readConfig();
  const embedded =
    config.DATABASE_URL === undefined ? await startEmbedded({ dataDir: resolve(config.LOREGUARD_DATA) }) : null;
  try {
    const applied = await migrate({ url: config.DATABASE_URL ?? embedded?.url ?? '', log: console.log });
    if (applied.length === 0) console.log('nothing to apply');
  } finally {
    await embedded?.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
