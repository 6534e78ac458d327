import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.js';
import { KeyedQueue } from '../flows/keyed-queue.js';
import { ProjectContexts } from '../flows/project-contexts.js';
import { ingestFolder, readFolder } from '../folder.js';
import { loadLexicon } from '../lexicons.js';
import { startEmbedded } from '../store/embedded/start.js';
import { migrate } from '../store/migrate.js';
import { openStore, type Store } from '../store/store.js';
import { systemClock, systemIds, systemRandom } from '../system.js';
import { describeIngested, type IngestCommand, readCommand, USAGE } from './ingest-command.js';
import { progressBar } from './progress.js';

/** For operators: a folder of lore, without a server, into the configured database. */
const command = commandOf(process.argv.slice(2));
if (command !== null) {
  try {
    await run(command, readConfig());
  } catch (error) {
    fail(error);
  }
}

function commandOf(words: readonly string[]): IngestCommand | null {
  try {
    return readCommand(words);
  } catch (error) {
    fail(error);
    console.error(USAGE);
    return null;
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(wanted: IngestCommand, config: Config): Promise<void> {
  const embedded =
    config.DATABASE_URL === undefined ? await startEmbedded({ dataDir: resolve(config.LOREGUARD_DATA) }) : null;
  try {
    const url = config.DATABASE_URL ?? embedded?.url ?? '';
    await migrate({ url });
    const store = await openStore({ url, pooling: config.DATABASE_POOLING, poolSize: 2, random: systemRandom });
    try {
      await ingest(wanted, store);
    } finally {
      await store.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function ingest({ folder, tenant, who }: IngestCommand, store: Store): Promise<void> {
  const ports = { store, clock: systemClock, ids: systemIds };
  const deps = { ...ports, lexicon: loadLexicon(), queue: new KeyedQueue(), contexts: new ProjectContexts(store) };
  const world = await readFolder(folder);
  const bar = progressBar(process.stderr, () => systemClock.elapsed());
  const run = { tenant, author: { who, keyId: null }, runId: systemIds.next() };
  const ingested = await ingestFolder(deps, world, run, fail, bar.tell);
  bar.end();
  const paths = world.documents.map(({ uri }) => uri);
  for (const text of describeIngested(paths, ingested)) console.log(text);
  if (ingested.documents.some(({ result }) => result === 'failed')) process.exitCode = 1;
}
