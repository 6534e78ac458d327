import { isValueOf } from '../../../core/filler.js';
import type { FrameToken } from '../../../core/norm.js';

/** Classes whose values say by themselves what they are chosen for: "use tabs", but not "use blue". */
const WHOLE_SLOT = /^(product:|branching$|indentation$|letter_case$|licence$|line_ending$|merge_style$|quotes$)/;

export function isOfWholeSlot({ filler }: FrameToken): boolean {
  return filler?.kind === 'value' && filler.slot === 'one' && WHOLE_SLOT.test(filler.class);
}

const MATERIALS = new Set(['fuel', 'material']);

/** What a thing is made of or runs on, of which it has one. */
export function isMaterial(token: FrameToken): boolean {
  return isValueOf(token, MATERIALS);
}

/** Whether it may be what a thing is made of, written in or built with. */
export function isMadeOf(token: FrameToken): boolean {
  const { filler, role } = token;
  if (filler?.kind !== 'value' || filler.slot === 'many' || role === 'condition') return false;
  return isMaterial(token) || filler.class.startsWith('product:');
}

/** Classes of how something is written, whatever is done with it. */
const FORMS = new Set(['indentation', 'letter_case', 'line_ending', 'quotes', 'spelling']);

/** Classes whose values say how a thing is written, shown or told, of which it has one, in whatever words that is said. */
const MANNERS = new Set([
  ...FORMS,
  'endianness',
  'identifier_kind',
  'natural_language',
  'temperature_unit',
  'theme',
  'time_base',
  'unit_system',
]);

/** Whether a word says how something is written, shown or told. */
export function isManner({ filler, role }: FrameToken): boolean {
  return filler?.kind === 'value' && filler.slot !== 'many' && MANNERS.has(filler.class) && role !== 'agent';
}

/** "Constants are *written* in snake case" / "*name* constants in camel case": but what is stored in UTC may be shown in local time. */
export function isOfForm({ filler }: FrameToken): boolean {
  return filler?.kind === 'value' && FORMS.has(filler.class);
}
