import { type FrameToken, isInCondition, isOneOfOther, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { type Remainder, type Side, sidesOf } from './remainder.js';
import { isVague } from './reworded.js';

/** A place is told by so many words at most. */
const PLACE_MAX = 3;

/** "The server stands in Frankfurt" / "The server is hosted in Dublin": the same preposition leads to another place, whatever the verb of being there. */
export function otherPlaceOf(pair: Pair, rest: Remainder): Doubt | null {
  const { stored, incoming } = sidesOf(pair, rest);
  if (!isTold(stored.norm) || !isTold(incoming.norm) || stored.norm.isPast !== incoming.norm.isPast) return null;
  const [there, here] = [placeOf(stored), placeOf(incoming)];
  if (there === null || here === null || there.lead !== here.lead) return null;
  if (NUMBERED.test(there.stem) && NUMBERED.test(here.stem)) return null;
  if (!isPlaced(stored.norm) || !isPlaced(incoming.norm) || isOneOfOther(there, here)) return null;
  const things = pair.stored.tokens.filter(
    (token) => token.role !== 'verb' && !isOfBeing(token) && !stored.own.includes(token),
  );
  return things.length > 0 ? { stored: there, incoming: here } : null;
}

function isTold(norm: Norm): boolean {
  if (norm.modality !== 'is' || norm.preferredOver !== null) return false;
  return (
    norm.isAdditive !== true &&
    norm.isOfOneTime !== true &&
    norm.tense !== 'past' &&
    !isVague(norm) &&
    !norm.tokens.some(isInCondition)
  );
}

/** The first word of all that only one side says but for a verb of being somewhere, which one preposition leads to. */
function placeOf({ norm, own }: Side): FrameToken | null {
  const [first, ...more] = own.filter((token) => !isOfBeing(token));
  // "on *old* machines" / "on *new* machines"
  if (first === undefined || norm.tokens.at(-1) !== (more.at(-1) ?? first)) return null;
  if (first.lead === undefined || more.length >= PLACE_MAX) return null;
  const isWhole = more.every(
    ({ lead, role, quantity }) => lead === first.lead && role === undefined && quantity === undefined,
  );
  return isWhole && first.role === undefined && IN_PLACES.some((sense) => first.lead?.split(' ').includes(sense))
    ? first
    : null;
}

/** What prepositions that say where may say, by `prepositions.json`. */
const IN_PLACES = ['above', 'among', 'at', 'below'];

/** "pitch 1204" / "pitch 1305" */
const NUMBERED = / \d+$/;

/** No verb but one of being somewhere. */
function isPlaced({ tokens }: Norm): boolean {
  return tokens.every((token) => token.role !== 'verb' || isOfBeing(token));
}

/** A verb of being somewhere, or the name of the slot that the reader makes of it. */
function isOfBeing({ role, meanings }: FrameToken): boolean {
  return (role === 'verb' || role === 'agent') && meanings?.includes(BEING) === true;
}

/** The group of near synonyms for being somewhere. */
const BEING = 'being_somewhere';
