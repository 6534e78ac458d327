import { direction } from '../../../core/modality.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { isLight } from './weight.js';

/** "The old mill was torn down" / "The old mill is still in use": over for the one, still so for the other. */
export function otherPhase({ stored, incoming }: Pair): Doubt | null {
  const phases = [stored.phase, incoming.phase];
  if (!phases.includes('over') || !phases.includes('still')) return null;
  if (direction(stored.modality) !== 'for' || direction(incoming.modality) !== 'for') return null;
  return isAbout(stored, incoming) && isAbout(incoming, stored) ? { stored: null, incoming: null } : null;
}

/** Whether all that a clause is about is spoken of by the other one. */
function isAbout(norm: Norm, { tokens }: Norm): boolean {
  const topic = topicOf(norm);
  const said = new Set(tokens.map(({ stem }) => stem));
  return topic.length > 0 && topic.every(({ stem }) => said.has(stem));
}

/** What stands before the verb or, where only "we" does, after it. */
function topicOf({ tokens }: Norm): FrameToken[] {
  const verb = tokens.findIndex(({ role }) => role === 'verb');
  const before = tokens.filter(
    ({ role, stem }, at) => role !== 'condition' && !isLight(stem) && (verb < 0 ? role === 'agent' : at < verb),
  );
  return before.length > 0 ? before : tokens.filter(({ role }, at) => role !== 'condition' && at > verb);
}
