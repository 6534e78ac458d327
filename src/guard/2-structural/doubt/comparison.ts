import { type Comparison, type FrameToken, type Norm, RANK } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import type { Remainder } from './remainder.js';
import { isVague } from './reworded.js';

/**
 * "Olly is taller than Fern" / "Fern is taller than Olly", "Olly is shorter than Fern"; "Fixes take priority over features" / "Features
 * matter more than fixes": on one scale each has more than the other.
 */
export function otherWayRound({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  const [a, b] = [comparisonOf(stored), comparisonOf(incoming)];
  if (a === null || b === null || a.scale !== b.scale || !isPlain(stored) || !isPlain(incoming)) return null;
  if (!isSame(a.more, b.less) || !isSame(a.less, b.more)) return null;
  // "prefers tea to coffee *at work*" / "prefers coffee to tea *at home*"
  if (isElsewhere(rest.stored, a) && isElsewhere(rest.incoming, b)) return null;
  return areOfOne(holders(stored, a), holders(incoming, b)) ? { stored: null, incoming: null } : null;
}

/** "Dukes rank above barons" / "Barons rank below dukes": one order, told from either end. */
export function isSameWayRound({ stored, incoming }: Pair): boolean {
  const [a, b] = [stored.comparison, incoming.comparison];
  if (a === undefined || b === undefined || stored.modality !== incoming.modality) return false;
  return a.scale === b.scale && isSame(a.more, b.more) && isSame(a.less, b.less);
}

/** A preference too: what is preferred counts for more. */
function comparisonOf({ comparison, value, preferredOver }: Norm): Comparison | null {
  if (value !== null && preferredOver !== null) return { scale: RANK, more: value, less: preferredOver };
  return comparison ?? null;
}

function isPlain(norm: Norm): boolean {
  if (norm.modality !== 'is' || norm.isPast === true || isVague(norm)) return false;
  return !norm.tokens.some(({ opens }) => opens !== undefined);
}

/** Whether it tells of a case or place that the other does not tell of. */
function isElsewhere(own: readonly FrameToken[], { more, less }: Comparison): boolean {
  const compared = new Set([...more.split(' '), ...less.split(' ')]);
  return own.some(({ lead, stem }) => lead !== undefined && !compared.has(stem));
}

/** "Fern" is "his sister Fern": the one says all words of the other. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [new Set(a.split(' ')), new Set(b.split(' '))];
  const [shorter, longer] = one.size < other.size ? [one, other] : [other, one];
  return [...shorter].every((word) => longer.has(word));
}

/** Who it is that prefers: none of the things that are compared. */
function holders({ tokens }: Norm, { more, less }: Comparison): string[] {
  const compared = new Set([...more.split(' '), ...less.split(' ')]);
  return tokens.flatMap(({ role, stem }) => (role === 'agent' && !compared.has(stem) ? stem : []));
}

function areOfOne(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((stem) => b.includes(stem));
}
