import type { FrameToken, Norm } from '../../core/norm.js';
import { bothBindFor, sameMood } from './moods.js';
import type { Pair } from './pair.js';
import { nextTo } from './per-norm.js';

const WITHOUT = 'without';
/** What "with" may say, by `prepositions.json`. */
const TOGETHER = 'together';

/** "takes his coffee *with* milk" / "*without* milk": nothing else differs. */
export function isWithAndWithout({ stored, incoming, alignment, difference, conditions }: Pair): boolean {
  const only = [...alignment.onlyStored, ...alignment.onlyIncoming];
  const [without] = only;
  if (difference.kind !== 'extra' || only.length !== 1 || without?.stem !== WITHOUT || conditions !== 'equal') return false;
  const [bare, other] = alignment.onlyStored.length === 1 ? [stored, incoming] : [incoming, stored];
  const missed = nextTo(bare, without);
  return missed !== undefined && isLedByWith(other, missed) && sameMood(stored, incoming) && bothBindFor(stored, incoming);
}

function isLedByWith({ tokens }: Norm, { stem }: FrameToken): boolean {
  return tokens.some((token) => token.stem === stem && token.lead?.split(' ').includes(TOGETHER) === true);
}
