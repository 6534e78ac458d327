import type { NliPair } from '../core/ports.js';
import type { ModelCard } from './folder.js';
import type { ModelChoice, Probabilities } from './model.js';

/** What the two threads say to each other. Beside the choice of the model, which the worker is started with. */
export type WorkerData = ModelChoice;

/** `close` ends the thread once it has answered what came before. */
export type Request = { type: 'score'; id: number; pairs: NliPair[] } | { type: 'close' };

/** The first word of a worker, and then one answer a request: how likely each label of each pair is, null for a failure. */
export type Reply =
  | { type: 'ready'; digest: string; card: ModelCard }
  | { type: 'refused'; message: string }
  | { type: 'scored'; id: number; probabilities: Probabilities[] | null };
