import type { Deps } from '../deps.js';

/** What comparing what is stored needs. */
export type ComparingDeps = Pick<Deps, 'store' | 'lexicon' | 'ids' | 'clock' | 'contexts'>;

/** What storing what was read needs. */
export type StoringDeps = ComparingDeps & Pick<Deps, 'queue'>;

/** What reading and storing documents needs. */
export type LoreDeps = StoringDeps & Pick<Deps, 'documents' | 'rulesLimitMs'>;
