import { readConfig } from '../config.js';
import { ThreadReader } from '../documents/reader.js';
import { KeyedQueue } from '../flows/keyed-queue.js';
import { ProjectContexts } from '../flows/project-contexts.js';
import { nliOff } from '../inference/off.js';
import { ingestFolder, readFolder } from '../start/folder.js';
import { loadLexicon } from '../start/lexicons.js';
import { systemClock, systemIds } from '../start/system.js';
import type { Store } from '../store/store.js';
import { telemetryOff } from '../telemetry/off.js';
import { describeIngested, type IngestCommand, readCommand, USAGE } from './ingest-command.js';
import { commandOf, fail, withStore } from './operator.js';
import { progressBar } from './progress.js';

/** Nobody else waits for this process. */
const LIMITS_MS = { parsed: 30_000, plain: 30_000 };

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
  const documents = new ThreadReader({ clock: systemClock, limitsMs: LIMITS_MS, report: console.error });
  const ports = { store, clock: systemClock, ids: systemIds, documents };
  const judging = { scorer: nliOff, telemetry: telemetryOff };
  const deps = {
    ...ports,
    ...judging,
    lexicon: loadLexicon(),
    queue: new KeyedQueue(),
    contexts: new ProjectContexts(store),
  };
  const world = await readFolder(folder);
  const bar = progressBar(process.stderr, () => systemClock.elapsed());
  const run = { tenant, author: { who, keyId: null }, runId: systemIds.next() };
  const ingested = await ingestFolder(deps, world, run, fail, bar.tell);
  bar.end();
  const paths = world.documents.map(({ uri }) => uri);
  for (const text of describeIngested(paths, ingested)) console.log(text);
  if (ingested.documents.some(({ result }) => result === 'failed')) process.exitCode = 1;
}
