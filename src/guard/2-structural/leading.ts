import type { FrameToken, Norm } from '../../core/norm.js';
import type { Pair } from './alignment/pair.js';
import { nextInText } from './alignment/per-norm.js';

/**
 * The pair without prepositions, and without what only says who somebody is that both name: "*King* Aldren" beside "Aldren", "the *dragon* Vharoth" beside
 * "Vharoth". Worth a doubt only, as "Queen Aldren" may be another.
 */
export function withoutLeading(pair: Pair): Pair {
  const { alignment, stored, incoming } = pair;
  const { onlyStored: a, onlyIncoming: b } = alignment;
  if (!a.some(leads) && !b.some(leads)) return pair;
  // "unique *per* tenant" / "unique *across* tenants": where both have one, they may be all that differs.
  const isLinked = a.some(isLink) && b.some(isLink);
  // "*Queen* Aldren" / "*King* Aldren": so may titles be.
  const isTitled = a.some(isTitle) && b.some(isTitle);
  const isKept = (token: FrameToken) => token.leading === undefined || (isLink(token) ? isLinked : isTitled);
  const onlyStored = a.filter((token) => isKept(token) || !isLeading(token, stored, a));
  const onlyIncoming = b.filter((token) => isKept(token) || !isLeading(token, incoming, b));
  // Where nothing else differs, it may be what tells the two apart.
  if (onlyStored.length + onlyIncoming.length === 0) return pair;
  const isLess = onlyStored.length < alignment.onlyStored.length || onlyIncoming.length < alignment.onlyIncoming.length;
  return isLess ? { ...pair, alignment: { ...alignment, onlyStored, onlyIncoming } } : pair;
}

/** With a name behind it that the other side has too. */
function isLeading(token: FrameToken, norm: Norm, only: readonly FrameToken[]): boolean {
  if (isLink(token)) return token.stem !== 'without';
  const name = nextInText(norm, token);
  return name !== undefined && !only.includes(name);
}

function leads({ leading }: FrameToken): boolean {
  return leading !== undefined;
}

function isTitle({ leading }: FrameToken): boolean {
  return leading === 'title';
}

function isLink({ leading }: FrameToken): boolean {
  return leading === 'link';
}
