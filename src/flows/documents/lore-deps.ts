import type { Deps } from '../deps.js';

/** What storing documents needs. */
export type LoreDeps = Pick<Deps, 'store' | 'lexicon' | 'ids' | 'clock' | 'contexts' | 'queue'>;
