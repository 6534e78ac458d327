import type { Tenant } from '../../src/core/scope.js';
import { ingestItems } from '../../src/flows/documents/ingest-items.js';
import { KeyedQueue } from '../../src/flows/keyed-queue.js';
import { ProjectContexts } from '../../src/flows/project-contexts.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { systemClock, systemIds } from '../../src/start/system.js';
import type { Store } from '../../src/store/store.js';
import { BATCH, generateWorld } from './generate.js';

/** Batches on their way at once: one is read while others are stored. */
const WORKERS = 3;

export interface LoadProgress {
  documents: number;
  documentsTotal: number;
  relations: number;
}

/** Stores a generated world as an ingest does, without looking for what is wrong with it. Answers how many relations, and how long it took. */
export async function loadWorld(
  store: Store,
  { tenant, size, seed }: { tenant: Tenant; size: number; seed: number },
  tell: (progress: LoadProgress) => void = () => undefined,
): Promise<{ stored: number; seconds: number }> {
  const ports = { store, clock: systemClock, ids: systemIds };
  const deps = { ...ports, lexicon: loadLexicon(), queue: new KeyedQueue(), contexts: new ProjectContexts(store) };
  const author = { who: 'generator', keyId: null };
  const runId = systemIds.next();
  const start = systemClock.elapsed();
  const progress = { documents: 0, documentsTotal: Math.ceil(size / BATCH), relations: 0 };
  let begun = 0;
  let stored = 0;
  const batches = generateWorld(size, seed);
  const work = async () => {
    for (let next = batches.next(); !next.done; next = batches.next()) {
      const source = `generated ${seed}-${begun++}`;
      const done = await ingestItems(deps, { tenant, author, runId, isCompared: false, items: next.value, source });
      if (done.errors.length > 0) throw new Error(JSON.stringify(done.errors[0]));
      stored += done.stored?.relationIds.length ?? 0;
      progress.documents += 1;
      progress.relations += next.value.relationCount;
      tell(progress);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return { stored, seconds: (systemClock.elapsed() - start) / 1000 };
}
