import type { FrameToken, Norm } from '../../../core/norm.js';
import { bothBindFor, sameMood } from '../alignment/moods.js';
import type { Pair } from '../alignment/pair.js';
import { nextTo } from '../alignment/per-norm.js';

const WITHOUT = 'without';
/** What "with" may say, by `prepositions.json`. */
const TOGETHER = 'together';

/**
 * "takes his coffee *with* milk" / "*without* milk": nothing else differs. Of a thing that is nobody's there may be some with
 * and some without: "sells tickets without baggage".
 */
export function isWithAndWithout({ stored, incoming, alignment, difference, conditions }: Pair): boolean {
  if (difference.kind !== 'extra' || conditions !== 'equal') return false;
  const only = [...alignment.onlyStored, ...alignment.onlyIncoming];
  const [without] = only;
  if (only.length !== 1 || without?.stem !== WITHOUT) return false;
  if (stored.persons === undefined || incoming.persons === undefined) return false;
  const [bare, other] = alignment.onlyStored.length === 1 ? [stored, incoming] : [incoming, stored];
  const missed = nextTo(bare, without);
  return (
    missed !== undefined && isLedByWith(other, missed) && sameMood(stored, incoming) && bothBindFor(stored, incoming)
  );
}

function isLedByWith({ tokens }: Norm, { stem }: FrameToken): boolean {
  return tokens.some((token) => token.stem === stem && token.lead?.split(' ').includes(TOGETHER) === true);
}
