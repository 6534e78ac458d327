import type { FrameToken } from '../../core/norm.js';
import type { Alignment } from './align.js';

/** What a difference of one word on either side is. */
export type DifferenceKind =
  | 'none'
  /** Two values of one class in a single-valued slot. */
  | 'value'
  /** The two words of a pair that leaves no third (enabled, disabled). */
  | 'complementary'
  /** Two words that exclude each other but may both be false (first, last). */
  | 'contrary'
  /** Two values or opposites in a place where both may hold. */
  | 'uncertain'
  /** Two words of the complement that nothing is known of. */
  | 'word'
  /** Words of the subject, which make it another subject. */
  | 'subject'
  /** Words inside a condition. */
  | 'condition'
  /** One clause says all that the other says, and more. */
  | 'extra'
  /** More than one difference. */
  | 'several';

export interface Difference {
  kind: DifferenceKind;
  stored: FrameToken | null;
  incoming: FrameToken | null;
}

/** Names the difference between two aligned clauses. Symmetric. */
export function difference({ onlyStored, onlyIncoming }: Alignment): Difference {
  const stored = onlyStored[0] ?? null;
  const incoming = onlyIncoming[0] ?? null;
  if (stored === null && incoming === null) return { kind: 'none', stored, incoming };
  if ([...onlyStored, ...onlyIncoming].some((token) => token.role === 'condition')) {
    return { kind: 'condition', stored, incoming };
  }
  if (stored === null || incoming === null) return { kind: 'extra', stored, incoming };
  if (onlyStored.length > 1 || onlyIncoming.length > 1) return { kind: 'several', stored, incoming };
  return { kind: oneWord(stored, incoming), stored, incoming };
}

function oneWord(stored: FrameToken, incoming: FrameToken): DifferenceKind {
  if (stored.role === 'agent' || incoming.role === 'agent') return 'subject';
  if (isPrefixed(stored, incoming) || isPrefixed(incoming, stored)) return 'complementary';
  if (stored.frame === undefined || incoming.frame === undefined)
    return stored.role === incoming.role ? 'word' : 'several';
  if (stored.frame.slice(1) !== incoming.frame.slice(1)) return 'word';
  if (isOpen(stored) || isOpen(incoming)) return 'uncertain';
  if (stored.frame.startsWith('#')) return 'value';
  if (stored.negative === incoming.negative) return 'word';
  return stored.frame.startsWith('±') ? 'complementary' : 'contrary';
}

/** "non-empty" beside "empty". */
function isPrefixed(plain: FrameToken, prefixed: FrameToken): boolean {
  return plain.frame === undefined && prefixed.frame === `±${plain.stem}`;
}

function isOpen({ frame }: FrameToken): boolean {
  return frame?.startsWith('?') === true || frame?.startsWith('!') === true;
}
