import type { FrameToken, Norm } from '../../core/norm.js';
import type { Pair } from './pair.js';
import { nextInText } from './per-norm.js';

/**
 * The pair without what only says who somebody is that both name: "*King* Aldren" beside "Aldren", "the *dragon* Vharoth" beside
 * "Vharoth". Worth a doubt only, as "Queen Aldren" may be another.
 */
export function withoutTitles(pair: Pair): Pair {
  const { alignment, stored, incoming } = pair;
  const onlyStored = alignment.onlyStored.filter((token) => !isTitle(token, stored, alignment.onlyStored));
  const onlyIncoming = alignment.onlyIncoming.filter((token) => !isTitle(token, incoming, alignment.onlyIncoming));
  const isLess = onlyStored.length < alignment.onlyStored.length || onlyIncoming.length < alignment.onlyIncoming.length;
  return isLess ? { ...pair, alignment: { ...alignment, onlyStored, onlyIncoming } } : pair;
}

/** With a name behind it that the other side has too. */
function isTitle(token: FrameToken, norm: Norm, only: readonly FrameToken[]): boolean {
  if (token.isLink === true) return token.stem !== 'without';
  if (token.isTitle !== true) return false;
  const name = nextInText(norm, token);
  return name !== undefined && !only.includes(name);
}
