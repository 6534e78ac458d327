import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildApp } from './app.js';
import { type BootstrapKey, bootstrapKey } from './bootstrap-key.js';
import { type Config, configHelp, readConfig } from './config.js';
import type { Deps } from './flows/deps.js';
import { KeyedQueue } from './flows/keyed-queue.js';
import { read } from './guard/pipeline.js';
import { bootstrapKeyAuth, openDoor } from './http/auth.js';
import { nliOff } from './inference/off.js';
import { startRechecks } from './jobs/recheck.js';
import { loadLexicon } from './lexicons.js';
import { startEmbedded } from './store/embedded/start.js';
import { migrate } from './store/migrate.js';
import { openStore } from './store/store.js';
import { systemClock, systemIds, systemRandom } from './system.js';
import { welcome } from './welcome.js';

/** The only file that starts: config → deps → listen → close on signal. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(configHelp());
  const config = readConfig();
  const dataDir = resolve(config.LOREGUARD_DATA);
  const lexicon = loadLexicon();
  const key = await adminKey(config, dataDir);
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded({ dataDir }) : null;
  const url = config.DATABASE_URL ?? embedded?.url ?? '';
  await migrate({ url });
  const store = await openStore({ url, poolSize: config.DATABASE_POOL, random: systemRandom });
  const deps: Deps = {
    ...{ store, lexicon, normSource: read, scorer: nliOff },
    ...{ clock: systemClock, ids: systemIds, random: systemRandom, queue: new KeyedQueue() },
  };
  const app = await buildApp(deps, {
    authenticator: key === null ? openDoor : bootstrapKeyAuth(key.key),
    logger: { level: config.LOG_LEVEL },
    version: await packageVersion(),
  });
  const rechecks = startRechecks(deps, (error) => app.log.warn({ err: error }, 'a re-check failed and stays due'));
  closeOnSignal(async () => {
    await app.close();
    await rechecks.stop();
    await store.close();
    await embedded?.stop();
  });
  const address = await app.listen({ host: config.HOST, port: config.PORT });
  console.log(welcome(address, key));
}

async function adminKey(config: Config, dataDir: string): Promise<BootstrapKey | null> {
  if (config.LOREGUARD_AUTH === 'off') return null;
  if (config.DATABASE_URL !== undefined && config.LOREGUARD_API_KEY === undefined) {
    throw new Error('Set LOREGUARD_API_KEY: with DATABASE_URL no key is made, as every replica would make its own.');
  }
  return bootstrapKey(config.LOREGUARD_API_KEY, dataDir);
}

async function packageVersion(): Promise<string> {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false;
  const onSignal = () => {
    if (isClosing) return;
    isClosing = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
