import { isEmpty, type Period, type Range } from '../core/period.js';

/**
 * A relation with its open ends clipped to the life of one that must be alive for it: an open reign of a dead king does
 * not go on. Ends that are given stay as they are, and an open end of the life clips nothing. Null when the life leaves
 * nothing of it: it begins after the death, or ends before the birth. For SPOUSE_OF clip to both lives, in any order.
 */
export function clipToLife(when: Period, life: Period): Period | null {
  const possible = clipped(when.possible, life.possible);
  if (isEmpty(possible)) return null;
  const tail = when.possible.until === null ? life.tail : when.tail;
  return { certain: clippedCertain(when, life, possible), possible, tail };
}

function clipped({ from, until }: Range, life: Range): Range {
  return { from: from ?? life.from, until: until ?? life.until };
}

/** Where it is unsure when the life ends, so is the open end of what it carries. */
function clippedCertain({ certain }: Period, life: Period, possible: Range): Range {
  const isClosed = certain.from !== null && certain.until !== null;
  const within = isEmpty(life.certain) && !isClosed ? life.certain : clipped(certain, life.certain);
  const at = possible.from ?? possible.until ?? 0;
  return isEmpty(within) ? { from: at, until: at } : within;
}
