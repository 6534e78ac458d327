import type { FrameToken, Norm } from '../../core/norm.js';
import type { Pair } from './pair.js';
import { nextInText } from './per-norm.js';

/**
 * The pair without prepositions, and without what only says who somebody is that both name: "*King* Aldren" beside "Aldren", "the *dragon* Vharoth" beside
 * "Vharoth". Worth a doubt only, as "Queen Aldren" may be another.
 */
export function withoutLeading(pair: Pair): Pair {
  const { alignment, stored, incoming } = pair;
  const onlyStored = alignment.onlyStored.filter((token) => !isLeading(token, stored, alignment.onlyStored));
  const onlyIncoming = alignment.onlyIncoming.filter((token) => !isLeading(token, incoming, alignment.onlyIncoming));
  const isLess = onlyStored.length < alignment.onlyStored.length || onlyIncoming.length < alignment.onlyIncoming.length;
  return isLess ? { ...pair, alignment: { ...alignment, onlyStored, onlyIncoming } } : pair;
}

/** With a name behind it that the other side has too. */
function isLeading(token: FrameToken, norm: Norm, only: readonly FrameToken[]): boolean {
  if (token.leading !== 'title') return token.leading === 'link' && token.stem !== 'without';
  const name = nextInText(norm, token);
  return name !== undefined && !only.includes(name);
}
