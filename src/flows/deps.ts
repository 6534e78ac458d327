import type { ProjectContext } from '../core/context.js';
import type { StoryReader } from '../core/detective.js';
import type { Lexicon } from '../core/lexicon.js';
import type { Reading } from '../core/norm.js';
import type { Clock, DocumentReader, Ids, NliScorer, Random, Secrets, Telemetry } from '../core/ports.js';
import type { Storyteller } from '../core/storyteller.js';
import type { ReadInput } from '../guard/pipeline.js';
import type { Store } from '../store/store.js';
import type { Judging } from './judging/judging.js';
import type { KeyRing } from './key-ring.js';
import type { KeyedQueue } from './keyed-queue.js';
import type { Sessions } from './lore/sessions.js';
import type { ProjectContexts } from './project-contexts.js';

/** Reads a statement into norms, at once or after asking elsewhere. May fail: the flow then fails open. */
export type NormSource = (
  input: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
) => Reading | Promise<Reading>;

/** What main hands in and every flow may use. */
export interface Deps {
  store: Store;
  lexicon: Lexicon;
  normSource: NormSource;
  scorer: NliScorer;
  /** Words stories anew; null: they are told as they are built. */
  storyteller: Storyteller | null;
  /** Who judges what the rules leave open; null: nobody. */
  judging: Judging | null;
  /** A model that reads stories beside the rules; null: none is asked. */
  detective: StoryReader | null;
  documents: DocumentReader;
  clock: Clock;
  ids: Ids;
  random: Random;
  secrets: Secrets;
  /** Settings of projects that were read before. */
  contexts: ProjectContexts;
  /** What conversations of questions are about. */
  sessions: Sessions;
  /** API keys that were looked up a moment ago. */
  keys: KeyRing;
  /** Writes of this process that wait for the same keys. */
  queue: KeyedQueue;
  telemetry: Telemetry;
  /** Longest that the rules that somebody wrote may take of one write, all together, in milliseconds. */
  rulesLimitMs: number;
  /** Version of this application. */
  version: string;
}
