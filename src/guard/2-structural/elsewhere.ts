import { type FrameToken, isInCondition, type Norm } from '../../core/norm.js';
import type { Indexed } from './align.js';
import type { Pair } from './pair.js';
import type { Remainder } from './remainder.js';

/**
 * Whether each side names someone, something or a case that the other does not: "the depth of the mill pond" beside that
 * of the moat, "on Linux" beside "on Windows". However much else the two have in common, they are about different
 * things. So they are when one plain word for another is all the difference: "easy to paint", "easy to polish".
 */
export function isElsewhere(pair: Pair, { stored, incoming }: Remainder): boolean {
  const isOnBoth = (is: (token: FrameToken) => boolean) => stored.some(is) && incoming.some(is);
  const isSameMood = pair.stored.modality === pair.incoming.modality;
  const isPlainExchange = isSameMood && stored.length === 1 && incoming.length === 1 && isOnBoth(isPlain);
  return isPlainExchange || isOnBoth(({ role }) => role === 'agent') || isOnBoth(isInCondition);
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
