import { isOpposed } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, isInCondition, type Norm } from '../../../core/norm.js';
import { isExact, type Quantity } from '../../../core/quantity.js';
import { areDisjoint, mayBeEqual } from '../alignment/intervals.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { isNarrower } from './neighbours.js';
import type { Remainder } from './remainder.js';
import { isLight } from './weight.js';

/** Nouns that make a limit of the number beside them. */
const LIMITS = new Set(['cap', 'limit', 'maximum', 'quota']);
/** Nouns and links that only lead to a number: "the *number* of projects *per* account". */
const LEADING = new Set(['amount', 'length', 'number', 'per', 'siz']);
/** Words that one of the two may say more, and the other none: not "per *client*" / "per *server*". */
const MORE_MAX = 1;

/** "Uploads are limited to 10 MB" / "Uploads of up to 50 MB are allowed": what one permits goes beyond what the other says is the most. */
export function beyondLimit({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  if (rest.shared === 0 || [stored, incoming].some(({ tokens }) => tokens.some(isInCondition))) return null;
  const [a, b] = [rest.stored.find(isMeasured), rest.incoming.find(isMeasured)];
  if (a === undefined || b === undefined) return null;
  if (!isBeyond(stored, a, incoming, b) && !isBeyond(incoming, b, stored, a)) return null;
  const [own, other] = [rest.stored.filter(isTelling), rest.incoming.filter(isTelling)];
  if (own.length + other.length > MORE_MAX) return null;
  return isNarrower(stored, own) || isNarrower(incoming, other) ? null : { stored: a, incoming: b };
}

function isBeyond(limit: Norm, limiting: FrameToken, permit: Norm, permitted: FrameToken): boolean {
  const [most, reach] = [mostOf(limit, limiting), furthest(permitted)];
  if (most === null || reach === null || permit.modality !== 'may') return false;
  // "may weigh up to 2 kg" / "up to 3 kg are allowed": of two permissions neither need be the limit.
  if (limit.modality === 'may' && !isExactly(permitted)) return false;
  return areDisjoint(most, reach) && !mayBeEqual(most, reach);
}

function isExactly({ quantity }: FrameToken): boolean {
  return quantity !== undefined && isExact(quantity);
}

/** Up to where a clause lets something go; null where it names no limit. */
function mostOf({ modality, tokens }: Norm, { quantity }: FrameToken): Quantity | null {
  if (quantity === undefined || direction(modality) !== 'for') return null;
  const isNamed = isExact(quantity) && tokens.some(({ stem }) => LIMITS.has(stem));
  if (isNamed) return { ...quantity, min: null };
  return quantity.min === null ? quantity : null;
}

/** The most that is permitted. */
function furthest({ quantity }: FrameToken): Quantity | null {
  const end = quantity?.max ?? quantity?.min ?? null;
  return quantity === undefined || end === null ? null : { ...quantity, min: end, max: end };
}

function isMeasured({ quantity }: FrameToken): boolean {
  return quantity !== undefined;
}

function isTelling(token: FrameToken): boolean {
  if (token.role === 'verb' || isMeasured(token) || isOpposed(token)) return false;
  return !isLight(token.stem) && !LIMITS.has(token.stem) && !LEADING.has(token.stem);
}
