import type { FrameToken } from '../../../core/norm.js';

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
