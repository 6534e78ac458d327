import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { progressBar } from '../../src/cli/progress.js';
import { readConfig } from '../../src/config.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { startEmbedded } from '../../src/store/embedded/start.js';
import { migrate } from '../../src/store/migrate.js';
import { openStore, type Store } from '../../src/store/store.js';
import { fillWorld } from './fill.js';
import { generateWorld } from './generate.js';

/**
 * Makes a world and loads it into the configured database as an ingest does, and says how fast that went; or writes it
 * into a folder, as documents that `npm run ingest` reads.
 * `npm run generate -- --relations 500000 --seed 1 --project generated`
 * `npm run generate -- --relations 500000 --seed 1 --folder world`
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { relations: text, seed: text, project: text, folder: text } });
const size = Number(values.relations ?? 500_000);
const seed = Number(values.seed ?? 1);
const tenant = { orgId: 'default', project: values.project ?? 'generated' };

async function main(): Promise<void> {
  if (!Number.isSafeInteger(size) || size < 1 || !Number.isSafeInteger(seed)) {
    throw new Error('--relations must be a number from 1, and --seed a whole number.');
  }
  if (values.folder === undefined) await loadDatabase();
  else await writeFolder(values.folder);
}

/** A document a batch, in YAML: what takes the longest to read. */
async function writeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  let documents = 0;
  for (const { entities, relations } of generateWorld(size, seed)) {
    documents += 1;
    const name = `batch-${String(documents).padStart(4, '0')}.yaml`;
    await writeFile(join(folder, name), stringify({ entities, relations }));
  }
  console.log(`${size} relations written into ${documents} documents in ${folder}`);
}

async function loadDatabase(): Promise<void> {
  const config = readConfig();
  const embedded =
    config.DATABASE_URL === undefined ? await startEmbedded({ dataDir: resolve(config.LOREGUARD_DATA) }) : null;
  try {
    const url = config.DATABASE_URL ?? embedded?.url ?? '';
    await migrate({ url });
    const store = await openStore({ url, poolSize: 4, random: systemRandom });
    try {
      await load(store);
    } finally {
      await store.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function load(store: Store): Promise<void> {
  const bar = progressBar(process.stderr, () => systemClock.elapsed());
  const start = systemClock.elapsed();
  const stored = await fillWorld(store, { tenant, size, seed, tell: bar.tell });
  bar.end();
  const seconds = (systemClock.elapsed() - start) / 1000;
  console.log(`${stored} relations stored in ${seconds.toFixed(1)} s: ${Math.round(stored / seconds)}/s`);
}

await main();
