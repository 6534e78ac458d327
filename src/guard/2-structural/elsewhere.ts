import { type FrameToken, isInCondition, type Norm } from '../../core/norm.js';
import type { Pair } from './alignment/pair.js';
import { perNorm } from './alignment/per-norm.js';
import type { Remainder } from './doubt/remainder.js';

/**
 * Whether each side names someone, something or a case that the other does not: "the depth of the mill pond" beside that
 * of the moat, "on Linux" beside "on Windows". However much else the two have in common, they are about different
 * things. So they are when one plain word for another is all the difference: "easy to paint", "easy to polish"; or when all the
 * difference lies in the subjects, be it of opposites: "the upper gate is painted", "the lower gate is painted".
 */
export function isElsewhere(pair: Pair, rest: Remainder): boolean {
  const { stored, incoming } = rest;
  const isOnBoth = (is: (token: FrameToken) => boolean) => stored.some(is) && incoming.some(is);
  const isSameMood = pair.stored.modality === pair.incoming.modality;
  const isPlainExchange = stored.length === 1 && incoming.length === 1 && isOnBoth(isPlain);
  const isOfOthers = isPlainExchange || differInSubjectsAlone(pair, rest);
  return (isSameMood && isOfOthers) || isOnBoth(({ role }) => role === 'agent') || isOnBoth(isInCondition);
}

/** Whether the subjects have words of their own on both sides, and as many as all that only one side says. */
function differInSubjectsAlone({ stored, incoming }: Pair, rest: Remainder): boolean {
  const isAll = (one: Norm, other: Norm, only: readonly FrameToken[]) => {
    if (only.length === 0) return false;
    const theirs = wordsOf(other).set;
    let count = 0;
    for (const word of wordsOf(one).list) if (!theirs.has(word)) count += 1;
    return count === only.length;
  };
  return isAll(incoming, stored, rest.incoming) && isAll(stored, incoming, rest.stored);
}

/** The base forms that a subject is a list of. */
const wordsOf = perNorm(({ subject }) => {
  const list = subject?.split(' ') ?? [];
  return { list, set: new Set(list) };
});

/** No verb, no value, nothing with an opposite. */
function isPlain({ role, filler }: FrameToken): boolean {
  return role === undefined && filler === undefined;
}

/** Whether the subjects have a word in common: what one is about, or a name. */
export function haveSubjectInCommon(one: Norm, other: Norm): boolean {
  const { set } = wordsOf(one);
  return wordsOf(other).list.some((word) => set.has(word));
}
