import type { WriteRequest } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import type { Reading } from '../core/norm.js';
import { unknownReading } from '../guard/pipeline.js';
import type { Deps } from './deps.js';
import type { Window } from './window.js';

/** Stage 1. A normalizer that fails never fails the write: the claim counts as unread, and says so. */
export async function readStatement(
  deps: Deps,
  { statement, scope }: Pick<WriteRequest, 'statement' | 'scope'>,
  window: Window,
  context: ProjectContext,
  nowTick: number,
): Promise<Reading> {
  const input = { statement, scope, ...window };
  try {
    return await deps.normSource(input, context, deps.lexicon, nowTick);
  } catch {
    return unknownReading(input, deps.lexicon);
  }
}
