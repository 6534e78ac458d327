import type { Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';

/** "Olly is taller than Fern" / "Fern is taller than Olly", "Olly is shorter than Fern": on one scale each has more than the other. */
export function otherWayRound({ stored, incoming }: Pair): Doubt | null {
  const [a, b] = [stored.comparison, incoming.comparison];
  if (a === undefined || b === undefined || a.scale !== b.scale || !isPlain(stored) || !isPlain(incoming)) return null;
  return isSame(a.more, b.less) && isSame(a.less, b.more) ? { stored: null, incoming: null } : null;
}

function isPlain({ modality, tokens, isPast }: Norm): boolean {
  return modality === 'is' && isPast !== true && !tokens.some(({ opens }) => opens !== undefined);
}

/** "Fern" is "his sister Fern": the one says all words of the other. */
function isSame(a: string, b: string): boolean {
  const [shorter, longer] = [a.split(' '), b.split(' ')].sort((x, y) => x.length - y.length);
  return shorter?.every((word) => longer?.includes(word) === true) === true;
}
