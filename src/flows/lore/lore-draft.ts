import type { Warning } from '../../core/decision.js';
import type { Reading } from '../../core/norm.js';
import type { Probes } from '../../lore/rules/probes.js';
import type { Placed } from './place.js';

/** What a draft states of the world, as far as one attempt to store it knows. */
export interface LoreDraft {
  placed: readonly Placed[];
  /** The reading, with the entities that its relations name. */
  reading: Reading;
  warnings: readonly Warning[];
  /** Keys of the relations: those that it takes besides the keys of its words. */
  headKeys: readonly string[];
  probes: Probes;
}
