import { readConfig } from '../config.js';
import { KeyedQueue } from '../flows/keyed-queue.js';
import { ProjectContexts } from '../flows/project-contexts.js';
import { ingestFolder, readFolder } from '../folder.js';
import { loadLexicon } from '../lexicons.js';
import type { Store } from '../store/store.js';
import { systemClock, systemIds } from '../system.js';
import { describeIngested, type IngestCommand, readCommand, USAGE } from './ingest-command.js';
import { commandOf, fail, withStore } from './operator.js';
import { progressBar } from './progress.js';

/** For operators: a folder of lore, without a server, into the configured database. */
const command = commandOf(readCommand, USAGE);
if (command !== null) {
  try {
    await withStore(readConfig(), 2, (store) => ingest(command, store));
  } catch (error) {
    fail(error);
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
