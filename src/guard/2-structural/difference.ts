import type { FrameToken } from '../../core/norm.js';
import { type Alignment, leadOf } from './align.js';

/** What a difference of one word on either side is. */
export type DifferenceKind =
  | 'none'
  /** Two values of one class in a single-valued slot. */
  | 'value'
  /** The two words of a pair that leaves no third (enabled, disabled). */
  | 'complementary'
  /** Two words that exclude each other but may both be false (first, last). */
  | 'contrary'
  /** Two values of a slot that takes many. */
  | 'member'
  /** Two values or opposites in a place where both may hold. */
  | 'uncertain'
  /** Two words of the complement that nothing is known of. */
  | 'word'
  /** Words of the subject, which make it another subject. */
  | 'subject'
  /** One clause says all that the other says, and more. */
  | 'extra'
  /** More than one difference, or another preposition. */
  | 'several';

export interface Difference {
  kind: DifferenceKind;
  stored: FrameToken | null;
  incoming: FrameToken | null;
}

/** Names the difference between two aligned clauses, their conditions left aside. Symmetric. */
export function difference(alignment: Alignment): Difference {
  const [onlyStored, onlyIncoming] = [alignment.onlyStored.filter(isSaid), alignment.onlyIncoming.filter(isSaid)];
  const stored = onlyStored[0] ?? null;
  const incoming = onlyIncoming[0] ?? null;
  const isLedElsewhere = alignment.lead === 'other';
  if (stored === null && incoming === null) return { kind: isLedElsewhere ? 'several' : 'none', stored, incoming };
  if (stored === null || incoming === null) return { kind: isLedElsewhere ? 'several' : 'extra', stored, incoming };
  if (onlyStored.length > 1 || onlyIncoming.length > 1) return { kind: 'several', stored, incoming };
  const kind = oneWord(stored, incoming);
  // "visible to guests" / "hidden from guests": opposites bring their own prepositions.
  const lead = kind === 'complementary' || kind === 'contrary' ? alignment.subjectLead : alignment.lead;
  const isOther = lead === 'other' || leadOf(stored, incoming) === 'other';
  return { kind: isOther ? 'several' : kind, stored, incoming };
}

function isSaid({ role }: FrameToken): boolean {
  return role !== 'condition';
}

function oneWord(stored: FrameToken, incoming: FrameToken): DifferenceKind {
  if (stored.role === 'agent' || incoming.role === 'agent') return 'subject';
  if (isPrefixed(stored, incoming) || isPrefixed(incoming, stored)) return 'complementary';
  const [a, b] = [stored.frame, incoming.frame];
  if (a === undefined || b === undefined) return stored.role === incoming.role ? 'word' : 'several';
  if (a.slice(1) !== b.slice(1)) return 'word';
  return exchange(a.charAt(0), b.charAt(0), stored.negative !== incoming.negative);
}

/** What exchanging two words of one class or family means, by the signs of their places. */
function exchange(a: string, b: string, areOpposite: boolean): DifferenceKind {
  const signs = a + b;
  if (signs.includes('*')) return 'member';
  if (signs.includes('?')) return 'uncertain';
  if (a === '#') return 'value';
  if (signs.includes('!') || !areOpposite) return 'word';
  return a === '±' ? 'complementary' : 'contrary';
}

/** "non-empty" beside "empty". */
function isPrefixed(plain: FrameToken, prefixed: FrameToken): boolean {
  return prefixed.negative === true && plain.negative !== true && prefixed.frame === `±${plain.stem}`;
}
