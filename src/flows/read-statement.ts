import type { WriteRequest } from '../core/claim.js';
import { DEFAULT_CONTEXT, type ProjectContext } from '../core/context.js';
import type { Reading } from '../core/norm.js';
import { unknownReading } from '../guard/pipeline.js';
import type { Deps } from './deps.js';
import type { Window } from './window.js';

/** Every project has the same settings so far. */
export const PROJECT_CONTEXT: ProjectContext = DEFAULT_CONTEXT;

/** Stage 1. A normalizer that fails never fails the write: the claim counts as unread, and says so. */
export async function readStatement(
  deps: Deps,
  { statement, scope }: Pick<WriteRequest, 'statement' | 'scope'>,
  window: Window,
  nowTick: number,
): Promise<Reading> {
  const input = { statement, scope, ...window };
  try {
    return await deps.normSource(input, PROJECT_CONTEXT, deps.lexicon, nowTick);
  } catch {
    return unknownReading(input, deps.lexicon);
  }
}
