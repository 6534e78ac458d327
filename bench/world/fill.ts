import { ingestItems } from '../../src/flows/documents/ingest-items.js';
import { KeyedQueue } from '../../src/flows/keyed-queue.js';
import { ProjectContexts } from '../../src/flows/project-contexts.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { systemClock, systemIds } from '../../src/start/system.js';
import type { Store } from '../../src/store/store.js';
import { BATCH, generateWorld } from './generate.js';

/** Batches on their way at once: one is read while others are stored. */
const WORKERS = 3;

export interface Filling {
  tenant: { orgId: string; project: string };
  size: number;
  seed: number;
  /** Told how far it is. */
  tell?: (progress: { documents: number; documentsTotal: number; relations: number }) => void;
}

/** Loads a generated world as an ingest does; answers how many relations are stored. */
export async function fillWorld(store: Store, { tenant, size, seed, tell }: Filling): Promise<number> {
  const ports = { store, clock: systemClock, ids: systemIds };
  const deps = { ...ports, lexicon: loadLexicon(), queue: new KeyedQueue(), contexts: new ProjectContexts(store) };
  const author = { who: 'generator', keyId: null };
  const runId = systemIds.next();
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
      tell?.(progress);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return stored;
}
