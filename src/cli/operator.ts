import { resolve } from 'node:path';
import type { Config } from '../config.js';
import { systemRandom } from '../start/system.js';
import { startEmbedded } from '../store/embedded/start.js';
import { migrate } from '../store/migrate.js';
import { openStore, type Store } from '../store/store.js';
import { EXIT } from './exit.js';

/** Says what went wrong, and lets the command end as failed. */
export function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = EXIT.fault;
}

const HELP = new Set(['--help', '-h']);

/** Whether the words ask how a command is used. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.some((word) => HELP.has(word));
}

/** The command that the words name, or null when they name none: then `usage` is shown. */
export function commandOf<T>(
  read: (words: readonly string[]) => T,
  usage: string,
  words: readonly string[] = process.argv.slice(2),
): T | null {
  if (asksForHelp(words)) {
    console.log(usage);
    return null;
  }
  try {
    return read(words);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exitCode = EXIT.usage;
    return null;
  }
}

/** Works on the configured database: the embedded one runs meanwhile, unless a server has it running already. */
export async function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const embedded =
    config.DATABASE_URL === undefined ? await startEmbedded({ dataDir: resolve(config.LOREGUARD_DATA) }) : null;
  try {
    await work(config.DATABASE_URL ?? embedded?.url ?? '');
  } finally {
    await embedded?.stop();
  }
}

/** Works on an open store over the configured database, brought up to this code. */
export async function withStore(
  config: Config,
  poolSize: number,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  await withDatabase(config, async (url) => {
    await migrate({ url });
    const store = await openStore({ url, pooling: config.DATABASE_POOLING, poolSize, random: systemRandom });
    try {
      await work(store);
    } finally {
      await store.close();
    }
  });
}
