import { exchangeClass } from '../../../core/filler.js';
import type { FrameToken } from '../../../core/norm.js';
import type { Alignment } from '../alignment/align.js';

/** Classes whose values say by themselves what they are chosen for: "use tabs", but not "use blue". */
const WHOLE_SLOT = /^(product:|branching$|indentation$|letter_case$|licence$|line_ending$|merge_style$|quotes$)/;

export function isOfWholeSlot({ filler }: FrameToken): boolean {
  return filler?.kind === 'value' && filler.slot === 'one' && WHOLE_SLOT.test(filler.class);
}

/** Classes whose values say how a thing is written, shown or told, of which it has one, in whatever words that is said. */
const MANNERS = new Set([
  'endianness',
  'identifier_kind',
  'indentation',
  'letter_case',
  'line_ending',
  'natural_language',
  'quotes',
  'spelling',
  'temperature_unit',
  'theme',
  'time_base',
  'unit_system',
]);

/** Whether a word says how something is written, shown or told. */
export function isManner({ filler, role }: FrameToken): boolean {
  return filler?.kind === 'value' && filler.slot !== 'many' && MANNERS.has(filler.class) && role !== 'agent';
}

/** "Constants are written in *snake case*" / "Name constants in *camel case*": a thing in common, and another manner on either side. */
export function areOfOneManner({ common, onlyStored, onlyIncoming }: Alignment): boolean {
  if (common === 0) return false;
  const stored = onlyStored.filter(isManner).map(exchangeClass);
  return stored.length > 0 && onlyIncoming.some((token) => isManner(token) && stored.includes(exchangeClass(token)));
}
