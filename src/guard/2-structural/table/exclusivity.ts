import { isValue } from '../../../core/filler.js';
import { focusOf, type Norm, sharedVerbs } from '../../../core/norm.js';
import type { Difference } from '../alignment/difference.js';
import { relate } from '../alignment/intervals.js';
import { bothFor, isRounded, sameMood } from '../alignment/moods.js';
import type { Pair } from '../alignment/pair.js';

/** Most words that only one of the two says. */
const ADDED_MAX = 3;

/** "We ship only to the EU" / "We also ship to Canada": beside what is said to be all there is another. */
export function isAddedToOnly({ stored, incoming, alignment, difference, conditions }: Pair): boolean {
  if (!bothFor(stored, incoming) || stored.exclusive === incoming.exclusive || conditions !== 'equal') return false;
  if (difference.kind === 'value' || difference.kind === 'member') return false;
  if (alignment.common < 2 && sharedVerbs(stored, incoming).length === 0) return false;
  if (Math.max(alignment.onlyStored.length, alignment.onlyIncoming.length) > ADDED_MAX) return false;
  const [added, own] = stored.exclusive ? [incoming, alignment.onlyIncoming] : [stored, alignment.onlyStored];
  return added.isAdditive === true && own.length > 0 && isOnlyFocusLeft({ stored, incoming, alignment });
}

/** Whether the other one says all that "only" does not single out: not "*in storms* only Ada steers" / "Bo steers". */
function isOnlyFocusLeft({ stored, incoming, alignment }: Pick<Pair, 'stored' | 'incoming' | 'alignment'>): boolean {
  const [only, left] = stored.exclusive ? [stored, alignment.onlyStored] : [incoming, alignment.onlyIncoming];
  const focus = focusOf(only);
  if (focus.length === 0) return true;
  // "the sole *writer* of the board" / "writes to the board": what the only one is may be said in other words.
  const others = left.filter((token) => !focus.includes(token) && token.role !== 'verb');
  return others.length < 2 && others.every(({ lead }) => lead === undefined);
}

/** "only on Tuesdays" against "on Fridays": the same claim, another member of the slot. */
export function violatesExclusive({ stored, incoming, difference }: Pair): boolean {
  if ((difference.kind !== 'value' && difference.kind !== 'member') || !(stored.exclusive || incoming.exclusive))
    return false;
  if (isRounded(difference) || haveCommonNumber(difference)) return false;
  return bothFor(stored, incoming) && sameMood(stored, incoming);
}

/** "exactly 12" is one of "at least 8". */
function haveCommonNumber({ stored, incoming }: Difference): boolean {
  const relation = relate(stored?.quantity, incoming?.quantity);
  return relation !== null && relation !== 'disjoint';
}

/** Words that name who may: "the head of sales in Rome". */
const HOLDER_MAX = 4;

/** "Only editors may publish" / "Interns may publish": unless the one is the other, or one of them. */
export function mayViolateExclusive({ stored, incoming, alignment, difference }: Pair): boolean {
  const { onlyStored, onlyIncoming } = alignment;
  if (stored.exclusive === incoming.exclusive || !bothFor(stored, incoming)) return false;
  if (haveCommonNumber(difference)) return false;
  const [first] = onlyStored;
  const most = first?.role === 'agent' ? HOLDER_MAX : 1;
  const isFew = [onlyStored, onlyIncoming].every((only) => only.length > 0 && only.length <= most);
  if (!isFew || alignment.common < 2 || !isOnlyFocusLeft({ stored, incoming, alignment })) return false;
  return onlyStored.concat(onlyIncoming).every(({ role }) => role === first?.role && role !== 'condition');
}

/** "Only guards may enter" / "Anyone may enter" */
export function isOpenToAll({ stored, incoming, alignment, difference }: Pair): boolean {
  if (difference.kind !== 'extra' || stored.exclusive === incoming.exclusive || !bothFor(stored, incoming))
    return false;
  const [open, own, others] = stored.exclusive
    ? [incoming, alignment.onlyStored, alignment.onlyIncoming]
    : [stored, alignment.onlyIncoming, alignment.onlyStored];
  return open.quantifier === 'all' && others.length === 0 && own.every(({ role }) => role === 'agent');
}

/** "Both doors are locked" / "Only one of the doors is locked" */
export function isOnlyOfPart({ stored, incoming, difference }: Pair): boolean {
  if (difference.kind !== 'none' || !bothFor(stored, incoming)) return false;
  const isPart = ({ exclusive, isOfSome }: Norm) => exclusive && isOfSome === true;
  return (stored.quantifier === 'all' && isPart(incoming)) || (incoming.quantifier === 'all' && isPart(stored));
}

/** "returns JSON only" / "returns JSON and XML". */
export function widensExclusive({ stored, incoming, alignment, difference }: Pair): boolean {
  if (difference.kind !== 'extra' || stored.exclusive === incoming.exclusive || !bothFor(stored, incoming))
    return false;
  const added = stored.exclusive ? alignment.onlyIncoming : alignment.onlyStored;
  return added.length === 1 && added.every(isValue);
}
