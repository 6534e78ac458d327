import { type FrameToken, isInCondition, type Norm } from '../../core/norm.js';
import type { Indexed } from './align.js';
import type { Pair } from './pair.js';
import type { Remainder } from './remainder.js';

/**
 * Whether each side names someone, something or a case that the other does not: "the depth of the mill pond" beside that
 * of the moat, "on Linux" beside "on Windows". However much else the two have in common, they are about different
 * things. So they are when one plain word for another is all the difference: "easy to paint", "easy to polish"; or when all the
 * difference lies in the subjects, be it of opposites: "the upper gate is painted", "the lower gate is painted".
 */
export function isElsewhere(pair: Pair, { stored, incoming }: Remainder): boolean {
  const isOnBoth = (is: (token: FrameToken) => boolean) => stored.some(is) && incoming.some(is);
  const isSameMood = pair.stored.modality === pair.incoming.modality;
  const isPlainExchange = stored.length === 1 && incoming.length === 1 && isOnBoth(isPlain);
  const isOfOthers = isPlainExchange || differInSubjectsAlone(pair, { stored, incoming });
  return (isSameMood && isOfOthers) || isOnBoth(({ role }) => role === 'agent') || isOnBoth(isInCondition);
}

/** Whether the subjects have words of their own on both sides, and as many as all that only one side says. */
function differInSubjectsAlone(pair: Pair, rest: Pick<Remainder, 'stored' | 'incoming'>): boolean {
  const [ours, theirs] = [pair.incoming, pair.stored].map(({ subject }) => subject?.split(' ') ?? []);
  const own = (words: readonly string[] = [], others: readonly string[] = []) =>
    words.filter((word) => !others.includes(word)).length;
  const isOfSubject = (count: number, all: readonly FrameToken[]) => all.length > 0 && count === all.length;
  return isOfSubject(own(ours, theirs), rest.incoming) && isOfSubject(own(theirs, ours), rest.stored);
}

/** No verb, no value, nothing with an opposite. */
function isPlain({ role, frame }: FrameToken): boolean {
  return role === undefined && frame === undefined;
}

/** Whether the subjects have a word in common: what one is about, or a name. A subject is a list of base forms. */
export function haveSubjectInCommon({ subject }: Norm, { subjects }: Indexed): boolean {
  if (subject === null) return false;
  const words = subject.split(' ');
  return subjects.some((word) => words.includes(word));
}
