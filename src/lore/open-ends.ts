import { earlier, isEmpty, later, type Period, type Range } from '../core/period.js';

/**
 * A relation with its open ends clipped to the lives of those who must be alive for it: an open reign of a dead king does
 * not go on, nor a marriage after the first death. Ends that are given stay as they are, and an open end of a life clips
 * nothing. Null when the lives leave nothing of it: it begins after a death, or ends before a birth.
 */
export function clipToLives(when: Period, lives: readonly Period[]): Period | null {
  const [first, ...others] = lives;
  if (first === undefined) return when;
  const life = others.reduce(shared, first);
  const possible = clipped(when.possible, life.possible);
  if (isEmpty(possible)) return null;
  const tail = when.possible.until === null ? life.tail : when.tail;
  return { certain: clippedCertain(when, life, possible), possible, tail };
}

/** The time in which two people live. */
function shared(a: Period, b: Period): Period {
  const both = (x: Range, y: Range): Range => ({ from: later(x.from, y.from), until: earlier(x.until, y.until) });
  const possible = both(a.possible, b.possible);
  const certain = isEmpty(a.certain) ? a.certain : isEmpty(b.certain) ? b.certain : both(a.certain, b.certain);
  const last = [a, b].filter((life) => life.possible.until === possible.until);
  return { certain, possible, tail: Math.min(...last.map(({ tail }) => tail)) };
}

function clipped({ from, until }: Range, life: Range): Range {
  return { from: from ?? life.from, until: until ?? life.until };
}

/** Where it is unsure when a life ends, so is the open end of what depends on it. */
function clippedCertain({ certain }: Period, life: Period, possible: Range): Range {
  const isClosed = certain.from !== null && certain.until !== null;
  const within = isEmpty(life.certain) && !isClosed ? life.certain : clipped(certain, life.certain);
  const at = possible.from ?? possible.until ?? 0;
  return isEmpty(within) ? { from: at, until: at } : within;
}
