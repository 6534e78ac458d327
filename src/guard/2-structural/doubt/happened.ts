import { direction } from '../../../core/modality.js';
import { isInCondition, isOfThePast, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { isAdjunct, isVague } from './reworded.js';
import { isTime } from './time.js';

/** "The drill has not taken place", "The drill was cancelled" / "The drill was held on Monday": an event that did not happen, and when it did or will. */
export function didNotHappen({ stored, incoming }: Pair): Doubt | null {
  const isFound = areOpposed(stored, incoming) || areOpposed(incoming, stored);
  return isFound ? { stored: null, incoming: null } : null;
}

function areOpposed(off: Norm, on: Norm): boolean {
  // "has not happened yet" / "is planned for November"
  if (off.modality === 'is_not' && !isOfThePast(on)) return false;
  if (!isOff(off) || !isOn(on) || isVague(off) || isVague(on)) return false;
  const [one, other] = [off, on].map(eventOf);
  return (
    one !== undefined &&
    other !== undefined &&
    one.size > 0 &&
    one.size === other.size &&
    [...one].every((stem) => other.has(stem))
  );
}

/** Not held, or called off. */
function isOff({ modality, tokens }: Norm): boolean {
  const verb = tokens.find(({ role }) => role === 'verb');
  if (verb === undefined || tokens.some(isInCondition)) return false;
  return modality === 'is_not'
    ? HAPPENING.has(verb.stem)
    : modality === 'is' && verb.meanings?.includes(CANCELLED) === true;
}

/** Told to happen or to be at some time, in whatever tense. */
function isOn({ modality, phase, tokens }: Norm): boolean {
  if (direction(modality) !== 'for' || phase === 'over' || tokens.some(isInCondition)) return false;
  const verb = tokens.find(({ role }) => role === 'verb');
  return verb === undefined ? tokens.some(isTime) : HAPPENING.has(verb.stem);
}

const CANCELLED = 'cancelled#negative';
const HAPPENING = new Set(['hold', 'happen', 'occur']);

/** What happens, without the time. */
function eventOf({ tokens }: Norm): Set<string> {
  return new Set(
    tokens.flatMap((token) => (token.role === 'verb' || isTime(token) || isAdjunct(token) ? [] : token.stem)),
  );
}
