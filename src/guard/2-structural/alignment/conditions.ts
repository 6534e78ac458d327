import { areOfOneClass, exchangeClass, isNegative, isOnlyFiller, isOpposite, isValue } from '../../../core/filler.js';
import { type ConditionKind, type FrameToken, isInCondition, isOneOfOther, type Norm } from '../../../core/norm.js';
import type { Alignment } from './align.js';
import { areDisjoint, relate } from './intervals.js';
import { isOnlyOfClass } from './per-norm.js';

/**
 * How the conditions of two clauses lie: the same, never both met, one inside the other ("uploads" and "uploads over
 * 10 MB"), or none of these.
 */
export type Conditions = 'equal' | 'exclusive' | 'nested' | 'differ';

export function compareConditions(stored: Norm, incoming: Norm, { onlyStored, onlyIncoming }: Alignment): Conditions {
  if (!onlyStored.some(isInCondition) && !onlyIncoming.some(isInCondition)) return 'equal';
  const [a, b] = [onlyStored.filter(isInCondition), onlyIncoming.filter(isInCondition)];
  if (isOneDenied(a, b, stored, incoming)) return 'exclusive';
  if (a.length === 0 || b.length === 0) return isWhole(a.length + b.length, stored, incoming) ? 'nested' : 'differ';
  const [first, ...others] = a;
  const [second, ...more] = b;
  if (first === undefined || second === undefined || others.length + more.length > 0) return 'differ';
  if (areMarkersOpposed(first, second)) return 'exclusive';
  if (!isMet(first, stored) || !isMet(second, incoming)) return 'differ';
  if (areExclusive(first, second)) return 'exclusive';
  return relate(first.quantity, second.quantity) === null ? 'differ' : 'nested';
}

/** Whether the words of the smaller condition are conditions on both sides: "except guests" does not hold "guests". */
function isWhole(extra: number, stored: Norm, incoming: Norm): boolean {
  const [some, others] = [stored, incoming].map(({ tokens }) => tokens.filter(isInCondition).length);
  return Math.abs((some ?? 0) - (others ?? 0)) === extra;
}

const DENIALS = new Set(['never', 'no', 'not']);

/** "if the user is an admin" / "if the user is not an admin" */
function isOneDenied(a: readonly FrameToken[], b: readonly FrameToken[], stored: Norm, incoming: Norm): boolean {
  const [extra, ...others] = a.concat(b);
  if (extra === undefined || others.length > 0 || !DENIALS.has(extra.stem)) return false;
  return isMet(extra, a.length > 0 ? stored : incoming);
}

/** "before release" / "after release", "if enabled" / "unless enabled" */
function areMarkersOpposed(a: FrameToken, b: FrameToken): boolean {
  const markers = [a.opens, b.opens].sort().join();
  return markers === 'after,before' || markers === 'if,unless';
}

const BOUNDING = new Set<ConditionKind | undefined>(['after', 'before', 'except', 'unless', 'until']);

/** Whether a word says what must be so, rather than where a time ends: "if open", "on Mondays", but not "until open". */
function isMet(token: FrameToken, { tokens }: Norm): boolean {
  const before = tokens.filter(({ start, role }) => role === 'condition' && start < token.start);
  const marker = before.findLast(({ opens }) => opens !== undefined);
  return marker === undefined || !BOUNDING.has(marker.opens);
}

/** Two words of which only one can hold: opposites, two values of one class, numbers that do not meet. */
function areExclusive(a: FrameToken, b: FrameToken): boolean {
  if (isDenied(a, b) || isDenied(b, a)) return true;
  if (a.filler === undefined || b.filler === undefined || !areOfOneClass(a, b)) return false;
  if (a.quantity !== undefined && b.quantity !== undefined) return areDisjoint(a.quantity, b.quantity);
  return isOpposite(a) ? isNegative(a) !== isNegative(b) : a.stem !== b.stem;
}

/** Two values of one class, neither of them a kind of the other. */
export function areRivals(a: FrameToken, b: FrameToken): boolean {
  return isValue(a) && isValue(b) && areOfOneClass(a, b) && !isOneOfOther(a, b);
}

/** "signed" beside "unsigned" */
function isDenied(plain: FrameToken, denial: FrameToken): boolean {
  return plain.filler === undefined && isNegative(denial) && exchangeClass(denial) === plain.stem;
}

/** Classes that say when or where something holds, wherever in the clause they stand. */
const CIRCUMSTANCES = new Set(['continent', 'day_part', 'month', 'season', 'week', 'weekday']);

/** "on Mondays" / "on Fridays", "uploads over 10 MB" / "uploads under 1 MB": what is said holds of different cases. */
export function areCircumstancesExclusive(stored: Norm, incoming: Norm, alignment: Alignment): boolean {
  if (!alignment.onlyStored.some(isCircumstance)) return false;
  const ours = circumstances(alignment.onlyStored, stored);
  // Of a class each side has one at most, so that there are few.
  const theirs = new Map(circumstances(alignment.onlyIncoming, incoming).map((b) => [exchangeClass(b), b]));
  return ours.some((a) => {
    const b = theirs.get(exchangeClass(a));
    return b !== undefined && areExclusive(a, b);
  });
}

function circumstances(only: readonly FrameToken[], norm: Norm): FrameToken[] {
  return only.filter((token) => isCircumstance(token) && isOnlyOfClass(token, norm));
}

function isCircumstance(token: FrameToken): boolean {
  const { filler, role, quantity } = token;
  if (filler === undefined || isOnlyFiller(token)) return false;
  if (role === 'agent' && quantity !== undefined) return quantity.min !== quantity.max;
  return CIRCUMSTANCES.has(exchangeClass(token) ?? '');
}
