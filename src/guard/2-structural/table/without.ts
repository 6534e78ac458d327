import type { FrameToken, Norm } from '../../../core/norm.js';
import { bothBindFor, sameMood } from '../alignment/moods.js';
import type { Pair } from '../alignment/pair.js';
import { nextTo } from '../alignment/per-norm.js';

export const WITHOUT = 'without';
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

/** What is required may be told by a word more: "the *original* receipt". */
const MORE_MAX = 1;

/** "Refunds need *approval*" / "Refunds are granted *without approval*": what is required of the one is missing in the other. */
export function isDoneWithout({
  stored,
  incoming,
  alignment: { onlyStored, onlyIncoming },
  conditions,
}: Pair): boolean {
  if (conditions !== 'equal') return false;
  if (stored.modality === 'must') return hasOneMore(onlyStored) && isMissing(stored, incoming);
  return incoming.modality === 'must' && hasOneMore(onlyIncoming) && isMissing(incoming, stored);
}

function hasOneMore(only: readonly FrameToken[]): boolean {
  return only.length <= MORE_MAX && only.every(({ role }) => role !== 'agent');
}

function isMissing(required: Norm, other: Norm): boolean {
  if (other.modality !== 'may' || required.subjectKind === 'FUZZY') return false;
  // "Visitors *without* a visa may wait outside": which of them.
  const allowed = other.spans.find(({ slot }) => slot === 'modality');
  const without = other.tokens.find(({ stem, start }) => stem === WITHOUT && start > (allowed?.start ?? 0));
  const missed = without === undefined ? undefined : nextTo(other, without);
  return missed !== undefined && required.tokens.some(({ stem, role }) => stem === missed.stem && role === undefined);
}
