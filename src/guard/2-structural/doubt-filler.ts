import { direction, isFact } from '../../core/modality.js';
import { type FrameToken, type Norm } from '../../core/norm.js';
import type { Doubt } from './doubt.js';
import type { Pair } from './pair.js';
import type { Remainder } from './remainder.js';

/** What fills a place takes so many words at most. */
const FILLER_MAX = 3;

export function otherFiller({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  if (direction(stored.modality) !== 'for' || direction(incoming.modality) !== 'for') return null;
  if (isFact(stored.modality) !== isFact(incoming.modality) || stored.modality === 'may' || incoming.modality === 'may') return null;
  if (stored.isAdditive === true || incoming.isAdditive === true) return null;
  if (rest.stored.length === 0 || rest.incoming.length === 0) return null;
  const { onlyStored, onlyIncoming } = alignment;
  const [a, b] = [onlyStored[0], onlyIncoming[0]];
  if (a === undefined || b === undefined || verbsOf(stored) !== verbsOf(incoming)) return null;
  if (!isFiller(stored, onlyStored) || !isFiller(incoming, onlyIncoming)) return null;
  if (a.lead !== b.lead) return null;
  return isPlaced(stored, a) || isIdentity(stored, a, b) ? { stored: a, incoming: b } : null;
}

function verbsOf({ tokens }: Norm): string {
  return tokens
    .filter(({ role }) => role === 'verb')
    .map(({ stem }) => stem)
    .join();
}

/** The last words of the clause, which are no list. */
function isFiller({ tokens }: Norm, only: readonly FrameToken[]): boolean {
  if (only.length > FILLER_MAX) return false;
  const last = tokens.slice(-only.length);
  return last.every((token) => token.role === undefined && token.quantity?.dimension == null && !token.frame?.startsWith('*') && only.includes(token));
}

function isPlaced({ tokens }: Norm, { lead, stem }: FrameToken): boolean {
  return lead !== undefined && tokens.length > 1;
}

/** "Our CSS methodology is *BEM*" */
function isIdentity({ tokens, tense }: Norm, a: FrameToken, b: FrameToken): boolean {
  const named = tokens.filter(({ role }) => role === 'agent');
  return tense === undefined && named.length > 1 && tokens.every(({ role }) => role !== 'verb') && (a.frame === '#entity' || b.frame === '#entity');
}
