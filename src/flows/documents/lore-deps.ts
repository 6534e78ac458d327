import type { Deps } from '../deps.js';

/** What storing what was read needs. */
export type StoringDeps = Pick<Deps, 'store' | 'lexicon' | 'ids' | 'clock' | 'contexts' | 'queue'>;

/** What reading and storing documents needs. */
export type LoreDeps = StoringDeps & Pick<Deps, 'documents'>;
